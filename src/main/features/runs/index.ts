import type { DisplayState } from '../../../contract/call-list.ts'
import type { OrganizationDay } from '../../../contract/day.ts'
import { fail, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Input, Operations } from '../../../contract/operations.ts'
import {
  maxSamples,
  type Recording,
  type RecordingPiece,
  type SpokenTurn,
  type Transcript,
} from '../../../contract/run.ts'
import { endOfRun } from '../../../domain/call-end.ts'
import { longestDial } from '../../../domain/call-state.ts'
import { type DayCall, summarizeDay } from '../../../domain/day-summary.ts'
import type { Runtime } from '../../app/runtime.ts'
import type { RunArtifacts } from '../../service/artifacts.ts'
import type { ServiceClient } from '../../service/client.ts'
import { runMayRingDespite } from '../../service/proofs.ts'
import { asRunOf } from '../../service/run-identity.ts'
import type { RunListItem, RunPage } from '../../service/wire/runs.ts'
import type { Storage } from '../../storage/storage.ts'

type ArtifactsDeps = Pick<Runtime, 'createUuid' | 'after'> & {
  storage: Pick<Storage, 'run'>
  connections: {
    client: (
      profileId: string,
    ) => Promise<Outcome<{ artifacts(workflowRunId: number): Promise<Outcome<RunArtifacts>> }>>
  }
}

type ArtifactOperations = Pick<Operations, 'readTranscript' | 'openRecording' | 'readRecording' | 'closeRecording'>

/** The maximum sizes of downloads, in bytes. The service records at most 100 MB per track. */
const maxTranscriptBytes = 4 * 1024 * 1024
const maxRecordingBytes = 100 * 1024 * 1024

/** Downloads the transcripts and recordings of runs. They are kept in memory and are not written to disk. */
export const createArtifacts = ({
  storage,
  connections,
  createUuid,
  after,
}: ArtifactsDeps): { operations: ArtifactOperations; stop: () => void } => {
  const recordings = createRecordingCache({ createId: createUuid, after })
  let last: Promise<unknown> = Promise.resolve()

  /** One download at a time, because two large recordings could exhaust the memory. */
  const enqueue = <T>(download: () => Promise<T>): Promise<T> => {
    const result = last.then(download)
    // The caller receives the failure; the next download starts anyway.
    last = result.catch(() => undefined)
    return result
  }

  /** Reads the artifacts of a call's run. Fails if the run certainly belongs to another call. */
  const artifactsOf = async ({
    profileId,
    workflowRunId,
    callId,
  }: Input<'readTranscript'>): Promise<Outcome<RunArtifacts>> => {
    const client = await connections.client(profileId)
    const artifacts = client.ok ? await client.value.artifacts(workflowRunId) : client
    if (!artifacts.ok) return artifacts
    const found = await storage.run('getCall', { callId })
    if (!found.ok) return found
    return found.value === null ? fail({ kind: 'notFound', detail: '' }) : asRunOf(found.value.call, artifacts.value)
  }

  const downloadTranscript = async (run: Input<'readTranscript'>): Promise<Outcome<Transcript>> => {
    const found = await artifactsOf(run)
    if (!found.ok) return found
    const { notes, has, download } = found.value
    const file = has('transcript') ? await download('transcript', maxTranscriptBytes) : null
    if (file?.ok)
      return succeed({ ...readTranscript(Buffer.from(file.value).toString('utf8')), from: 'transcript' as const })
    // The service's notes contain the same words, and are used if the storage of the transcript cannot be reached.
    if (notes.length > 0) return succeed({ turns: notes, from: 'notes', isWhole: true })
    return file ?? fail({ kind: 'notFound', detail: '' })
  }

  const downloadRecording = async (run: Input<'openRecording'>): Promise<Outcome<Recording>> => {
    const found = await artifactsOf(run)
    if (!found.ok) return found
    const file = await found.value.download('recording', maxRecordingBytes)
    if (!file.ok) return file
    const wave = readWave(file.value)
    return wave === null ? fail({ kind: 'unavailable', cause: 'wrongShape' }) : succeed(recordings.open(wave))
  }

  return {
    operations: {
      readTranscript: (run) => enqueue(() => downloadTranscript(run)),
      openRecording: (run) => enqueue(() => downloadRecording(run)),
      async readRecording({ recordingId, from }) {
        const piece = recordings.read(recordingId, from)
        return piece === null ? fail({ kind: 'notFound', detail: '' }) : succeed(piece)
      },
      async closeRecording({ recordingId }) {
        recordings.close(recordingId)
        return succeed({})
      },
    },
    stop: recordings.stop,
  }
}

const speakers: Record<string, SpokenTurn['speaker']> = {
  user: 'callee',
  human: 'callee',
  customer: 'callee',
  assistant: 'agent',
  bot: 'agent',
  agent: 'agent',
}

/** The maximum number of turns: ten times as many as in an hour of fast conversation. */
const maxTurns = 5_000

