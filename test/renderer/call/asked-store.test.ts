import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallLink } from '../../../src/contract/asked.ts'
import { createCallDesk } from '../../../src/renderer/call/call-desk.ts'
import { readingPause } from '../../../src/renderer/call/number-reader.ts'
import { createFakeDesk } from '../../support/fake-desk.ts'
import { acme, fakeAgents } from '../../support/fake-desk/fake-world.ts'

const uuid = fakeAgents.find(({ name }) => name === 'Renewal reminder')?.agentUuid ?? ''
const bare: CallLink = { scheme: 'tel', number: '+14155550123', extension: null, agentUuid: null, context: [] }
const full: CallLink = {
  ...bare,
  scheme: 'rundesk',
  agentUuid: uuid,
  context: [
    { name: 'customer_name', value: 'Jane' },
    { name: 'adviser.name', value: '12' },
  ],
}
const display = '+1 415 555 0123'

const open = async () => {
  let counter = 0
  const desk = createFakeDesk({ profiles: [acme] })
  const trigger = vi.spyOn(desk, 'triggerCall')
  const parts = {
    desk,
    now: () => Date.now(),
    randomBytes: (length: number) => new Uint8Array(length).fill((counter += 1)),
  }
  const call = createCallDesk(parts, acme)
  await vi.advanceTimersByTimeAsync(0)
  const state = () => call.form.store.getState()
  const asked = () => call.asked.store.getState()
  return { call, state, asked, trigger }
}

const pause = () => vi.advanceTimersByTimeAsync(readingPause + 20)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a link', () => {
  it('fills an empty form: number, agent, and every value where the agent looks for it, as text', async () => {
    const { call, state, asked, trigger } = await open()
    await call.asked.put({ link: full, display })
    await pause()
    expect(state()).toMatchObject({
      numberText: display,
      number: { step: 'read', reading: { dial: '+14155550123' } },
      agent: { kind: 'agent', agentUuid: uuid, name: 'Renewal reminder' },
      context: { value: { customer_name: 'Jane', adviser: { name: '12' } } },
      at: { step: 'editing' },
    })
    expect(asked()).toMatchObject({ step: 'filled', link: full })
    expect(trigger).not.toHaveBeenCalled()
  })

  it('is taken back as long as nobody has changed a field', async () => {
    const { call, state, asked } = await open()
    call.form.typeAgent('Appointment', fakeAgents)
    await call.asked.put({ link: full, display })
    expect(call.asked.undo()).toBe(true)
    expect(state()).toMatchObject({ agentText: 'Appointment', numberText: '', contextText: '' })
    expect(asked()).toEqual({ step: 'none' })
    await call.asked.put({ link: bare, display })
    call.form.typeNumber('+14155550177')
    expect(call.asked.canUndo()).toBe(false)
    expect(call.asked.undo()).toBe(false)
    expect(state().numberText).toBe('+14155550177')
  })

  it.each<[string, (call: Awaited<ReturnType<typeof open>>['call']) => void]>([
    ['a number', (call) => call.form.typeNumber('+1 415 555 0199')],
    ['one digit', (call) => call.form.typeNumber('4')],
    ['a context', (call) => call.form.typeContext('{ "customer_name": "Ada" }')],
  ])('that finds %s in the form changes nothing before a person says so', async (_title, type) => {
    const { call, state, asked } = await open()
    type(call)
    const before = { ...state() }
    await call.asked.put({ link: full, display })
    await pause()
    const { numberText, contextText, agentText } = state()
    expect({ numberText, contextText, agentText }).toEqual({
      numberText: before.numberText,
      contextText: before.contextText,
      agentText: before.agentText,
    })
    expect(asked()).toMatchObject({ step: 'offered' })
    await call.asked.fill()
    expect(state()).toMatchObject({ numberText: display, context: { value: { customer_name: 'Jane' } } })
    expect(call.asked.undo()).toBe(true)
    expect(state()).toMatchObject({ numberText: before.numberText, contextText: before.contextText })
  })

  it('loses nothing that is typed while it is being read', async () => {
    const { call, state, asked } = await open()
    const put = call.asked.put({ link: full, display })
    call.form.typeNumber('4')
    await put
    expect(state().numberText).toBe('4')
    expect(asked()).toMatchObject({ step: 'offered' })
  })

  it('without values leaves the context of the form, as a pasted number does', async () => {
    const { call, state } = await open()
    call.form.typeContext('{ "customer_name": "Ada" }')
    await call.asked.put({ link: bare, display })
    await call.asked.fill()
    expect(state()).toMatchObject({ numberText: display, contextText: '{ "customer_name": "Ada" }' })
  })

  it('whose names contradict each other still makes a context, and never throws', async () => {
    const { call, state } = await open()
    const context = [
      { name: 'a', value: '1' },
      { name: 'a.b', value: '2' },
      { name: 'toString', value: '3' },
    ]
    await call.asked.put({ link: { ...bare, context }, display })
    expect(state().context.value).toMatchObject({ toString: '3' })
  })

  it('that is refused says why, and pushes no other aside', async () => {
    const { call, state, asked } = await open()
    call.asked.refuse('code')
    expect(asked()).toEqual({ step: 'refused', why: 'code' })
    expect(state().numberText).toBe('')
    await call.asked.put({ link: bare, display })
    call.asked.refuse('tooLong')
    expect(asked()).toMatchObject({ step: 'filled' })
  })

  it('is answered once its call is on its way', async () => {
    const { call, asked } = await open()
    await call.asked.put({ link: bare, display })
    call.form.store.setState({ at: { step: 'recording' } })
    expect(asked()).toEqual({ step: 'none' })
  })
})
