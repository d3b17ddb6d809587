import { isDeepStrictEqual } from 'node:util'
import type { Agent } from '../../contract/agent.ts'
import type { Call, CallState } from '../../contract/call.ts'
import { type Failure, type Outcome, succeed } from '../../contract/failure.ts'
import type { CallLedger } from '../calls/call-ledger.ts'
import { countRuns, findAgent, type ListClient } from './ask-lists.ts'
import type { CaseBook } from './case-book.ts'
import { gapsIn, type LatestReading } from './conclusive.ts'
import { afterFailure, afterReading } from './learn.ts'
import { isOfEarlierLife, type LookUpCase } from './look-up-case.ts'
import { leftAloneFor, minutesAround } from './look-up-times.ts'
import { type Addition, type Evidence, type Judge, mayConclude } from './verdict.ts'

export type ConcludeParts = {
  ledger: Pick<CallLedger, 'resolve' | 'find'>
  judge: Judge
  book: CaseBook
  /** Told of a call that has moved on. */
  watch: (call: Call) => void
}

/** One reading, and how to ask the same service for more; `agents` asks once, however many calls need the answer. */
export type Asked = { reading: LatestReading; client: ListClient; agents: () => Promise<Outcome<Agent[]>> }

const nothing: Addition = { workflowId: null, mayHide: true }

const evidenceOf = (known: LookUpCase, endedAt: number, latest: LatestReading, book: CaseBook): Evidence => {
  const { call, earlier, onItsWay, foundAt, isPast } = known
  return { call, endedAt, latest, earlier, onItsWay, foundAt, isPast, now: book.now() }
}

/** Whether a run of the call may be there although none is seen: unreadable, or outside the minutes. */
const mayHide = async (known: LookUpCase, evidence: Evidence, { client }: Asked): Promise<Outcome<boolean>> => {
  const { latest, onItsWay } = evidence
  // Number and minutes alone find it then, and the minutes are only as good as a clock that may have been set since.
  if (known.call.referenceName === null && isOfEarlierLife(known)) return succeed(true)
  const time = minutesAround(onItsWay)
  // What Rundesk sends spoils no list. A run of ours that a conversation spoilt later was seen before that.
  if (known.sawEarly || gapsIn(latest.gaps, time).length === 0) return succeed(false)
  if (!Number.isFinite(time.from + time.to)) return succeed(true)
  const count = await countRuns(client, time)
  const isIn = (at: number): boolean => at >= time.from && at <= time.to
  if (!count.ok) return leftAloneFor(count.failure) > 0 ? count : succeed(true)
  return succeed(count.value > latest.runs.filter(({ createdAt }) => isIn(Date.parse(createdAt))).length)
}

/** Does with one case what a reading of the lists says: a verdict is written, or the case waits for its next time. */
export const createConclude = ({ ledger, judge, book, watch }: ConcludeParts) => {
  /** The call was settled or closed by someone else, or may not become what was found: it stands as it is recorded. */
  const follow = async (known: LookUpCase): Promise<void> => {
    const { callId, outcome } = known.call
    const found = await ledger.find(callId)
    if (!found.ok) book.schedule(afterFailure(known, found.failure))
    else if (found.value === null) book.drop(callId)
    else if (isDeepStrictEqual(found.value.outcome, outcome)) book.schedule(known)
    else watch(found.value)
  }

  const write = async (known: LookUpCase, verdict: CallState): Promise<void> => {
    const { call } = known
    if (isDeepStrictEqual(call.outcome, verdict)) return book.schedule(known)
    const moved = await ledger.resolve(call, verdict)
    if (!moved.ok) book.schedule(afterFailure(known, moved.failure))
    else if (moved.value === null) await follow(known)
    else watch(moved.value)
  }

  const add = async (known: LookUpCase, evidence: Evidence, asked: Asked): Promise<Outcome<Addition>> => {
    if (!mayConclude(evidence)) return succeed(nothing)
    const agents = await asked.agents()
    if (!agents.ok) return agents
    const workflowId = findAgent(agents.value, evidence.call.agentUuid)?.workflowId ?? null
    const hidden = await mayHide(known, evidence, asked)
    return hidden.ok ? succeed({ workflowId, mayHide: hidden.value }) : hidden
  }

  const waits = (known: LookUpCase): null => {
    book.schedule(known)
    return null
  }

  /** Answers with a failure only where the service wants to be left alone: then nothing more may be asked of it now. */
  return async (callId: string, asked: Asked): Promise<Failure | null> => {
    const before = book.get(callId)
    // Resolved or closed by someone else while the lists were read.
    if (before === undefined) return null
    const { endedAt } = before
    const known = afterReading(before, asked.reading, book.now().monotonic)
    if (endedAt === null) return waits(known)
    const evidence = evidenceOf({ ...known, earlier: before.earlier }, endedAt, asked.reading, book)
    const addition = await add(known, evidence, asked)
    const current = book.get(callId)
    // The call may have moved on while the service was asked for more.
    if (current?.call !== before.call) return current === undefined ? null : waits(current)
    if (!addition.ok) {
      book.schedule(afterFailure(known, addition.failure))
      return leftAloneFor(addition.failure) > 0 ? addition.failure : null
    }
    const verdict = judge(evidence, addition.value)
    if (verdict === null) return waits(known)
    book.set(known)
    await write(known, verdict)
    return null
  }
}

export type Conclude = ReturnType<typeof createConclude>
