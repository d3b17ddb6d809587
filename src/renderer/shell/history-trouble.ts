import type { Failure } from '../../contract/failure.ts'
import type { HistoryHealth } from '../../contract/history.ts'
import { words } from '../words/words.ts'
import type { Fact } from './fact.ts'

const said = words.settings.history

/** What is wrong with the history: `bad` stands in the way of calling or of trust, `check` is to be read once. */
export type HistoryTrouble = { tone: 'bad' | 'check'; title: string; text: string }

const bad = (title: string, ...sentences: string[]): HistoryTrouble => ({
  tone: 'bad',
  title,
  text: sentences.join(' '),
})

const unread = (failure: Failure): HistoryTrouble => {
  if (failure.kind === 'storage') return bad(said.failed, said.why(failure.reason), said.next(failure.reason))
  const { why, next } = words.failure.inWords(failure)
  return bad(said.failed, why, next)
}

const troubleIn = ({ stopped, check, recovered }: HistoryHealth): HistoryTrouble | null => {
  if (stopped) return bad(said.stopped, said.why(stopped), said.next(stopped))
  if (check && !check.intact) return bad(said.brokenTitle, said.brokenText)
  if (!recovered) return null
  return { tone: 'check', title: said.recovered, text: `${said.gap(recovered.gapFrom, recovered.at)} ${said.before}` }
}

/** The worst that is known of the history, to stand over every screen; null when all is well, or nothing is known yet. */
export const historyTrouble = (health: Fact<HistoryHealth>): HistoryTrouble | null => {
  if (health.step === 'failed') return unread(health.failure)
  return health.known ? troubleIn(health.known.value) : null
}
