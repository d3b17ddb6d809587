import { MessagesSquare, Pause, Play } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { Recording, SpokenTurn, Transcript } from '../../../../contract/run.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { Input } from '../../../../contract/operations.ts'
import type { artifactsOf } from '../../../../domain/call-end.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { createQuery, type Query } from '../../../lib/query.ts'
import { FailureNotice } from '../../../ui/notice.tsx'
import { usePage } from '../../../lib/page.ts'
import { messages } from '../../../../messages/index.ts'
import {
  createPlayer,
  createRecordingLoader,
  createSound,
  type PlayerStore,
  type RecordingState,
  type RecordingStore,
} from './audio.ts'
import css from './recording.module.css'
import { ariaKeysOf, keysOf, useCommands } from '../../../lib/commands.ts'
import { usePendingCommand } from '../../../lib/workspace-context.ts'
import { focusIfLost, scrollIntoViewOnMount } from '../../../lib/focus.ts'

const recordingText = messages.runs.talk

type LoadFailureProps = {
  failure: Failure
  title: string
  /** The texts for what does not exist yet, and for what will never exist. */
  none: string
  never: string
  mayFollow: boolean
  onAsk: () => void
}

/** Shows why loading failed. A missing recording or transcript is not shown as an error. */
const LoadFailure = ({ failure, title, none, never, mayFollow, onAsk }: LoadFailureProps) => {
  const again = (
    <Button size="small" onClick={onAsk}>
      {messages.common.retry}
    </Button>
  )
  if (failure.kind !== 'notFound') return <FailureNotice failure={failure} title={title} actions={again} />
  if (!mayFollow) return <p>{never}</p>
  return (
    <>
      <p>{none}</p>
      {failure.detail && <p>{messages.common.serviceMessage(failure.detail)}</p>}
      <div className={css['actions']}>{again}</div>
    </>
  )
}

const progressOf = (state: RecordingState): string | null => {
  if (state.step === 'opening') return recordingText.fetchingRecording
  if (state.step !== 'loading') return null
  return recordingText.readingRecording(Math.floor((state.samples / Math.max(1, state.recording.samples)) * 100))
}

type RecordingPartProps = {
  recording: RecordingStore
  playButton: RefObject<HTMLButtonElement | null>
  mayFollow: boolean
}

const RecordingPart = ({ recording, playButton, mayFollow }: RecordingPartProps) => {
  const state = useStore(recording.store)
  const progress = progressOf(state)
  return (
    <>
      {state.step === 'failed' && (
        <LoadFailure
          failure={state.failure}
          none={recordingText.noRecording}
          never={recordingText.neverRecorded}
          mayFollow={mayFollow}
          title={
            state.failure.kind === 'unavailable' && state.failure.cause === 'wrongShape'
              ? recordingText.unplayable
              : recordingText.recordingFailed
          }
          onAsk={() => void recording.load()}
        />
      )}
      {state.step === 'ready' && <Player recording={state.recording} wave={state.wave} playButton={playButton} />}
      {progress !== null && <output className={css['hint']}>{progress}</output>}
    </>
  )
}

const TranscriptPart = ({ transcript, mayFollow }: { transcript: Query<Transcript>; mayFollow: boolean }) => {
  const query = useStore(transcript.store)
  return (
    <>
      {query.step === 'loading' && <output className={css['hint']}>{recordingText.fetchingTranscript}</output>}
      {query.step === 'failed' && (
        <LoadFailure
          failure={query.failure}
          none={recordingText.noTranscript}
          never={recordingText.neverTranscribed}
          mayFollow={mayFollow}
          title={recordingText.transcriptFailed}
          onAsk={() => void transcript.load()}
        />
      )}
      {query.data && <TranscriptView transcript={query.data.value} />}
    </>
  )
}

const useRecording = ({ profileId, workflowRunId, callId }: Input<'readTranscript'>) => {
  const { api, now } = usePage()
  const stores = useMemo(
    () => ({
      recording: createRecordingLoader(api, { profileId, workflowRunId, callId }),
      transcript: createQuery(() => api.readTranscript({ profileId, workflowRunId, callId }), now),
    }),
    [api, now, profileId, workflowRunId, callId],
  )
  useEffect(() => () => stores.recording.close(), [stores])
  return stores
}

type RecordingSectionProps = {
  callId: string
  profileId: string
  workflowRunId: number
  artifacts: ReturnType<typeof artifactsOf>
  /** The call ended so long ago that nothing can become available. */
  isLongOver: boolean
}

/** Shows a run's recording and transcript. L loads the recording and T the transcript. */
export const RecordingSection = ({
  callId,
  profileId,
  workflowRunId,
  artifacts,
  isLongOver,
}: RecordingSectionProps) => {
  const { recording, transcript } = useRecording({ profileId, workflowRunId, callId })
  const { step } = useStore(recording.store)
  const isRequested = useStore(transcript.store, (query) => query.step !== 'idle')
  const playButton = useRef<HTMLButtonElement>(null)
  /** Plays the recording, or loads it first. */
  const listen = () => {
    if (!playButton.current) return void recording.load()
    playButton.current.focus()
    playButton.current.click()
  }
  // Another screen may have opened the call in order to play its recording or show its transcript.
  usePendingCommand('showTranscript', () => void transcript.load(), callId)
  usePendingCommand('playRecording', () => void recording.load(), callId)
  // What was requested stays, so that a failed request can be repeated.
  const [hasListen, hasShow] = [
    artifacts.recording !== 'none' || step !== 'none',
    artifacts.transcript !== 'none' || isRequested,
  ]
  useCommands({
    showTranscript: hasShow ? () => void transcript.load() : null,
    playRecording: hasListen ? listen : null,
  })
  if (!hasListen && !hasShow) return null
  return (
    <section className={css['section']}>
      <h3>{recordingText.title}</h3>
      <RecordingPart
        recording={recording}
        playButton={playButton}
        mayFollow={artifacts.recording !== 'none' && !isLongOver}
      />
      <TranscriptPart transcript={transcript} mayFollow={artifacts.transcript !== 'none' && !isLongOver} />
      <div className={css['actions']}>
        {hasListen && step === 'none' && (
          <Button size="small" aria-keyshortcuts={ariaKeysOf('playRecording')} onClick={() => void recording.load()}>
            <Play aria-hidden />
            {recordingText.listen}
            <Kbd keys={keysOf('playRecording')} variant="bare" />
          </Button>
        )}
        {hasShow && !isRequested && (
          <Button size="small" aria-keyshortcuts={ariaKeysOf('showTranscript')} onClick={() => void transcript.load()}>
            <MessagesSquare aria-hidden />
            {recordingText.showTranscript}
            <Kbd keys={keysOf('showTranscript')} variant="bare" />
          </Button>
        )}
      </div>
    </section>
  )
}

