import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterParsing, openCallScreen } from '../open-call-screen.ts'
import { fakeCall } from '../../../../support/fake-api/data.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const earlierCalls = () => {
  const outcome = { state: 'notFound', since: new Date().toISOString() } as const
  return [
    fakeCall(1, Date.now() - 86_400_000, outcome, { telephonyConfigurationId: 12, fromPhoneNumberId: null }),
    fakeCall(2, Date.now() - 86_400_000, outcome, {
      phoneNumber: '+14155550199',
      phoneNumberDisplay: '+1 415 555 0199',
    }),
  ] as const
}

const open = async () => {
  const [earlier, other] = earlierCalls()
  const screen = await openCallScreen({ calls: [earlier, other] })
  const { form, filledFrom } = screen.call
  const entries = () => {
    const { agentText, numberText, context, route, newField } = screen.state()
    return { agentText, numberText, value: context.value, route, newField }
  }
  return { ...screen, form, filledFrom, entries, earlier, other }
}

const openTyped = async () => {
  const screen = await open()
  const { form } = screen
  screen.chooseAgent('Welcome call')
  await screen.typeNumber('+1 415 555 0177')
  form.typeContext('{ "customer_name": "Ada" }')
  form.nameNewField('pol')
  form.chooseRoute({ configurationId: 13 })
  return { ...screen, typed: screen.entries() }
}

describe('entries that an earlier call replaced', () => {
  it.each(['again', 'repeat', 'redial'] as const)('can be restored after filling in the form to %s', async (as) => {
    const { fillFrom, filledFrom, entries, typed, earlier } = await openTyped()
    await fillFrom(earlier, as)
    expect(entries()).toMatchObject({ numberText: earlier.phoneNumberDisplay, route: { configurationId: 12 } })
    expect(filledFrom.undo()).toBe(true)
    await afterParsing()
    expect(entries()).toEqual(typed)
    expect(filledFrom.canUndo()).toBe(false)
  })

  it('can be restored after a second earlier call filled in the form', async () => {
    const { fillFrom, filledFrom, entries, typed, earlier, other } = await openTyped()
    await fillFrom(earlier, 'again')
    await fillFrom(other, 'again')
    expect(entries().numberText).toBe(other.phoneNumberDisplay)
    expect(filledFrom.undo()).toBe(true)
    expect(entries()).toEqual(typed)
  })

  it.each<[string, (opened: Awaited<ReturnType<typeof openTyped>>) => void]>([
    ['the number', ({ form }) => form.typeNumber('+14155550123')],
    ['the route', ({ form }) => form.chooseRoute({ callerId: 21 })],
  ])('can be restored until %s is changed', async (_field, change) => {
    const opened = await openTyped()
    await opened.fillFrom(opened.earlier, 'again')
    change(opened)
    const changed = opened.entries()
    expect(opened.filledFrom.undo()).toBe(false)
    expect(opened.entries()).toEqual(changed)
  })

  it('are not mentioned for a blank form or one whose call is recorded', async () => {
    const { fillFrom, state, earlier, other, triggerReadyCall } = await open()
    await fillFrom(earlier, 'again')
    expect(state().filledFrom).toBeNull()
    await triggerReadyCall()
    await fillFrom(other, 'repeat')
    expect(state().filledFrom).toBeNull()
  })

  it('are kept in the form of the profile that was selected before, which undoing selects again', async () => {
    const { fillFrom, filledFrom, state, entries, earlier, other } = await open()
    const select = vi.fn<() => void>()
    const leftProfile = { name: 'Practice', select }
    await fillFrom(earlier, 'again', leftProfile)
    await fillFrom(other, 'again')
    expect(state().filledFrom).toMatchObject({ leftProfile, number: other.phoneNumberDisplay })
    expect(select).not.toHaveBeenCalled()
    expect(filledFrom.undo()).toBe(true)
    expect(entries().numberText).toBe('')
    expect(filledFrom.undo()).toBe(false)
    expect(select).toHaveBeenCalledOnce()
  })

  it.each<[string, (opened: Awaited<ReturnType<typeof open>>) => void]>([
    ['the agent', ({ form }) => form.typeAgent('Welc', [])],
    ['typed IDs', ({ form }) => form.chooseRoute({ mode: 'ids', configurationText: '4711', callerIdText: '08' })],
  ])('can be restored even if they are only %s', async (_field, enter) => {
    const opened = await open()
    enter(opened)
    const typed = opened.entries()
    await opened.fillFrom(opened.earlier, 'repeat')
    expect(opened.filledFrom.undo()).toBe(true)
    expect(opened.entries()).toEqual(typed)
  })
})
