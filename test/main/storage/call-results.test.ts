import { expect, it } from 'vitest'
import { everyCall } from '../../../src/contract/call-list.ts'
import type { CallFilter, LearnedFacet } from '../../../src/contract/call-list.ts'
import type { CallState, Learned } from '../../../src/contract/call.ts'
import { aCall, accepted } from '../../support/a-call.ts'
import { at, newFile, open, place, placeSettled, settle, untilIndexed, value } from './open-storage.ts'

const learned = (variable: string): Learned => ({
  variables: [{ name: 'pay_date', value: variable }],
  tags: ['pays by card'],
  steps: ['Start'],
  credits: 0.14,
})

it('keeps what the agent learned, finds the call by it, and exports it', async () => {
  const file = newFile()
  const storage = open(file)
  const [call, other] = [aCall(), aCall({ phoneNumber: '+14155550155' })]
  await placeSettled(storage, call)
  await placeSettled(storage, other)
  await untilIndexed(file, 2)
  const save = (callId: string, variable: string) =>
    value(storage.run('saveLearned', { callId, learned: learned(variable) }))
  expect(await save(call.callId, 'December 1')).toBe(true)
  expect(await save(call.callId, 'December 1')).toBe(false)
  expect(await save(aCall().callId, 'December 1')).toBe(false)
  expect((await value(storage.run('getCall', { callId: call.callId })))?.learned).toEqual(learned('December 1'))
  expect((await value(storage.run('getCall', { callId: other.callId })))?.learned).toBeNull()
  const search = { search: 'december', filter: everyCall, after: null, limit: 10 }
  await expect
    .poll(async () => (await value(storage.run('listCalls', search))).calls.map(({ callId }) => callId))
    .toEqual([call.callId])
  const exported = await value(storage.run('exportCalls', { search: '', filter: everyCall, next: null, limit: 10 }))
  expect(exported.calls.map((one) => one.learned?.tags ?? null)).toEqual([null, ['pays by card']])
})

it("erases what the agent learned from a person, and that person's data from what the agent learned from others", async () => {
  const storage = open(newFile())
  const [call, other] = [aCall({ phoneNumber: '+14155550199' }), aCall({ phoneNumber: '+14155550155' })]
  await placeSettled(storage, call)
  await placeSettled(storage, other)
  await value(storage.run('saveLearned', { callId: call.callId, learned: learned('December 1') }))
  await value(storage.run('saveLearned', { callId: other.callId, learned: learned('call my wife at (415) 555-0199') }))
  await value(storage.run('erasePerson', { phoneNumber: '+14155550199', now: at }))
  expect((await value(storage.run('getCall', { callId: call.callId })))?.learned).toBeNull()
  const left = await value(storage.run('getCall', { callId: other.callId }))
  expect(left?.learned?.tags).toEqual(['pays by card'])
  expect(JSON.stringify(left?.learned)).not.toMatch(/555.0199/)
  expect(await value(storage.run('saveLearned', { callId: call.callId, learned: learned('again') }))).toBe(false)
})

const result = (disposition: string): CallState => ({
  ...accepted,
  end: { kind: 'reached', disposition, durationSeconds: 30 },
})

it('filters by exactly one result, tag or variable name, indexed or not', async () => {
  const file = newFile()
  const storage = open(file)
  const [paid, tagged, mentioned] = [
    aCall(),
    aCall({ phoneNumber: '+14155550155' }),
    aCall({ phoneNumber: '+14155550156' }),
  ]
  await placeSettled(storage, paid, result('payment_promised'))
  await placeSettled(storage, tagged)
  // The context and the note contain the same words.
  await place(storage, mentioned, { tag: 'pays by card', pay_date: 'payment_promised' })
  await settle(storage, mentioned.callId)
  await value(storage.run('saveLearned', { callId: tagged.callId, learned: learned('December 1') }))
  const note = { text: 'pays by card', at }
  await value(storage.run('setCallNote', { callId: mentioned.callId, note }))
  const find = async (facets: LearnedFacet[], search = '') => {
    const filter = { ...everyCall, learned: facets }
    return (await value(storage.run('listCalls', { search, filter, after: null, limit: 10 }))).calls.map(
      ({ callId }) => callId,
    )
  }
  const check = async () => {
    expect(await find([{ kind: 'result', value: 'payment_promised' }])).toEqual([paid.callId])
    expect(await find([{ kind: 'tag', value: 'Pays by card' }])).toEqual([tagged.callId])
    expect(await find([{ kind: 'variable', value: 'pay_date' }])).toEqual([tagged.callId])
    expect(
      await find([
        { kind: 'tag', value: 'pays by card' },
        { kind: 'result', value: 'payment_promised' },
      ]),
    ).toEqual([tagged.callId, paid.callId])
    expect(await find([{ kind: 'tag', value: 'pays by card' }], '0155')).toEqual([tagged.callId])
    expect(await find([{ kind: 'tag', value: 'pays by card' }], '7777')).toEqual([])
    expect(await find([{ kind: 'tag', value: 'pays by' }])).toEqual([])
    expect(await find([])).toHaveLength(3)
  }
  await check()
  await untilIndexed(file, 3)
  await check()
})

