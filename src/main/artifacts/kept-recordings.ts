import { mostSamples, type Recording, type RecordingPiece } from '../../contract/artifacts.ts'
import { peaksOf, type Wave } from './read-wave.ts'

/** A recording that nobody reads any more is let go after this time, in milliseconds. */
const idle = 10 * 60_000
/** A recording may take a hundred megabytes: the one before is let go when another is opened. */
const most = 1

type Parts = {
  createId: () => string
  after: (milliseconds: number, act: () => void) => () => void
}

type Kept = { wave: Wave; cancel: () => void }

/** Keeps the recordings that are being handed over, in memory and nowhere else. */
export const createKeptRecordings = ({ createId, after }: Parts) => {
  const recordings = new Map<string, Kept>()

  const close = (recordingId: string): void => {
    recordings.get(recordingId)?.cancel()
    recordings.delete(recordingId)
  }
  const keep = (recordingId: string, wave: Wave): void => {
    close(recordingId)
    recordings.set(recordingId, { wave, cancel: after(idle, () => close(recordingId)) })
  }

  return {
    close,
    open(wave: Wave): Recording {
      for (const recordingId of [...recordings.keys()].slice(0, recordings.size - most + 1)) close(recordingId)
      const recordingId = createId()
      keep(recordingId, wave)
      return { recordingId, sampleRate: wave.sampleRate, samples: wave.samples.length, peaks: peaksOf(wave) }
    },
    /** The samples from one on; null when the recording is not kept any more. */
    read(recordingId: string, from: number): RecordingPiece | null {
      const kept = recordings.get(recordingId)
      if (!kept) return null
      keep(recordingId, kept.wave)
      const piece = kept.wave.samples.subarray(from, from + mostSamples)
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
      const end = from + piece.length
      return { samples: bytes.toString('base64'), next: end < kept.wave.samples.length ? end : null }
    },
    stop(): void {
      for (const recordingId of recordings.keys()) close(recordingId)
    },
  }
}
