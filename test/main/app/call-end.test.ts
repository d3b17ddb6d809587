import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createPracticeHost } from '../../../src/main/practice/host.ts'
import type { DisplayState } from '../../../src/contract/call-list.ts'
import { displayStateOf, placedOf } from '../../../src/domain/call-state.ts'
import { openTestApp, valueOf } from '../../support/test-app.ts'
import { aDraft, anyRoute } from '../../support/a-call.ts'
import { fasterTime } from '../features/calls/open-calling-app.ts'

const quickTimings = { dialMs: 5, ringMs: 5, answerMs: 5, talkMs: 5, saveMs: 5, artifactsMs: 5 }

/** Opens the app with a practice profile whose calls last only milliseconds. It follows runs 60 times faster. */
const openPractice = async () => {
  const test = openTestApp({
    parts: {
      ...fasterTime,
      createPracticeServer: (firstRunId) =>
        createPracticeHost({
          clock: { now: () => Date.now() },
          random: Math.random,
          firstRunId,
          timings: quickTimings,
        }),
    },
  })
  await valueOf(test.app.start())
  const { profile } = await valueOf(test.operations.addProfile({ kind: 'practice', name: 'Practice', color: 'teal' }))
  const agents = await valueOf(test.operations.listAgents({ profileId: profile.id }))
  const agentUuid = agents.find((agent) => agent.status === 'active')?.agentUuid ?? randomUUID()
  const call = async (phoneNumber: string) => {
    const draft = aDraft({
      profileId: profile.id,
      agentUuid,
      phoneNumber,
      phoneNumberDisplay: phoneNumber,
      initialContext: {},
      ...anyRoute,
    })
    await valueOf(test.operations.triggerCall(draft))
    return draft.callId
  }
  return { ...test, call, profileId: profile.id }
}

it.each<[string, DisplayState]>([
  ['+14155550170', 'busy'],
  ['+14155550171', 'noAnswer'],
  ['+14155550172', 'failed'],
  ['+14155550174', 'voicemail'],
  ['+14155550175', 'reached'],
  ['+14155550103', 'reached'],
])('records that the call to %s ended as %s, and finds it by that state', async (phoneNumber, state) => {
  const { operations, call } = await openPractice()
  const callId = await call(phoneNumber)
  const outcome = async () => (await valueOf(operations.getCall({ callId }))).call.outcome
  await expect.poll(async () => displayStateOf(await outcome())).toBe(state)
  expect(placedOf(await outcome())).toBe('yes')
  const filter = { states: [state], agentUuids: [], profileIds: [], practice: null, from: null, until: null }
  const found = await valueOf(operations.listCalls({ search: '', filter, after: null, limit: 5 }))
  expect(found.calls.map((one) => one.callId)).toEqual([callId])
  const others = await valueOf(
    operations.listCalls({ search: '', filter: { ...filter, states: ['accepted'] }, after: null, limit: 5 }),
  )
  expect(others.calls).toEqual([])
})
