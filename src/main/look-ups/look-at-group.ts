import type { Agent } from '../../contract/agent.ts'
import type { Failure, Outcome } from '../../contract/failure.ts'
import { askLists, type ListClient } from './ask-lists.ts'
import type { CaseBook } from './case-book.ts'
import { dateReading } from './conclusive.ts'
import type { Conclude } from './conclude.ts'
import { afterFailure, afterNoClient, afterNoList } from './learn.ts'
import { isFirstGlance, type LookUpCase, timeToRead } from './look-up-case.ts'
import { ownRuns } from './run-evidence.ts'
import type { RunListItem } from '../service/wire-runs.ts'
import type { LookAtGroup } from './look-queue.ts'
import { around, type OnItsWay, type ServiceMoment } from './service-time.ts'

export type LookAtGroupParts = {
  clientOf: (profileId: string) => Promise<Outcome<ListClient>>
  book: CaseBook
  conclude: Conclude
  /** Told of an error that nobody foresaw: its words belong into the log. */
  onUnforeseen: (error: unknown) => void
}

const askOnce = (client: ListClient): (() => Promise<Outcome<Agent[]>>) => {
  let answer: Promise<Outcome<Agent[]>> | null = null
  return () => (answer ??= client.agents())
}

/** Nothing here is meant to throw; if something does, the calls stay unresolved and are looked at again. */
const unforeseen: Failure = { kind: 'internal', reference: 'look-up' }

/** Reads the lists once for several calls of one profile, and concludes for each of them. */
export const createLookAtGroup = ({ clientOf, book, conclude, onUnforeseen }: LookAtGroupParts): LookAtGroup => {
  const each = (group: readonly LookUpCase[], change: (known: LookUpCase) => LookUpCase): void => {
    for (const { call } of group) {
      const known = book.get(call.callId)
      if (known !== undefined) book.schedule(change(known))
    }
  }

  const begin = (group: readonly LookUpCase[]): void => {
    for (const known of group) {
      book.cancelTimer(known.call.callId)
      book.set({ ...known, step: 'asking', attempts: known.attempts + 1, lastAskedWall: book.now().wall })
    }
  }

  const look = async (group: readonly LookUpCase[], first: LookUpCase): Promise<Failure | null> => {
    begin(group)
    const startedAt = book.now().monotonic
    const client = await clientOf(first.call.profileId)
    if (!client.ok) {
      each(group, (known) => afterNoClient(known, client.failure))
      return client.failure
    }
    const timeOf = (now: ServiceMoment): OnItsWay => around(group.map((known) => timeToRead(known, now)))
    const { list, call } = first
    const question = { client: client.value, list, agentUuid: call.agentUuid, timeOf, now: book.now }
    const isEnough = (runs: readonly RunListItem[]): boolean =>
      group.every((known) => ownRuns(known.call, runs).length > 0)
    const reading = await askLists({ ...question, isEnough, isOver: book.isStopped })
    if (!reading.ok) {
      each(group, (known) => afterNoList(known, reading.failure))
      return reading.failure
    }
    const complete = reading.value.complete && !group.some(isFirstGlance)
    const latest = dateReading({ ...reading.value, complete }, startedAt)
    const asked = { reading: latest, client: client.value, agents: askOnce(client.value) }
    for (const { call: one } of group) {
      const failure = await conclude(one.callId, asked)
      if (failure !== null) return failure
    }
    return reading.value.failure
  }

  return async (group) => {
    const [first] = group
    if (first === undefined) return null
    try {
      const failure = await look(group, first)
      if (failure !== null) book.leaveAlone(first.call.profileId, failure)
      return failure
    } catch (error) {
      onUnforeseen(error)
      each(group, (known) => afterFailure(known, unforeseen))
      return unforeseen
    }
  }
}
