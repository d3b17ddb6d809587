import type { Timings, Practice } from './practice.ts'
import { hasPassed, timelineOf, type SpokenLine, spokenLines } from './runs/timeline.ts'
import { dateWithMilliseconds } from './answers.ts'
import type { Run } from './organization/world.ts'

const bucket = '/voice-audio/'

/**
 * Returns the URL of a stored file. As with self-hosted storage, it has no signature and does not expire (measured).
 */
export const storageAddress = (origin: string, key: string): string => `${origin}${bucket}${key}`

const answer = (status: number, contentType: string, bytes: Uint8Array): Response =>
  new Response(Buffer.from(bytes), {
    status,
    headers: { 'content-length': String(bytes.byteLength), 'content-type': contentType },
  })

const missing = (): Response =>
  answer(404, 'application/xml', new TextEncoder().encode('<Error><Code>NoSuchKey</Code></Error>'))

function find(practice: Practice, key: string): ArtifactFile | undefined {
  const now = practice.clock.now()
  for (const run of practice.world.runs)
    for (const name of artifactNames)
      if (
        storageKeyOf(run, name) === key &&
        hasArtifact(run, name) &&
        hasPassed(timelineOf(run, practice.timings).artifactsAt, now)
      )
        return fileOf(run, name, practice.timings)
  return undefined
}

/** Handles requests to the storage, which is a different host. Anyone who knows a URL can download the file. */
export function answerStorage(request: Request, practice: Practice): Response {
  const { pathname } = new URL(request.url)
  const file = pathname.startsWith(bucket) ? find(practice, pathname.slice(bucket.length)) : undefined
  return file ? answer(200, file.contentType, file.bytes) : missing()
}

/** The names of a call's files in its links. */
export const artifactNames = ['recording', 'transcript', 'user_recording', 'bot_recording'] as const
export type ArtifactName = (typeof artifactNames)[number]

type ArtifactFile = { readonly contentType: string; readonly bytes: Uint8Array }

const pitches = { user: 190, assistant: 270 }
/** The time it takes to say one line, in milliseconds. */
const sayingMs = 2_200

/** Returns whether a run has this artifact once its call has been saved. */
export function hasArtifact({ ending }: Run, name: ArtifactName): boolean {
  return name === 'recording' || ending !== 'no-transcript'
}

/** Returns the path of an artifact within the storage. */
export function storageKeyOf(run: Run, name: ArtifactName): string {
  switch (name) {
    case 'transcript':
      return `transcripts/${run.id}.txt`
    case 'recording':
      return `recordings/${run.id}.wav`
    case 'user_recording':
      return `recordings/${run.id}/user.wav`
    case 'bot_recording':
      return `recordings/${run.id}/bot.wav`
  }
}

const speakers: Record<ArtifactName, readonly SpokenLine['speaker'][]> = {
  transcript: [],
  recording: ['user', 'assistant'],
  user_recording: ['user'],
  bot_recording: ['assistant'],
}

/** Creates an artifact of this run: its transcript as lines of text, a recording as tones. */
function fileOf(run: Run, name: ArtifactName, timings: Timings): ArtifactFile {
  const { connectedAt, talkSeconds } = timelineOf(run, timings)
  const startedAt = connectedAt ?? run.dialedAt
  const lines = spokenLines(run, startedAt)
  if (name === 'transcript') {
    const text = lines.map(({ speaker, text: words, at }) => `[${dateWithMilliseconds(at)}] ${speaker}: ${words}\n`)
    return { contentType: 'text/plain; charset=utf-8', bytes: new TextEncoder().encode(text.join('')) }
  }
  const voices = lines
    .filter(({ speaker }) => speakers[name].includes(speaker))
    .map(({ speaker, at }) => ({ from: at - startedAt, until: at - startedAt + sayingMs, hertz: pitches[speaker] }))
  return { contentType: 'audio/wav', bytes: makeWave(talkSeconds * 1000, voices) }
}

/** A part of a recording in which a tone represents a voice. Times in milliseconds from its start. */
type Voice = { readonly from: number; readonly until: number; readonly hertz: number }

const samplesPerSecond = 8_000
const loudness = 5_000
/** Number of samples over which a tone fades in and out, to avoid clicks. */
const fade = 400

const loudnessAt = (sample: number, from: number, until: number): number =>
  loudness * Math.max(0, Math.min(1, (sample - from) / fade, (until - sample) / fade))

function tone(samples: Int16Array, { from, until, hertz }: Voice): void {
  const [first, last] = [from, until].map((ms) => Math.round((ms / 1000) * samplesPerSecond))
  if (first === undefined || last === undefined) return
  for (let sample = first; sample < Math.min(last, samples.length); sample += 1) {
    const turn = (2 * Math.PI * hertz * sample) / samplesPerSecond
    // Varies the volume four times a second, like syllables.
    const swell = 0.55 + 0.45 * Math.sin((2 * Math.PI * 4 * sample) / samplesPerSecond)
    samples[sample] = Math.round(loudnessAt(sample, first, last) * swell * Math.sin(turn))
  }
}

/** Creates a recording in the service's format: WAV, 16-bit PCM, mono, 8 kHz. */
function makeWave(milliseconds: number, voices: readonly Voice[]): Uint8Array {
  const samples = new Int16Array(Math.round((milliseconds / 1000) * samplesPerSecond))
  for (const voice of voices) tone(samples, voice)
  const bytes = Buffer.alloc(44 + samples.length * 2)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(36 + samples.length * 2, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(samplesPerSecond, 24)
  bytes.writeUInt32LE(samplesPerSecond * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(samples.length * 2, 40)
  for (const [index, sample] of samples.entries()) bytes.writeInt16LE(sample, 44 + index * 2)
  return bytes
}