/**
 * Reads the service's transcript: UTF-8 text with one line `[timestamp] user: …` or `[timestamp] assistant: …` per
 * turn. Any other line continues the previous turn. `isWhole` is false if there were more than 5,000 turns.
 */
export const readTranscript = (text: string): { turns: SpokenTurn[]; isWhole: boolean } => {
  const turns: SpokenTurn[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    if (line.trim() === '') continue
    const turn = readTurn(line)
    const last = turns.at(-1)
    if (turn) turns.push(turn)
    else if (last) last.text = `${last.text}\n${line.trim()}`.trim()
    else turns.push({ speaker: 'other', text: line.trim(), at: null })
    if (turns.length > maxTurns) return { turns: turns.slice(0, maxTurns), isWhole: false }
  }
  return { turns: turns.filter((one) => one.text !== ''), isWhole: true }
}

/** `[timestamp] speaker: words`; the timestamp may be missing or have any format. */
const turnPattern = /^(?:\[([^\]]{0,80})\]\s*)?([A-Za-z_][\w -]{0,30}):\s?(.*)$/

const readTurn = (line: string): SpokenTurn | null => {
  const [whole, stamp, name = '', words = ''] = turnPattern.exec(line) ?? []
  if (whole === undefined) return null
  const speaker = speakers[name.toLowerCase()]
  // Without a timestamp, only a known speaker starts a turn, because spoken text may also contain “one: …”.
  if (speaker === undefined && stamp === undefined) return null
  return {
    speaker: speaker ?? 'other',
    text: speaker ? words.trim() : `${name}: ${words}`.trim(),
    at: parseTime(stamp),
  }
}

const parseTime = (text: string | undefined): string | null => {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** A recording that is not read for this time is removed from memory, in milliseconds. */
const idleMilliseconds = 10 * 60_000

type RecordingCacheDeps = {
  createId: () => string
  after: (milliseconds: number, action: () => void) => () => void
}

/** Keeps one recording in memory, because it may take 100 MB. Opening another removes it. */
export const createRecordingCache = ({ createId, after }: RecordingCacheDeps) => {
  let current: { recordingId: string; wave: Wave; cancel: () => void } | null = null

  const clear = (): void => {
    current?.cancel()
    current = null
  }
  const keep = (recordingId: string, wave: Wave): void => {
    clear()
    current = { recordingId, wave, cancel: after(idleMilliseconds, clear) }
  }

  return {
    open(wave: Wave): Recording {
      const recordingId = createId()
      keep(recordingId, wave)
      return { recordingId, sampleRate: wave.sampleRate, samples: wave.samples.length, peaks: peaksOf(wave) }
    },
    /** Returns samples, starting at `from`; null if the recording is no longer in memory. */
    read(recordingId: string, from: number): RecordingPiece | null {
      if (current?.recordingId !== recordingId) return null
      const { wave } = current
      keep(recordingId, wave)
      const piece = wave.samples.subarray(from, from + maxSamples)
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
      const end = from + piece.length
      return { samples: bytes.toString('base64'), next: end < wave.samples.length ? end : null }
    },
    close(recordingId: string): void {
      if (current?.recordingId === recordingId) clear()
    },
    stop: clear,
  }
}

/** A mono recording with 16-bit samples. */
type Wave = { sampleRate: number; samples: Int16Array }

/** Reads a WAV file of 16-bit PCM; two tracks are mixed into one. Returns null for any other format. */
export const readWave = (bytes: Uint8Array): Wave | null => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < 12 || file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
    return null
  let format: WaveFormat | null = null
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4)
    const size = file.readUInt32LE(at + 4)
    // If the length was not known in advance, the recorder writes the maximum, so the chunk ends at the end of the
    // file.
    const chunk = file.subarray(at + 8, Math.min(file.length, at + 8 + size))
    if (name === 'fmt ') format = readFormat(chunk)
    if (name === 'data') return format && { sampleRate: format.sampleRate, samples: mixTracks(chunk, format.channels) }
    at += 8 + size + (size % 2)
  }
  return null
}

type WaveFormat = { channels: number; sampleRate: number }

const plainPcm = 1
const extensible = 0xfffe

/** Reads a `fmt ` chunk; null unless it is 16-bit PCM, which the service stores. */
const readFormat = (chunk: Buffer): WaveFormat | null => {
  if (chunk.length < 16) return null
  const tag = chunk.readUInt16LE(0)
  const kind = tag === extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag
  const [channels, sampleRate, bits] = [chunk.readUInt16LE(2), chunk.readUInt32LE(4), chunk.readUInt16LE(14)]
  const isPlayable = kind === plainPcm && bits === 16 && channels >= 1 && channels <= 2
  return isPlayable && sampleRate >= 4_000 && sampleRate <= 96_000 ? { channels, sampleRate } : null
}

