import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Call } from '../../../../src/contract/call.ts'
import { fail, invalid, succeed } from '../../../../src/contract/failure.ts'
import type { Profile } from '../../../../src/contract/profile.ts'
import type { Run } from '../../../../src/contract/run.ts'
import { messages } from '../../../../src/messages/index.ts'
import {
  createRunLookup,
  ManualDecision,
  summaryOf,
  profileFirst,
} from '../../../../src/renderer/features/support/run-lookup.tsx'
import { accepted, aDraft } from '../../../support/a-call.ts'
import { createFakeApi } from '../../../support/fake-api.ts'
import { fakeRun } from '../../../support/fake-api/numbers.ts'
import { acme, fakeCall } from '../../../support/fake-api/data.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')
const cobalt: Profile = { ...acme, id: '01K000000000000000000ACME7', name: 'Cobalt' }
const call = fakeCall(1, now - 60_000, accepted)

/** `answers`: by profile ID, or by call ID. The services answer after `mayAnswer`. */
const openLookup = (
  answers: Record<string, 'knows' | 'reused' | 'unknown' | 'down'>,
  calls = [call],
  initialContext: Run['initialContext'] = {},
  mayAnswer: Promise<unknown> = Promise.resolve(),
) => {
  const api = createFakeApi({ now: () => now, calls, profiles: [acme, cobalt], outcomeOf: () => accepted })
  const requests: string[] = []
  const lookup = createRunLookup({
    now: () => now,
    api: {
      ...api,
      getRun: async ({ profileId, workflowRunId, callId }) => {
        requests.push(`${profileId} ${workflowRunId}`)
        await mayAnswer
        const answer = answers[callId ?? ''] ?? answers[profileId]
        if (answer === 'reused' && callId !== undefined) return invalid([], 'runOfAnotherCall', String(workflowRunId))
        if (answer === 'knows' || answer === 'reused') return succeed({ ...fakeRun(workflowRunId), initialContext })
        if (answer === 'unknown') return fail({ kind: 'notFound', detail: 'Not found' })
        return fail({ kind: 'unreachable', cause: 'refused' })
      },
    },
  })
  /** Waits until this computer and every service have responded. */
  const settled = async (): Promise<void> => {
    const { answers: pending } = lookup.store.getState()
    const stores = pending ? [pending.here, ...pending.services.map(({ run }) => run)].map(({ store }) => store) : []
    await Promise.all(
      stores.map(
        (store) =>
          new Promise<void>((resolve) => {
            const check = () => {
              if (store.getState().step === 'ready' || store.getState().step === 'failed') resolve()
            }
            store.subscribe(check)
            check()
          }),
      ),
    )
  }
  return {
    api,
    lookup,
    requests,
    settled,
    summary: () => summaryOf(lookup.store.getState().answers ?? expect.fail('No lookup was started.')),
  }
}

it.each(['07003', '０７００３', ' 7003'])('reads the run ID in %j', async (typed) => {
  const { lookup, requests, settled } = openLookup({ [acme.id]: 'knows' })
  lookup.type(typed)
  lookup.lookUp([acme])
  await settled()
  expect(requests).toEqual([`${acme.id} 7003`])
})

it('queries this computer and every profile at the same time, and reports who knows the run', async () => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  const services = { [acme.id]: 'knows', [cobalt.id]: 'unknown' } as const
  const { lookup, requests, settled, summary } = openLookup(services, [call], {}, mayAnswer)
  lookup.type(' run 48213 ')
  lookup.lookUp([acme, cobalt])
  expect(summary()).toBe(messages.support.run.looking(48_213))
  await expect.poll(() => requests).toEqual([`${acme.id} 48213`, `${cobalt.id} 48213`])
  const calls = () => lookup.store.getState().answers?.here.store.getState().data?.value
  await expect.poll(calls).toEqual([call])
  answer()
  await settled()
  expect(summary()).toBe(messages.support.run.foundIn(48_213, [messages.support.run.sourceHere, acme.name]))
})

it.each(['knows', 'reused'] as const)(
  'says of each call with the ID of a run whether the run belongs to another call, if the service %s it for the newest',
  async (answer) => {
    const newest = fakeCall(2, now - 30_000, accepted)
    const { lookup, settled } = openLookup({ [acme.id]: 'reused', [cobalt.id]: 'reused', [newest.callId]: answer }, [
      newest,
      call,
    ])
    lookup.lookUpRun([acme, cobalt], 48_213)
    await settled()
    const found = lookup.store.getState().answers?.services.map(({ run }) => run.store.getState().data?.value)
    expect(found?.map((value) => value?.run.workflowRunId)).toEqual([48_213, 48_213])
    const older = answer === 'reused' ? [newest.callId, call.callId] : [call.callId]
    // Only the first profile has calls with this run ID.
    expect(found?.map((value) => value?.otherCallIds)).toEqual([older, []])
  },
)

it('reports an unknown run only after every service has responded', async () => {
  const certain = openLookup({ [acme.id]: 'unknown', [cobalt.id]: 'unknown' })
  certain.lookup.lookUpRun([acme, cobalt], 7)
  await certain.settled()
  expect(certain.summary()).toBe(messages.support.run.notFound(7))
  const uncertain = openLookup({ [acme.id]: 'unknown', [cobalt.id]: 'down' })
  uncertain.lookup.lookUpRun([acme, cobalt], 7)
  await uncertain.settled()
  expect(uncertain.summary()).toBe(messages.support.run.notFullyChecked(7))
})

