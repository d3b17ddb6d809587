import type { SpokenTurn } from '../../contract/artifacts.ts'

const speakers: Record<string, SpokenTurn['speaker']> = {
  user: 'callee',
  human: 'callee',
  customer: 'callee',
  assistant: 'agent',
  bot: 'agent',
  agent: 'agent',
}

/** `[timestamp] speaker: words`; the timestamp may be missing or of any form. */
const begun = /^(?:\[([^\]]{0,80})\]\s*)?([A-Za-z_][\w -]{0,30}):\s?(.*)$/

const momentOf = (text: string | undefined): string | null => {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

const turnOf = (line: string): SpokenTurn | null => {
  const [whole, stamp, name = '', words = ''] = begun.exec(line) ?? []
  if (whole === undefined) return null
  const speaker = speakers[name.toLowerCase()]
  // Without its timestamp a line begins a turn only under a name that is known: people say things like “one: …”.
  if (speaker === undefined && stamp === undefined) return null
  return { speaker: speaker ?? 'other', text: speaker ? words.trim() : `${name}: ${words}`.trim(), at: momentOf(stamp) }
}

/** The most turns that are read: an hour of quick talk has a tenth of them. */
const mostTurns = 5_000

/**
 * Reads the service's transcript, UTF-8 text with a line `[timestamp] user: …` or `[timestamp] assistant: …` a turn. A line
 * that begins no turn goes on with the one before it. `isWhole` is false where there were more turns than are read.
 */
export const readTranscript = (text: string): { turns: SpokenTurn[]; isWhole: boolean } => {
  const turns: SpokenTurn[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    if (line.trim() === '') continue
    const turn = turnOf(line)
    const last = turns.at(-1)
    if (turn) turns.push(turn)
    else if (last) last.text = `${last.text}\n${line.trim()}`.trim()
    else turns.push({ speaker: 'other', text: line.trim(), at: null })
    if (turns.length > mostTurns) return { turns: turns.slice(0, mostTurns), isWhole: false }
  }
  return { turns: turns.filter((one) => one.text !== ''), isWhole: true }
}
