import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Sound } from './sound.ts'

/** Where a recording stands, in seconds, and whether it is heard. */
export type PlayerState = { readonly at: number; readonly playing: boolean }

export type PlayerStore = {
  readonly store: StoreApi<PlayerState>
  readonly seconds: number
  readonly turn: () => void
  readonly goTo: (second: number) => void
  /** Forward or back by so many seconds. */
  readonly skip: (seconds: number) => void
  /** Takes in where the sound is by now; asked for before every picture while it is heard. */
  readonly tick: () => void
  readonly close: () => void
}

/** Makes the player of one recording. */
export const createPlayer = (sound: Sound): PlayerStore => {
  const { seconds } = sound
  const store = createStore<PlayerState>(() => ({ at: 0, playing: false }))
  const end = () => store.setState({ at: seconds, playing: false })
  const play = (from: number) => {
    sound.play(from, end)
    store.setState({ at: from, playing: true })
  }
  const goTo = (second: number) => {
    const at = Math.min(seconds, Math.max(0, second))
    if (store.getState().playing && at < seconds) return play(at)
    sound.stop()
    store.setState({ at, playing: false })
  }
  return {
    store,
    seconds,
    goTo,
    turn: () => {
      const { at, playing } = store.getState()
      if (!playing) return play(at >= seconds ? 0 : at)
      const now = sound.now()
      sound.stop()
      store.setState({ at: now, playing: false })
    },
    skip: (by) => goTo((store.getState().playing ? sound.now() : store.getState().at) + by),
    tick: () => {
      if (store.getState().playing) store.setState({ at: sound.now() })
    },
    close: () => {
      sound.close()
      store.setState({ playing: false })
    },
  }
}
