import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallLink } from '../../../../../src/contract/external-request.ts'
import { fakeAgents } from '../../../../support/fake-api/data.ts'
import { afterParsing, openCallScreen } from '../open-call-screen.ts'

const uuid = fakeAgents.find(({ name }) => name === 'Renewal reminder')?.agentUuid ?? ''
const telLink: CallLink = { scheme: 'tel', number: '+14155550123', extension: null, agentUuid: null, context: [] }
const fullLink: CallLink = {
  ...telLink,
  scheme: 'rundesk',
  agentUuid: uuid,
  context: [
    { name: 'customer_name', value: 'Jane' },
    { name: 'adviser.name', value: '12' },
  ],
}
const display = '+1 415 555 0123'

const open = async () => {
  const screen = await openCallScreen()
  const { externalRequest } = screen.call
  return { ...screen, externalRequest, request: () => externalRequest.store.getState() }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a call link', () => {
  it('fills in an empty form with the number, agent and text values, and never calls', async () => {
    const { externalRequest, state, request, triggerCall } = await open()
    await externalRequest.receive({ link: fullLink, display })
    await afterParsing()
    expect(state()).toMatchObject({
      numberText: display,
      number: { step: 'read', reading: { dial: '+14155550123' } },
      agent: { kind: 'agent', agentUuid: uuid, name: 'Renewal reminder' },
      context: { value: { customer_name: 'Jane', adviser: { name: '12' } } },
      status: { step: 'editing' },
    })
    expect(request()).toMatchObject({ step: 'filled', link: fullLink })
    expect(triggerCall).not.toHaveBeenCalled()
  })

  it('can be undone until a field is changed', async () => {
    const { call, chooseAgent, externalRequest, state, request } = await open()
    chooseAgent('Appointment')
    await externalRequest.receive({ link: fullLink, display })
    expect(externalRequest.undo()).toBe(true)
    expect(state()).toMatchObject({ numberText: '', contextText: '', agentText: 'Appointment' })
    expect(request()).toEqual({ step: 'none' })
    await externalRequest.receive({ link: telLink, display })
    call.form.typeNumber('+14155550177')
    expect(externalRequest.canUndo()).toBe(false)
    expect(externalRequest.undo()).toBe(false)
    expect(state().numberText).toBe('+14155550177')
  })

  it.each<[string, (call: Awaited<ReturnType<typeof open>>['call']) => void]>([
    ['a number', (call) => call.form.typeNumber('+1 415 555 0199')],
    ['one digit', (call) => call.form.typeNumber('4')],
    ['a context', (call) => call.form.typeContext('{ "customer_name": "Ada" }')],
  ])('is only offered to a form that has %s', async (_title, type) => {
    const { call, externalRequest, state, request } = await open()
    type(call)
    const { numberText, contextText, agentText } = state()
    await externalRequest.receive({ link: fullLink, display })
    await afterParsing()
    expect(state()).toMatchObject({ numberText, contextText, agentText })
    expect(request()).toMatchObject({ step: 'offered' })
    await externalRequest.fill()
    expect(state()).toMatchObject({ numberText: display, context: { value: { customer_name: 'Jane' } } })
    expect(externalRequest.undo()).toBe(true)
    expect(state()).toMatchObject({ numberText, contextText })
  })

  it('keeps text that is typed while the link is being processed', async () => {
    const { call, externalRequest, state, request } = await open()
    const received = externalRequest.receive({ link: fullLink, display })
    call.form.typeNumber('4')
    await received
    expect(state().numberText).toBe('4')
    expect(request()).toMatchObject({ step: 'offered' })
  })

  it('keeps the form’s context if the link has no values', async () => {
    const { call, externalRequest, state } = await open()
    call.form.typeContext('{ "customer_name": "Ada" }')
    await externalRequest.receive({ link: telLink, display })
    await externalRequest.fill()
    expect(state()).toMatchObject({ numberText: display, contextText: '{ "customer_name": "Ada" }' })
  })

  it('creates a context from conflicting names', async () => {
    const { externalRequest, state } = await open()
    const context = [
      { name: 'a', value: '1' },
      { name: 'a.b', value: '2' },
      { name: 'toString', value: '3' },
    ]
    await externalRequest.receive({ link: { ...telLink, context }, display })
    expect(state().context.value).toMatchObject({ toString: '3' })
  })

  it('that is refused is shown beside the request that is shown, until it is closed or another link arrives', async () => {
    const { externalRequest, state, request } = await open()
    externalRequest.refuse('code')
    expect(externalRequest.refused.getState()).toBe('code')
    expect(state().numberText).toBe('')
    await externalRequest.receive({ link: telLink, display })
    expect(externalRequest.refused.getState()).toBeNull()
    externalRequest.refuse('tooLong')
    expect(request()).toMatchObject({ step: 'filled' })
    expect(externalRequest.refused.getState()).toBe('tooLong')
    externalRequest.closeRefused()
    expect(externalRequest.refused.getState()).toBeNull()
    expect(request()).toMatchObject({ step: 'filled' })
  })

  it('is removed once its call starts', async () => {
    const { call, externalRequest, request } = await open()
    await externalRequest.receive({ link: telLink, display })
    call.form.store.setState({ status: { step: 'recording' } })
    expect(request()).toEqual({ step: 'none' })
  })
})
