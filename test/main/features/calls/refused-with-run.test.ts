import { expect, it } from 'vitest'
import type { SettledState } from '../../../../src/main/service/classify.ts'
import { succeed } from '../../../../src/contract/failure.ts'
import { createInFlightCalls } from '../../../../src/main/features/calls/guards.ts'
import { createCallOutcomes } from '../../../../src/main/features/calls/outcomes.ts'
import { createCallTrigger } from '../../../../src/main/features/calls/trigger-call.ts'
import type { DialResult } from '../../../../src/main/service/trigger-call.ts'
import { createSecret } from '../../../../src/main/vault/secret.ts'
import { aDraft } from '../../../support/a-call.ts'
import { acme } from '../../../support/fake-api/data.ts'
import { value } from '../../storage/open-storage.ts'
import { agentUuid, aRow, checkedList, now, openLists, profileId, start } from '../../storage/lists/open-lists.ts'

const rejected = (status: number): SettledState => ({ state: 'rejected', status, detail: '', issues: [] })

/** Places the call of a list's row, which the service refuses after its run was found. Returns what the list learned. */
const refuse = async (outcome: SettledState, foundRunId: number | null) => {
  const lists = await openLists()
  const { storage } = lists
  const listId = await checkedList(lists, [aRow(1)])
  await start(lists, listId)
  const [due] = await value(storage.run('takeDueRows', { listId, now, limit: 1 }))
  if (due === undefined) throw new Error('The row is not ready.')
  const { callId, phoneNumber, context: initialContext } = due
  const learned: unknown[] = []
  const outcomes = createCallOutcomes({
    storage,
    clock: () => now,
    announce: () => {},
    onMoved: (call) => learned.push(['moved', call.outcome.state]),
  })
  const response = Promise.withResolvers<DialResult>()
  const calls = createCallTrigger({
    storage,
    outcomes,
    inFlight: createInFlightCalls(),
    repeatMinutes: () => 10,
    hasGap: () => false,
    countriesFor: () => [],
    lookUpEnd: () => Promise.resolve(),
    auditOfListed: () => {
      throw new Error('No call was confirmed.')
    },
    clock: () => now,
    monotonic: () => 0,
    after: () => () => undefined,
    createUuid: () => '',
    connect: () => Promise.resolve(succeed({ origin: '', key: createSecret(''), profile: { ...acme, id: profileId } })),
    createClient: () => ({ triggerCall: () => response.promise }),
    dialMilliseconds: () => 0,
    resume: () => Promise.resolve(succeed(null)),
    watch: () => {},
  })
  const onAnswer = (result: DialResult) => void learned.push(['answer', result.outcome.state])
  const draft = aDraft({ callId, profileId, agentUuid, phoneNumber, initialContext })
  const call = await value(calls.triggerCall(draft, { listId, row: 1, onMayHaveLeft: () => {}, onAnswer }))
  const { outcome: sending } = call
  if (sending.state !== 'sending') throw new Error('The call was not sent.')
  if (foundRunId !== null) await value(outcomes.resolve(call, { ...sending, foundRunId }))
  learned.length = 0
  response.resolve({ outcome, serverDate: null })
  await calls.settled()
  return learned
}

it.each([404, 500])('is no refusal for the call’s list if a run was found before it: %i', async (status) => {
  expect(await refuse(rejected(status), 7)).toEqual([['moved', 'unknown']])
})

it.each([
  [404, null],
  // The service creates the run first.
  [402, 7],
])('is a refusal for the call’s list before it is on disk: %i, found run: %s', async (status, foundRunId) => {
  expect(await refuse(rejected(status), foundRunId)).toEqual([
    ['answer', 'rejected'],
    ['moved', 'rejected'],
  ])
})

it('is a refusal for the call’s list at once if the key was rejected, so that the list shows the response', async () => {
  expect(await refuse(rejected(401), 7)).toEqual([
    ['answer', 'rejected'],
    ['moved', 'unknown'],
  ])
})
