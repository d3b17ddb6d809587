import { dateWithMilliseconds } from '../http/dates.ts'
import type { Pace } from '../pace.ts'
import { spokenLines, type SpokenLine } from '../runs/conversation.ts'
import { lifeOf } from '../runs/run-life.ts'
import type { Run } from '../world/world.ts'
import { makeWave } from './make-wave.ts'

/** What the service keeps of a call beside its record, by the names of its links. */
export const artifactNames = ['recording', 'transcript', 'user_recording', 'bot_recording'] as const
export type ArtifactName = (typeof artifactNames)[number]

export type ArtifactFile = { readonly contentType: string; readonly bytes: Uint8Array }

const hertz = { user: 190, assistant: 270 }
/** How long a line takes to say, in milliseconds. */
const sayingMs = 2_200

/** The place of an artifact in the storage; no address. */
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

/** What lies in the storage under a name of this run: its transcript as lines of text, its recordings as tones. */
export function fileOf(run: Run, name: ArtifactName, pace: Pace): ArtifactFile {
  const { connectedAt, talkSeconds } = lifeOf(run, pace)
  const begins = connectedAt ?? run.dialledAt
  const lines = spokenLines(begins)
  if (name === 'transcript') {
    const text = lines.map(({ speaker, text: said, at }) => `[${dateWithMilliseconds(at)}] ${speaker}: ${said}\n`)
    return { contentType: 'text/plain; charset=utf-8', bytes: new TextEncoder().encode(text.join('')) }
  }
  const voices = lines
    .filter(({ speaker }) => speakers[name].includes(speaker))
    .map(({ speaker, at }) => ({ from: at - begins, until: at - begins + sayingMs, hertz: hertz[speaker] }))
  return { contentType: 'audio/wav', bytes: makeWave(talkSeconds * 1000, voices) }
}