/** Returns the seconds from the first turn to this one; null if either has no time. */
const secondsFrom = (first: number | null, { at }: SpokenTurn): number | null =>
  first === null || at === null ? null : Math.max(0, (Date.parse(at) - first) / 1000)

const firstOf = (turns: readonly SpokenTurn[]): number | null => {
  const times = turns.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]))
  return times.length === 0 ? null : Math.min(...times.slice(0, 5))
}

type SpokenTurnProps = { turn: SpokenTurn; first: number | null; isContinued: boolean }

const Turn = ({ turn, first, isContinued }: SpokenTurnProps) => {
  const seconds = secondsFrom(first, turn)
  return (
    <li className={css[turn.speaker]} data-goes-on={isContinued || undefined}>
      <p className={css['who']}>
        <span>{recordingText.speakers[turn.speaker]}</span>
        {seconds !== null && turn.at !== null && (
          <time dateTime={turn.at} title={messages.time.full(turn.at)}>
            {messages.time.duration(Math.floor(seconds))}
          </time>
        )}
      </p>
      <p className={css['words']} dir="auto">
        {turn.text}
      </p>
    </li>
  )
}

/** Shows the transcript: the speaker, time and text of each turn. */
const TranscriptView = ({ transcript: { turns, from, isWhole } }: { transcript: Transcript }) => {
  const first = firstOf(turns)
  return (
    <>
      {turns.length === 0 && <p>{recordingText.noSpeech}</p>}
      <ol ref={scrollIntoViewOnMount} className={css['talk']} aria-label={recordingText.transcript}>
        {turns.map((turn, index) => (
          // Turns have no IDs, but their order never changes.
          <Turn
            key={`${index} ${turn.speaker}`}
            turn={turn}
            first={first}
            isContinued={turns[index - 1]?.speaker === turn.speaker}
          />
        ))}
      </ol>
      {from === 'notes' && <p className={css['hint']}>{recordingText.fromLiveNotes}</p>}
      {!isWhole && <p className={css['hint']}>{recordingText.truncated}</p>}
    </>
  )
}

/** The number of seconds by which each key moves the position. */
const seekSeconds: Record<string, number> = { ArrowRight: 5, ArrowLeft: -5, PageUp: 15, PageDown: -15 }

/** Returns the handler for the player's keys, which work on all of its controls. */
const keyHandler =
  (player: PlayerStore) =>
  (event: React.KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by = seekSeconds[event.key]
    const action =
      event.key === ' '
        ? player.togglePlay
        : event.key === 'Home'
          ? () => player.goTo(0)
          : event.key === 'End'
            ? () => player.goTo(player.seconds)
            : by === undefined
              ? null
              : () => player.skip(by)
    if (!action) return
    // The list of calls uses the same keys, so stop the event here.
    event.preventDefault()
    event.stopPropagation()
    action()
  }

/** Returns the SVG path of the loudness bars, for a view box of 100 by 100. */
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
        aria-label={recordingText.position}
        aria-valuetext={recordingText.at(messages.time.duration(at), messages.time.duration(player.seconds))}
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

type PlayerProps = {
  recording: Recording
  wave: Float32Array<ArrayBuffer>
  playButton: RefObject<HTMLButtonElement | null>
}

/** Renders the player for a recording. Time runs from left to right in every language. */
export const Player = ({ recording, wave, playButton }: PlayerProps) => {
  const player = useMemo(() => createPlayer(createSound(wave, recording.sampleRate)), [recording, wave])
  const { at, playing } = useStore(player.store)
  const onKeyDown = keyHandler(player)
  // Start playing, because the user pressed "Listen" to load the recording.
  const isPlayWanted = useRef(true)
  useEffect(() => focusIfLost(playButton.current), [playButton])
  useEffect(() => {
    if (isPlayWanted.current) player.togglePlay()
    return () => {
      // When the screen is shown again, continue playing only if the sound was playing before.
      isPlayWanted.current = player.store.getState().playing
      player.close()
    }
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
    <div ref={scrollIntoViewOnMount} role="group" aria-label={recordingText.player} className={css['player']} dir="ltr">
      <Button
        ref={playButton}
        size="icon"
        aria-label={playing ? recordingText.pause : recordingText.play}
        aria-keyshortcuts={`${ariaKeysOf('playRecording')} Space`}
        onClick={player.togglePlay}
        onKeyDown={onKeyDown}
        onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
      >
        {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
      </Button>
      <span className={css['time']}>{messages.time.duration(Math.floor(at))}</span>
      <Track player={player} peaks={recording.peaks} onKeyDown={onKeyDown} />
      <span className={css['time']}>{messages.time.duration(player.seconds)}</span>
    </div>
  )
}