it('lists what the agents learned by kind, most frequent first, and returns a summary with a page of calls', async () => {
  const storage = open(newFile())
  const calls = [aCall(), aCall({ phoneNumber: '+14155550155' }), aCall({ phoneNumber: '+14155550156' })]
  for (const [index, call] of calls.entries()) {
    await placeSettled(storage, call, result(index === 0 ? 'busy' : 'qualified'))
    const tags = index === 0 ? ['wants a letter', 'pays by card'] : ['pays by card']
    const long = { name: 'reason', value: 'x'.repeat(500) }
    const variables = [...learned('December 1').variables, long, long, long, long]
    await value(
      storage.run('saveLearned', { callId: call.callId, learned: { ...learned('December 1'), tags, variables } }),
    )
  }
  expect(await value(storage.run('learnedFacets', {}))).toEqual([
    { kind: 'result', value: 'qualified' },
    { kind: 'result', value: 'busy' },
    { kind: 'tag', value: 'pays by card' },
    { kind: 'tag', value: 'wants a letter' },
    { kind: 'variable', value: 'reason' },
    { kind: 'variable', value: 'pay_date' },
  ])
  const page = await value(storage.run('listCalls', { search: '', after: null, limit: 2 }))
  expect(Object.keys(page.learned).toSorted()).toEqual(page.calls.map(({ callId }) => callId).toSorted())
  const [newest] = page.calls
  const brief = newest && page.learned[newest.callId]
  expect(brief?.tags).toEqual(['pays by card'])
  expect(brief?.variables.map(({ value: shown }) => shown.length)).toEqual([10, 60, 60, 60])
})

it('filters by the range of the duration and of the cost, indexed or not', async () => {
  const file = newFile()
  const storage = open(file)
  const [short, long, unanswered, unknown] = ['54', '55', '56', '57'].map((end) =>
    aCall({ phoneNumber: `+141555501${end}` }),
  )
  if (!short || !long || !unanswered || !unknown) throw new Error('A call is missing.')
  const lasted = (durationSeconds: number | null): CallState => ({
    ...accepted,
    end: { kind: 'reached', disposition: null, durationSeconds },
  })
  await placeSettled(storage, short, lasted(29.6))
  await placeSettled(storage, long, lasted(90))
  await placeSettled(storage, unanswered, lasted(0))
  await placeSettled(storage, unknown, lasted(null))
  const cost = (callId: string, credits: number | null) =>
    value(storage.run('saveLearned', { callId, learned: { ...learned('December 1'), credits } }))
  await cost(short.callId, 0.1004)
  await cost(long.callId, 12)
  await cost(unanswered.callId, null)
  const find = async (filter: Partial<CallFilter>, search = '') => {
    const wanted = { search, filter: { ...everyCall, ...filter }, after: null, limit: 10 }
    return (await value(storage.run('listCalls', wanted))).calls.map(({ callId }) => callId)
  }
  const check = async () => {
    // Both ends are included, and the values are rounded as they are shown.
    expect(await find({ duration: { from: 30, to: 90 } })).toEqual([long.callId, short.callId])
    expect(await find({ duration: { from: null, to: 30 } })).toEqual([unanswered.callId, short.callId])
    expect(await find({ duration: { from: 31, to: null } })).toEqual([long.callId])
    expect(await find({ duration: { from: 91, to: null } })).toEqual([])
    expect(await find({ credits: { from: 0.1, to: 0.1 } })).toEqual([short.callId])
    expect(await find({ credits: { from: 0.5, to: null } })).toEqual([long.callId])
    expect(await find({ credits: { from: null, to: null } })).toEqual([long.callId, short.callId])
    expect(await find({ duration: { from: null, to: 90 }, credits: { from: null, to: 1 } })).toEqual([short.callId])
    expect(await find({ duration: { from: 1, to: null } }, '0155')).toEqual([long.callId])
  }
  await check()
  await untilIndexed(file, 4)
  await check()
  // A later report changes the index.
  await cost(unanswered.callId, 0.1)
  await expect.poll(() => find({ credits: { from: 0.1, to: 0.1 } })).toEqual([unanswered.callId, short.callId])
})
