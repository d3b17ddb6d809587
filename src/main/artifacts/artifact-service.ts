import type { Recording, RecordingPiece, Transcript } from '../../contract/artifacts.ts'
import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { Input } from '../../contract/operations.ts'
import type { RunArtifacts } from '../service/artifacts.ts'
import { createKeptRecordings } from './kept-recordings.ts'
import { readTranscript } from './read-transcript.ts'
import { readWave } from './read-wave.ts'

export type ArtifactServiceParts = {
  clientOf: (
    profileId: string,
  ) => Promise<Outcome<{ artifacts(workflowRunId: number): Promise<Outcome<RunArtifacts>> }>>
  createUuid: () => string
  after: (milliseconds: number, act: () => void) => () => void
}

type OfRun = Input<'readTranscript'>

/** The most that is fetched, in bytes. The service records at most 100 MB a track. */
const mostOfTranscript = 4 * 1024 * 1024
const mostOfRecording = 100 * 1024 * 1024

/** Fetches what was said in a call and its recording, in memory only: nothing of them is written down on this computer. */
export const createArtifactService = ({ clientOf, createUuid, after }: ArtifactServiceParts) => {
  const recordings = createKeptRecordings({ createId: createUuid, after })
  let turn: Promise<unknown> = Promise.resolve()

  /** One fetch at a time: two large recordings together would fill the memory. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    // Whoever asked hears of a failure; the next one begins all the same.
    turn = result.catch(() => undefined)
    return result
  }

  const artifactsOf = async ({ profileId, workflowRunId }: OfRun): Promise<Outcome<RunArtifacts>> => {
    const client = await clientOf(profileId)
    return client.ok ? client.value.artifacts(workflowRunId) : client
  }

  const fetchTranscript = async (run: OfRun): Promise<Outcome<Transcript>> => {
    const found = await artifactsOf(run)
    if (!found.ok) return found
    const { notes, has, download } = found.value
    const file = has('transcript') ? await download('transcript', mostOfTranscript) : null
    if (file?.ok)
      return succeed({ ...readTranscript(Buffer.from(file.value).toString('utf8')), from: 'transcript' as const })
    // The same words, from what was noted while the call went on: better than none where the storage cannot be reached.
    if (notes.length > 0) return succeed({ turns: notes, from: 'notes', isWhole: true })
    return file ?? fail({ kind: 'notFound', detail: '' })
  }

  const fetchRecording = async (run: OfRun): Promise<Outcome<Recording>> => {
    const found = await artifactsOf(run)
    if (!found.ok) return found
    const file = await found.value.download('recording', mostOfRecording)
    if (!file.ok) return file
    const wave = readWave(file.value)
    return wave === null ? fail({ kind: 'unavailable', cause: 'wrongShape' }) : succeed(recordings.open(wave))
  }

  return {
    readTranscript: (run: OfRun): Promise<Outcome<Transcript>> => inTurn(() => fetchTranscript(run)),
    openRecording: (run: OfRun): Promise<Outcome<Recording>> => inTurn(() => fetchRecording(run)),
    readRecording: ({ recordingId, from }: Input<'readRecording'>): Outcome<RecordingPiece> => {
      const piece = recordings.read(recordingId, from)
      return piece === null ? fail({ kind: 'notFound', detail: '' }) : succeed(piece)
    },
    closeRecording: ({ recordingId }: Input<'closeRecording'>): void => recordings.close(recordingId),
    stop: recordings.stop,
  }
}

export type ArtifactService = ReturnType<typeof createArtifactService>
