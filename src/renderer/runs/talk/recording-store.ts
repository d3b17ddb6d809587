import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Recording, RecordingPiece } from '../../../contract/artifacts.ts'
import type { Desk } from '../../../contract/desk.ts'
import type { Failure, Outcome } from '../../../contract/failure.ts'
import { settle } from '../../shell/settle.ts'

/** A recording as it comes: from the service to main, from there in pieces to the page, which then has all of it. */
export type RecordingState =
  | { readonly step: 'none' }
  | { readonly step: 'opening' }
  | { readonly step: 'fetching'; readonly recording: Recording; readonly samples: number }
  | { readonly step: 'here'; readonly recording: Recording; readonly wave: Float32Array<ArrayBuffer> }
  | { readonly step: 'failed'; readonly failure: Failure }

export type RecordingStore = {
  readonly store: StoreApi<RecordingState>
  /** Fetches it; while it comes, and once it is here, a second asking is the same one. */
  readonly fetch: () => Promise<void>
  /** Lets it go, here and in main. */
  readonly close: () => void
}

/** Puts little-endian 16-bit samples in base64 into a wave of numbers from -1 to 1, from one place on; gives how many. */
const putSamples = (wave: Float32Array, from: number, base64: string): number => {
  const bytes = atob(base64)
  const count = Math.min(bytes.length >> 1, wave.length - from)
  for (let index = 0; index < count; index += 1) {
    const unsigned = bytes.charCodeAt(index * 2) | (bytes.charCodeAt(index * 2 + 1) << 8)
    wave[from + index] = (unsigned >= 0x8000 ? unsigned - 0x10000 : unsigned) / 0x8000
  }
  return count
}

/** Makes the recording of one run, which is fetched when a person wants to hear it. */
export const createRecording = (desk: Desk, run: { profileId: string; workflowRunId: number }): RecordingStore => {
  const store = createStore<RecordingState>(() => ({ step: 'none' }))
  const put = (state: RecordingState) => store.setState(state, true)
  /** Counts the closings: what was on its way before one is not wanted after it. */
  const closings = { count: 0 }

  const fetchPieces = async (recording: Recording, isWanted: () => boolean): Promise<RecordingState> => {
    const wave = new Float32Array(recording.samples)
    const { recordingId } = recording
    for (let from: number | null = 0; from !== null && isWanted();) {
      put({ step: 'fetching', recording, samples: from })
      // One after the other, so that the page goes on meanwhile and main holds no more than it must.
      const piece: Outcome<RecordingPiece> = await settle(desk.readRecording({ recordingId, from }))
      if (!piece.ok) return { step: 'failed', failure: piece.failure }
      putSamples(wave, from, piece.value.samples)
      from = piece.value.next
    }
    return { step: 'here', recording, wave }
  }

  return {
    store,
    fetch: async () => {
      const { step } = store.getState()
      if (step !== 'none' && step !== 'failed') return
      const { count } = closings
      const isWanted = () => closings.count === count
      put({ step: 'opening' })
      const opened = await settle(desk.openRecording(run))
      if (!opened.ok) return isWanted() ? put({ step: 'failed', failure: opened.failure }) : undefined
      const state = await fetchPieces(opened.value, isWanted)
      void settle(desk.closeRecording({ recordingId: opened.value.recordingId }))
      if (isWanted()) put(state)
    },
    close: () => {
      closings.count += 1
      put({ step: 'none' })
    },
  }
}