it.each([
  ['', 'notRunId'],
  ['abc', 'notRunId'],
  ['0', 'notRunId'],
  ['-1', 'notRunId'],
  ['1.5', 'notRunId'],
  ['2147483648', 'number'],
  ['4821300000000', 'number'],
  ['+1 (415) 555-0100', 'number'],
  ['＋１４１５５５５０１００', 'number'],
  [call.callId, 'callId'],
  [` ${call.callId.toLowerCase()}`, 'callId'],
] as const)(
  'rejects %j as a run ID without sending a request, and says where to look up a number or a call (%s)',
  (typed, bad) => {
    const { lookup, requests } = openLookup({})
    lookup.type(typed)
    lookup.lookUp([acme])
    expect(lookup.store.getState()).toMatchObject({ bad, answers: null })
    expect(requests).toEqual([])
  },
)

it('no longer says that the text is not a run ID once it was changed', () => {
  const { lookup } = openLookup({})
  lookup.type(call.callId)
  lookup.lookUp([acme])
  lookup.type('')
  expect(lookup.store.getState()).toMatchObject({ typed: '', bad: null })
})

it('removes the results of the earlier run ID when the next one is rejected', async () => {
  const { lookup, settled } = openLookup({ [acme.id]: 'knows' })
  lookup.lookUpRun([acme], 7_003)
  await settled()
  lookup.type('abc')
  lookup.lookUp([acme])
  expect(lookup.store.getState()).toMatchObject({ bad: 'notRunId', answers: null })
})

it('lists one profile first and keeps the order of the others', () => {
  const delta: Profile = { ...acme, id: '01K000000000000000000ACME8', name: 'Delta' }
  expect(profileFirst([acme, cobalt, delta], cobalt.id).map(({ name }) => name)).toEqual([
    'Cobalt',
    'Acme Billing',
    'Delta',
  ])
  expect(profileFirst([acme, cobalt], 'unknown').map(({ name }) => name)).toEqual(['Acme Billing', 'Cobalt'])
})

it('reports a call that may have become the run as a candidate', async () => {
  const may = fakeCall(2, now - 60_000, { state: 'candidate', runIds: [48_290] })
  const { lookup, settled, summary } = openLookup({ [acme.id]: 'unknown' }, [may])
  lookup.lookUpRun([acme], 48_290)
  await settled()
  expect(summary()).toBe(messages.support.run.foundIn(48_290, [messages.support.run.sourceHereAsCandidate]))
})

it('finds an unresolved call by its ID in the run’s context, but only under the name that the call sent', async () => {
  const lost = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const
  const unresolved = fakeCall(3, now - 60_000, lost)
  const withoutReference = { ...fakeCall(4, now - 60_000, lost), referenceName: null }
  const lookUp = ({ callId }: Call) => {
    const opened = openLookup({ [acme.id]: 'knows' }, [unresolved, withoutReference], { rundesk_call_id: callId })
    opened.lookup.lookUpRun([acme], 48_291)
    const here = opened.lookup.store.getState().answers?.here
    return { ...opened, here, found: () => here?.store.getState().data?.value }
  }
  const { found, summary } = lookUp(unresolved)
  await expect.poll(found).toEqual([unresolved])
  expect(summary()).toBe(messages.support.run.foundIn(48_291, [messages.support.run.sourceHere, acme.name]))
  const other = lookUp(withoutReference)
  await other.settled()
  await other.here?.load()
  expect(other.found()).toEqual([])
})

it('updates this computer’s results when one of their calls changes, another call gets the run ID, or a number is erased', async () => {
  const may = fakeCall(2, now - 60_000, { state: 'candidate', runIds: [48_213] })
  const { api, lookup, settled } = openLookup({ [acme.id]: 'unknown' }, [may])
  lookup.lookUpRun([acme], 48_213)
  await settled()
  const calls = () => lookup.store.getState().answers?.here.store.getState().data?.value
  expect(calls()).toEqual([may])
  await api.resolveCall({ callId: may.callId, decision: 'placed', note: 'It rang.' })
  await expect.poll(() => calls()?.map(({ outcome }) => outcome.state)).toEqual(['closedByOperator'])
  await api.triggerCall(aDraft({ profileId: acme.id, phoneNumber: '+14155550201' }))
  await expect.poll(() => calls()?.length).toBe(2)
  await api.erasePerson({ phoneNumber: '+14155550201' })
  await expect.poll(() => calls()?.map(({ phoneNumber }) => phoneNumber)).toContain('')
})

it('distinguishes the age of the results from the time since the call’s last change', () => {
  const { updated, lastChange } = messages.support.run
  expect(updated('')).not.toBe(lastChange(''))
})

it('says who resolved a call manually, and when', () => {
  const decision = { decision: 'notPlaced', who: 'Ana', at: '2026-11-21T09:00:00.000Z', note: 'Asked them.' } as const
  const closed: Call['outcome'] = { state: 'closedByOperator', ...decision, runIds: [7005], ownRunIds: [7005] }
  const shown = (outcome: Call['outcome']) => renderToStaticMarkup(createElement(ManualDecision, { outcome }))
  expect(shown(closed)).toContain(`Ana on ${messages.time.full(decision.at)}: ${decision.note}`)
  expect(shown(closed)).toContain(messages.runDespiteDecision(closed))
  const end = { kind: 'reached', disposition: 'user_hangup', durationSeconds: 6 } as const
  expect(shown({ ...closed, decision: 'placed', end })).toMatch(/run 7005: ended 0:06/)
  expect(shown(accepted)).toBe('')
})
