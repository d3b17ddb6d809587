import { dateWithMilliseconds } from '../http/dates.ts'
import type { Printable } from '../json/json-value.ts'

/** One thing that was said, by whom as the transcript names them, and when (milliseconds since 1970). */
export type SpokenLine = { readonly speaker: 'user' | 'assistant'; readonly text: string; readonly at: number }

const lines = [
  ['assistant', 'Hello, this is a practice call. Is this a good moment?'],
  ['user', 'Yes, go ahead.'],
  ['assistant', 'Thank you. This call rings no real phone, so I will let you go.'],
  ['user', 'Goodbye.'],
] as const

/** What is said in a call that began at this moment. */
export function spokenLines(connectedAt: number): SpokenLine[] {
  return lines.map(([speaker, text], index) => ({ speaker, text, at: connectedAt + 1000 + index * 3000 }))
}

/** What was said in a call that began at this moment, as the service writes it down afterwards. */
export function conversationOf(connectedAt: number): Printable {
  return spokenLines(connectedAt).map(({ speaker, text, at }, index) => ({
    type: speaker === 'assistant' ? 'rtf-bot-text' : 'rtf-user-transcription',
    timestamp: dateWithMilliseconds(at),
    turn: Math.floor(index / 2),
    node_id: 'start',
    node_name: 'Start',
    payload: speaker === 'assistant' ? { text } : { text, final: true },
  }))
}