const mixTracks = (data: Buffer, channels: number): Int16Array => {
  const count = Math.floor(data.length / (2 * channels))
  const samples = new Int16Array(count)
  for (let index = 0; index < count; index += 1) {
    const first = data.readInt16LE(index * 2 * channels)
    samples[index] = channels === 1 ? first : (first + data.readInt16LE(index * 4 + 2)) >> 1
  }
  return samples
}

const peakCount = 200

/** Returns the peak of each of 200 equal parts, from 0 to 1; fewer if there are fewer samples. */
export const peaksOf = ({ samples }: Wave): number[] => {
  const size = Math.max(1, Math.ceil(samples.length / peakCount))
  const peaks: number[] = []
  for (let start = 0; start < samples.length; start += size) {
    let peak = 0
    for (const sample of samples.subarray(start, start + size)) peak = Math.max(peak, Math.abs(sample))
    peaks.push(Math.round((peak / 32_768) * 1000) / 1000)
  }
  return peaks
}

/**
 * Maximum number of pages of 100 runs: a few seconds of requests, and more calls than most organizations make in a day.
 */
const maxPages = 20
const pageSize = 100
/** Sizes of the parts in which a page is read if the service cannot send the whole page. */
const partSizes = [25, 5]

/**
 * Counts the outbound calls that an organization made since a time (ISO 8601), from every computer, campaign and
 * program. If a list is too long, or the service cannot send all of it, only the runs that were read are counted.
 */
export const readOrganizationDay = async (
  client: Pick<ServiceClient, 'runsOfOrganization' | 'agents'>,
  since: string,
  clock: () => number,
): Promise<Outcome<OrganizationDay>> => {
  const list = (page: number, limit: number) => client.runsOfOrganization({ from: since, page, limit })
  const runs = new Map<number, RunListItem>()
  let total = 0
  for (let page = 1; page <= maxPages; page += 1) {
    const read = await readPage(list, page)
    if (!read.ok) {
      if (page === 1) return read
      break
    }
    // A run that is created in the meantime shifts the others, so the next page contains some of them again.
    for (const run of read.value.runs) runs.set(run.workflowRunId, run)
    total = read.value.totalCount
    if (page * pageSize >= total) break
  }
  const names = runs.size === 0 ? new Map<number, string>() : await namesOfAgents(client)
  const calls = [...runs.values()].filter(isOutboundCall).map((run): DayCall => {
    const { createdAt: at, workflowId, durationSeconds } = run
    const agent = { id: String(workflowId ?? '?'), name: workflowId === null ? null : (names.get(workflowId) ?? null) }
    return { at, agent, state: stateOf(run, clock()), talkSeconds: durationSeconds ?? 0 }
  })
  return succeed({ summary: summarizeDay(calls), read: runs.size, total: Math.max(total, runs.size) })
}

type ListRuns = (page: number, limit: number) => Promise<Outcome<RunPage>>

/**
 * Reads a page. If the service cannot send it, because it cannot serialize one of the runs, reads the parts that it can
 * send.
 */
const readPage = async (list: ListRuns, page: number, size = pageSize): Promise<Outcome<RunPage>> => {
  const whole = await list(page, size)
  const isBroken = !whole.ok && whole.failure.kind === 'unavailable' && whole.failure.cause === 'serverError'
  const smaller = partSizes.find((one) => one < size)
  if (!isBroken || smaller === undefined) return whole
  const parts = size / smaller
  const found: RunPage[] = []
  for (let part = 1; part <= parts; part += 1) {
    const read = await readPage(list, (page - 1) * parts + part, smaller)
    if (read.ok) found.push(read.value)
  }
  const last = found.at(-1)
  return last === undefined ? whole : succeed({ ...last, runs: found.flatMap(({ runs }) => runs) })
}

/** Returns the agents' names by workflow ID; empty if they cannot be read, because the count does not need them. */
const namesOfAgents = async (client: Pick<ServiceClient, 'agents'>): Promise<ReadonlyMap<number, string>> => {
  const agents = await client.agents()
  return new Map(agents.ok ? agents.value.map(({ workflowId, name }) => [workflowId, name]) : [])
}

const browserModes = ['smallwebrtc', 'webrtc', 'textchat']

const isOutboundCall = ({ mode, callType }: RunListItem): boolean =>
  callType !== 'inbound' && !browserModes.includes(mode ?? '')

/**
 * Returns the state of a listed run. The organization's list has no carrier reports and does not say whether a run is
 * over.
 */
const stateOf = (run: RunListItem, now: number): DisplayState => {
  const { carrierCallId, disposition, error, isCompleted, createdAt } = run
  const startError = error ?? (disposition === 'error' ? '' : null)
  if (startError !== null && carrierCallId === null) return runMayRingDespite(startError) ? 'unknown' : 'carrierRefused'
  const isOver = disposition !== null || error !== null || isCompleted === true
  const end = endOfRun({ ...run, isCompleted: isOver, steps: [] })
  if (end !== null) return end.kind
  if (carrierCallId !== null) return 'accepted'
  return now - Date.parse(createdAt) > longestDial ? 'toCheck' : 'dialing'
}
