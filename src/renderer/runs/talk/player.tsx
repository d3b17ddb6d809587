import { Pause, Play } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Recording } from '../../../contract/artifacts.ts'
import { Button } from '../../design/button.tsx'
import { catchFocus } from '../../shell/take-focus.ts'
import { words } from '../../words/words.ts'
import css from './player.module.css'
import { createPlayer, type PlayerStore } from './player-store.ts'
import { createSound } from './sound.ts'

const said = words.runs.talk

/** So many seconds an arrow key goes forward or back, and a page key. */
const skips: Record<string, number> = { ArrowRight: 5, ArrowLeft: -5, PageUp: 15, PageDown: -15 }

/** The keys of the player, on whichever of its controls the focus is. */
const keysOf =
  (player: PlayerStore) =>
  (event: React.KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by = skips[event.key]
    const act =
      event.key === ' '
        ? player.turn
        : event.key === 'Home'
          ? () => player.goTo(0)
          : event.key === 'End'
            ? () => player.goTo(player.seconds)
            : by === undefined
              ? null
              : () => player.skip(by)
    if (!act) return
    // The list beside it has the same keys.
    event.preventDefault()
    event.stopPropagation()
    act()
  }

/** The loudness as bars around the middle, in a field of 100 by 100. */
const barsOf = (peaks: readonly number[]): string => {
  const step = 100 / Math.max(1, peaks.length)
  return peaks
    .map((peak, index) => {
      const height = Math.max(2, Math.min(1, peak * 1.6) * 96)
      return `M${(index * step + step / 2).toFixed(2)} ${(50 - height / 2).toFixed(1)}v${height.toFixed(1)}`
    })
    .join('')
}

const Bars = ({ path, className }: { path: string; className: string | undefined }) => (
  <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={className} aria-hidden>
    <path d={path} />
  </svg>
)

type TrackProps = { player: PlayerStore; peaks: readonly number[]; onKeyDown: React.KeyboardEventHandler }

const Track = ({ player, peaks, onKeyDown }: TrackProps) => {
  const { at } = useStore(player.store)
  const path = useMemo(() => barsOf(peaks), [peaks])
  const part = player.seconds === 0 ? 0 : (at / player.seconds) * 100
  return (
    <div className={css['track']}>
      <Bars path={path} className={css['bars']} />
      <div className={css['played']} style={{ clipPath: `inset(0 ${100 - part}% 0 0)` }}>
        <Bars path={path} className={css['bars']} />
      </div>
      <input
        type="range"
        aria-label={said.position}
        aria-valuetext={said.at(words.time.duration(at), words.time.duration(player.seconds))}
        min={0}
        max={player.seconds}
        step="any"
        value={at}
        onKeyDown={onKeyDown}
        onChange={(event) => player.goTo(Number(event.target.value))}
      />
    </div>
  )
}

/** Plays a recording: by press and by keys, forward and back, to any of its seconds. Time runs from left to right everywhere. */
export const Player = ({ recording, wave }: { recording: Recording; wave: Float32Array<ArrayBuffer> }) => {
  const player = useMemo(() => createPlayer(createSound(wave, recording.sampleRate)), [recording, wave])
  const { at, playing } = useStore(player.store)
  const onKeyDown = keysOf(player)
  useEffect(() => {
    // Whoever asked for it wants to hear it.
    player.turn()
    return () => player.close()
  }, [player])
  useEffect(() => {
    if (!playing) return
    let frame = requestAnimationFrame(function tick() {
      player.tick()
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [player, playing])
  return (
    <div role="group" aria-label={said.player} className={css['player']} dir="ltr">
      <Button
        ref={catchFocus}
        size="icon"
        data-play
        aria-label={playing ? said.pause : said.play}
        aria-keyshortcuts="P Space"
        onClick={player.turn}
        onKeyDown={onKeyDown}
        onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
      >
        {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
      </Button>
      <span className={css['time']}>{words.time.duration(Math.floor(at))}</span>
      <Track player={player} peaks={recording.peaks} onKeyDown={onKeyDown} />
      <span className={css['time']}>{words.time.duration(player.seconds)}</span>
    </div>
  )
}
