import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Recording, RecordingPiece } from '../../../../contract/run.ts'
import type { Api } from '../../../../contract/api.ts'
import type { Failure, Outcome } from '../../../../contract/failure.ts'
import type { Input } from '../../../../contract/operations.ts'
import { settle } from '../../../lib/query.ts'

/** The state of a recording. Main downloads it, then the page reads it in chunks. */
export type RecordingState =
  | { readonly step: 'none' }
  | { readonly step: 'opening' }
  | { readonly step: 'loading'; readonly recording: Recording; readonly samples: number }
  | { readonly step: 'ready'; readonly recording: Recording; readonly wave: Float32Array<ArrayBuffer> }
  | { readonly step: 'failed'; readonly failure: Failure }

export type RecordingStore = {
  readonly store: StoreApi<RecordingState>
  /** Loads the recording. Does nothing while it is being loaded or once it is ready. */
  readonly load: () => Promise<void>
  /** Stops loading. Keeps a loaded recording, which is shown again after Back from a number's page. */
  readonly close: () => void
}

/**
 * Decodes little-endian 16-bit samples from base64 to numbers from -1 to 1, and writes them to `wave` starting at index
 * `from`.
 */
const decodeSamples = (wave: Float32Array, from: number, base64: string): void => {
  const bytes = atob(base64)
  const count = Math.min(bytes.length >> 1, wave.length - from)
  for (let index = 0; index < count; index += 1) {
    const unsigned = bytes.charCodeAt(index * 2) | (bytes.charCodeAt(index * 2 + 1) << 8)
    wave[from + index] = (unsigned >= 0x8000 ? unsigned - 0x10000 : unsigned) / 0x8000
  }
}

/** Returns the store for a run's recording, which is loaded on demand. */
export const createRecordingLoader = (api: Api, run: Input<'openRecording'>): RecordingStore => {
  const store = createStore<RecordingState>(() => ({ step: 'none' }))
  const put = (state: RecordingState) => store.setState(state, true)
  /** Counts calls to `close`, so that the result of a load that started before the last one is discarded. */
  let closeCount = 0

  const loadParts = async (recording: Recording, isWanted: () => boolean): Promise<RecordingState> => {
    const wave = new Float32Array(recording.samples)
    const { recordingId } = recording
    for (let from: number | null = 0; from !== null && isWanted();) {
      put({ step: 'loading', recording, samples: from })
      // Read one chunk at a time, so that the page stays responsive.
      const part: Outcome<RecordingPiece> = await settle(api.readRecording({ recordingId, from }))
      if (!part.ok) return { step: 'failed', failure: part.failure }
      decodeSamples(wave, from, part.value.samples)
      from = part.value.next
    }
    return { step: 'ready', recording, wave }
  }

  return {
    store,
    load: async () => {
      const { step } = store.getState()
      if (step !== 'none' && step !== 'failed') return
      const count = closeCount
      const isWanted = () => closeCount === count
      put({ step: 'opening' })
      const opened = await settle(api.openRecording(run))
      if (!opened.ok) return isWanted() ? put({ step: 'failed', failure: opened.failure }) : undefined
      const state = await loadParts(opened.value, isWanted)
      void settle(api.closeRecording({ recordingId: opened.value.recordingId }))
      if (isWanted()) put(state)
    },
    close: () => {
      closeCount += 1
      if (store.getState().step !== 'ready') put({ step: 'none' })
    },
  }
}

/** The player's position in seconds, and whether it is playing. */
type PlayerState = { readonly at: number; readonly playing: boolean }

export type PlayerStore = {
  readonly store: StoreApi<PlayerState>
  readonly seconds: number
  readonly togglePlay: () => void
  readonly goTo: (second: number) => void
  /** Moves the position by this many seconds; backward if negative. */
  readonly skip: (seconds: number) => void
  /** Updates the position from the sound. It is called on every frame during playback. */
  readonly tick: () => void
  readonly close: () => void
}

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
    togglePlay: () => {
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

export type Sound = {
  readonly seconds: number
  /** Plays from a position in seconds. `onEnd` is called at the end of the recording, but not after `stop`. */
  readonly play: (from: number, onEnd: () => void) => void
  readonly stop: () => void
  /** Returns the position in seconds. */
  readonly now: () => number
  readonly close: () => void
}

/** Creates a sound from decoded samples, because the content security policy does not allow media URLs. */
export const createSound = (wave: Float32Array<ArrayBuffer>, sampleRate: number): Sound => {
  const buffer = new AudioBuffer({ length: Math.max(1, wave.length), numberOfChannels: 1, sampleRate })
  buffer.copyToChannel(wave, 0)
  let context: AudioContext | null = null
  let source: AudioBufferSourceNode | null = null
  let started = { at: 0, from: 0 }

  const stop = (): void => {
    const old = source
    source = null
    old?.stop()
    old?.disconnect()
  }
  return {
    seconds: buffer.duration,
    stop,
    play: (from, onEnd) => {
      stop()
      context ??= new AudioContext()
      void context.resume()
      const mine = new AudioBufferSourceNode(context, { buffer })
      source = mine
      mine.connect(context.destination)
      // `ended` also fires after `stop`.
      mine.addEventListener('ended', () => {
        if (source === mine) onEnd()
      })
      mine.start(0, from)
      started = { at: context.currentTime, from }
    },
    now: () => Math.min(buffer.duration, started.from + (context?.currentTime ?? started.at) - started.at),
    close: () => {
      stop()
      void context?.close()
      context = null
    },
  }
}
