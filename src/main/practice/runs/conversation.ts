import { dateWithMilliseconds } from '../http/dates.ts'
import type { Printable } from '../json/json-value.ts'

const lines = [
  ['rtf-bot-text', 'Hello, this is a practice call. Is this a good moment?'],
  ['rtf-user-transcription', 'Yes, go ahead.'],
  ['rtf-bot-text', 'Thank you. This call rings no real phone, so I will let you go.'],
  ['rtf-user-transcription', 'Goodbye.'],
] as const

/** What was said in a call that began at this moment, as the service writes it down afterwards. */
export function conversationOf(connectedAt: number): Printable {
  return lines.map(([type, text], index) => ({
    type,
    timestamp: dateWithMilliseconds(connectedAt + 1000 + index * 3000),
    turn: Math.floor(index / 2),
    node_id: 'start',
    node_name: 'Start',
    payload: type === 'rtf-bot-text' ? { text } : { text, final: true },
  }))
}
