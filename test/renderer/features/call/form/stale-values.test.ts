import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '../../../../../src/contract/api.ts'
import type { CallState } from '../../../../../src/contract/call.ts'
import type { CallLink } from '../../../../../src/contract/external-request.ts'
import { succeed } from '../../../../../src/contract/failure.ts'
import { cautionsOf, staleValuesFrom } from '../../../../../src/renderer/features/call/form/call-form-state.ts'
import { toneOfPreflight } from '../../../../../src/renderer/features/call/preflight/preflight-line.tsx'
import { fakeAgents, fakeCall } from '../../../../support/fake-api/data.ts'
import { afterParsing, openCallScreen } from '../open-call-screen.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const firstNumber = '+1 415 555 0123'
const secondNumber = '+1 415 555 0177'

/** Opens a form whose first call has an outcome. */
const openAfterCall = async (contextText: string) => {
  const screen = await openCallScreen()
  screen.chooseAgent()
  screen.call.form.typeContext(contextText)
  await screen.typeNumber(firstNumber)
  await screen.triggerReadyCall()
  await afterParsing()
  return { ...screen, form: screen.call.form, staleFrom: () => staleValuesFrom(screen.state()) }
}

describe('the values of the previous call', () => {
  it('are stale once another number is typed, until one of them is changed', async () => {
    const { form, staleFrom, typeNumber } = await openAfterCall('{ "customer_name": "Jane" }')
    expect(staleFrom()).toBeNull()
    await typeNumber(secondNumber)
    expect(staleFrom()).toBe(firstNumber)
    form.writeField(['customer_name'], 'Jim', true)
    expect(staleFrom()).toBeNull()
  })

  it('stay stale while the user only fills in, removes or renames fields', async () => {
    const { form, staleFrom, typeNumber } = await openAfterCall(
      '{ "customer_name": "Jane", "note": "", "plan": { "id": 7, "end": "" } }',
    )
    await typeNumber(secondNumber)
    form.writeField(['policy_number'], 'PA-1', true)
    form.writeField(['note'], 'Prefers mornings', true)
    form.writeField(['plan', 'end'], 'May', true)
    expect(staleFrom()).toBe(firstNumber)
    form.fixContext({ kind: 'rename', from: ['customer_name'], to: ['name'] })
    form.removeField(['plan', 'id'])
    expect(staleFrom()).toBe(firstNumber)
    form.writeField(['name'], 'Jim', true)
    expect(staleFrom()).toBeNull()
  })

  it('are no longer stale once all of them were removed', async () => {
    const { form, staleFrom, typeNumber } = await openAfterCall('{ "customer_name": "Jane" }')
    await typeNumber(secondNumber)
    form.writeField(['policy_number'], 'PA-1', true)
    form.removeField(['customer_name'])
    expect(staleFrom()).toBeNull()
  })

  it('can be cleared without the values that the user typed', async () => {
    const { call, form, state, typeNumber } = await openAfterCall('{ "customer_name": "Jane", "note": "" }')
    await typeNumber(secondNumber)
    form.writeField(['policy_number'], 'PA-1', true)
    expect(call.clearedValues.clear()).toBe(true)
    expect(state().context.value).toEqual({ policy_number: 'PA-1' })
    expect(call.clearedValues.undo()).toBe(true)
    expect(state().context.value).toEqual({ customer_name: 'Jane', note: '', policy_number: 'PA-1' })
  })

  it('are not stale while the next call still has the number that they came with', async () => {
    const { form, staleFrom, state, preflight, typeNumber } = await openAfterCall('{ "customer_name": "Jane" }')
    form.next()
    expect(staleFrom()).toBeNull()
    expect(cautionsOf(state()).filter(({ what }) => what === 'values')).toEqual([])
    expect(preflight().filter((one) => one.check === 'earlierValues')).toEqual([])
    await typeNumber(secondNumber)
    expect(staleFrom()).toBe(firstNumber)
    const check = preflight().find((one) => one.check === 'earlierValues')
    expect(check).toEqual({ check: 'earlierValues', to: firstNumber })
    expect(check && toneOfPreflight(check, false)).toBe('check')
  })

  it('can be cleared, and can be restored until other values are typed', async () => {
    const { call, form, staleFrom, typeNumber } = await openAfterCall('{ "customer_name": "Jane" }')
    expect(call.clearedValues.clear()).toBe(false)
    form.next()
    expect(call.clearedValues.clear()).toBe(true)
    expect(form.store.getState().context.value).toEqual({})
    expect(staleFrom()).toBeNull()
    await typeNumber(secondNumber)
    expect(call.clearedValues.undo()).toBe(true)
    expect(form.store.getState()).toMatchObject({
      context: { value: { customer_name: 'Jane' } },
      numberText: secondNumber,
    })
    expect(staleFrom()).toBe(firstNumber)
    expect(call.clearedValues.clear()).toBe(true)
    form.writeField(['customer_name'], 'Jim', true)
    expect(call.clearedValues.undo()).toBe(false)
    expect(form.store.getState().context.value).toEqual({ customer_name: 'Jim' })
  })

  it('are those of the user if they are typed again after they were cleared or removed', async () => {
    const { call, form, state, staleFrom, typeNumber } = await openAfterCall('{ "plan": "Premium", "name": "Jane" }')
    await typeNumber(secondNumber)
    form.fixContext({ kind: 'remove', path: ['plan'] })
    form.writeField(['plan'], 'Premium', true)
    expect(staleFrom()).toBe(firstNumber)
    expect(call.clearedValues.clear()).toBe(true)
    expect(state().context.value).toEqual({ plan: 'Premium' })
    form.writeField(['name'], 'Jane', true)
    expect(staleFrom()).toBeNull()
    expect(call.clearedValues.clear()).toBe(false)
    expect(state().context.value).toEqual({ plan: 'Premium', name: 'Jane' })
  })

  it('are stale once a number is typed after they were restored', async () => {
    const { call, form, staleFrom, typeNumber } = await openAfterCall('{ "customer_name": "Jane" }')
    form.next()
    call.clearedValues.clear()
    call.clearedValues.undo()
    await typeNumber(secondNumber)
    expect(staleFrom()).toBe(firstNumber)
  })

  it('cannot be restored once the next call has started', async () => {
    const { call, form, typeNumber, triggerReadyCall } = await openAfterCall('{ "customer_name": "Jane" }')
    form.next()
    call.clearedValues.clear()
    await typeNumber(secondNumber)
    await triggerReadyCall()
    expect(call.clearedValues.canUndo()).toBe(false)
  })

  it('are not stale for the same number or if none were sent', async () => {
    const { staleFrom, typeNumber } = await openAfterCall('{ "customer_name": "Jane" }')
    await typeNumber('+14155550123')
    expect(staleFrom()).toBeNull()
    const empty = await openAfterCall('')
    await empty.typeNumber(secondNumber)
    expect(empty.staleFrom()).toBeNull()
  })
})

describe('the values of a call that was refused before it was recorded', () => {
  const refused = { ok: false, failure: { kind: 'storage', reason: 'full' } } as const
  const repeated = {
    ok: false,
    failure: { kind: 'repeat', reason: 'shortNumber', confirmation: 'token', call: null },
  } as const
  const open = async (answer: Awaited<ReturnType<Api['triggerCall']>>) => {
    const screen = await openCallScreen({}, { triggerCall: async () => answer })
    screen.chooseAgent()
    screen.call.form.typeContext('{ "customer_name": "Jane" }')
    await screen.typeNumber(firstNumber)
    const refuse = async () => {
      await screen.triggerReadyCall()
      screen.call.form.cancelRepeat()
    }
    return { ...screen, refuse, staleFrom: () => staleValuesFrom(screen.state()) }
  }

  it.each([
    ['refused', refused],
    ['a repeat that the user canceled', repeated],
  ])('are stale once another number is typed: %s', async (_case, answer) => {
    const { call, refuse, staleFrom, typeNumber } = await open(answer)
    await refuse()
    await typeNumber('+14155550123')
    expect(staleFrom()).toBeNull()
    await typeNumber(secondNumber)
    expect(staleFrom()).toBe(firstNumber)
    expect(call.clearedValues.clear()).toBe(true)
  })

  it.each([
    ['refused', refused],
    ['a repeat that the user canceled', repeated],
  ])('stay stale for the refused number if they came with an earlier one: %s', async (_case, answer) => {
    const { call, refuse, staleFrom, state, typeNumber } = await open(answer)
    await call.paste.paste(`Name\tPhone\nAlice A\t${firstNumber}`)
    await typeNumber(secondNumber)
    expect(staleFrom()).toBe(firstNumber)
    await refuse()
    await typeNumber('+14155550177')
    expect(state().status.step).toBe('editing')
    expect(staleFrom()).toBe(firstNumber)
  })

  it('are stale while the question of a repeat is open, which says so', async () => {
    const { call, staleFrom, state, triggerReadyCall, typeNumber } = await open(repeated)
    await call.paste.paste(`Name\tPhone\nAlice A\t${firstNumber}`)
    await typeNumber(secondNumber)
    await triggerReadyCall()
    expect(state().status.step).toBe('repeat')
    expect(staleFrom()).toBe(firstNumber)
  })

  it('stay stale for the refused number after the confirmed repeat is refused too', async () => {
    const answers = [repeated, refused]
    const { call, staleFrom, typeNumber, triggerReadyCall } = await openCallScreen(
      {},
      { triggerCall: async () => answers.shift() ?? refused },
    ).then((screen) => ({ ...screen, staleFrom: () => staleValuesFrom(screen.state()) }))
    call.form.typeAgent('Renewal reminder', fakeAgents)
    await call.paste.paste(`Name\tPhone\nAlice A\t${firstNumber}`)
    await typeNumber(secondNumber)
    await triggerReadyCall()
    await call.form.confirmRepeat()
    await typeNumber('+14155550177')
    expect(staleFrom()).toBe(firstNumber)
  })
})

describe('the values of a paste or a link', () => {
  const pasted = (number: string) => `Name\tPhone\tPolicy\nAlice A\t${number}\tPA-1`
  const link: CallLink = {
    scheme: 'rundesk',
    number: '+14155550123',
    extension: null,
    agentUuid: null,
    context: [{ name: 'customer_name', value: 'Alice A' }],
  }
  const open = async () => {
    const screen = await openCallScreen()
    screen.chooseAgent()
    return { ...screen, staleFrom: () => staleValuesFrom(screen.state()) }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  const sources: [string, (call: Opened['call']) => Promise<unknown>][] = [
    ['a pasted row', ({ paste }) => paste.paste(pasted(firstNumber))],
    ['a link', ({ externalRequest }) => externalRequest.receive({ link, display: firstNumber })],
  ]
  it.each(sources)('are stale once the number of %s is changed, until they are kept', async (_source, fill) => {
    const { call, staleFrom, typeNumber, preflight } = await open()
    await fill(call)
    await afterParsing()
    expect(staleFrom()).toBeNull()
    await typeNumber(secondNumber)
    expect(staleFrom()).toBe(firstNumber)
    expect(preflight()).toContainEqual({ check: 'earlierValues', to: firstNumber })
    await call.paste.paste(secondNumber)
    expect(staleFrom()).toBe(firstNumber)
    call.form.keepValues()
    expect(staleFrom()).toBeNull()
  })

  it('are stale for a link that brings only another number', async () => {
    const { call, staleFrom } = await open()
    await call.paste.paste(pasted(firstNumber))
    await call.externalRequest.receive({ link: { ...link, context: [] }, display: secondNumber })
    await call.externalRequest.fill()
    await afterParsing()
    expect(staleFrom()).toBe(firstNumber)
  })

  it('belong to the earlier number again after the paste is undone', async () => {
    const { call, state, staleFrom } = await open()
    await call.externalRequest.receive({ link, display: firstNumber })
    await call.paste.paste(pasted(secondNumber))
    await afterParsing()
    expect(staleFrom()).toBeNull()
    expect(call.paste.undo()).toBe(true)
    await afterParsing()
    expect(state().valuesFrom?.number).toBe(firstNumber)
    expect(staleFrom()).toBeNull()
  })

  it('came with the number that is chosen for an ambiguous one', async () => {
    const { call, state, staleFrom, typeNumber } = await open()
    await call.paste.paste(pasted('415 555 0123'))
    await afterParsing()
    const [offer] = state().offers.readings
    if (!offer) throw new Error('No number was offered.')
    call.paste.takeNumber(offer)
    await afterParsing()
    expect(staleFrom()).toBeNull()
    await typeNumber(secondNumber)
    expect(staleFrom()).toBe(offer.display)
  })
})

describe('typed values', () => {
  const link: CallLink = {
    scheme: 'rundesk',
    number: '+14155550177',
    extension: null,
    agentUuid: null,
    context: [],
  }
  const firstCall = { phoneNumber: '+14155550123', phoneNumberDisplay: firstNumber }
  const open = async (overrides: Partial<Api> = {}) => {
    const screen = await openCallScreen({}, overrides)
    screen.chooseAgent()
    screen.call.form.typeContext('{ "customer_name": "Bob Baker" }')
    await screen.typeNumber(firstNumber)
    return { ...screen, staleFrom: () => staleValuesFrom(screen.state()) }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  const fillWithLink = async (call: Opened['call'], display: string) => {
    await call.externalRequest.receive({ link, display })
    await call.externalRequest.fill()
  }
  const sources: [string, (call: Opened['call'], display: string) => Promise<unknown>][] = [
    ['a link', fillWithLink],
    ['a pasted number', ({ paste }, display) => paste.paste(display)],
  ]

  it.each(sources)('belong to the number that %s replaces', async (_source, fill) => {
    const { call, staleFrom, state } = await open()
    await fill(call, firstNumber)
    await afterParsing()
    expect(state().valuesFrom).toBeNull()
    await fill(call, secondNumber)
    await afterParsing()
    expect(staleFrom()).toBe(firstNumber)
  })

  it('belong to the number that a choice of pasted numbers replaces', async () => {
    const { call, staleFrom, state } = await open()
    await call.paste.paste(`${secondNumber} or +1 415 555 0171`)
    const [offer] = state().offers.readings
    if (!offer) throw new Error('No number was offered.')
    call.paste.takeNumber(offer)
    await afterParsing()
    expect(staleFrom()).toBe(firstNumber)
  })

  it('do not belong to a number that is typed over, or to an empty field', async () => {
    const { call, staleFrom, typeNumber } = await open()
    await typeNumber(secondNumber)
    expect(staleFrom()).toBeNull()
    await typeNumber('')
    await fillWithLink(call, firstNumber)
    await afterParsing()
    expect(staleFrom()).toBeNull()
  })

  it('belong to the number they were typed for if earlier values were changed', async () => {
    const { call, staleFrom } = await open()
    await fillWithLink(call, secondNumber)
    await afterParsing()
    call.form.writeField(['customer_name'], 'Carl Cook', true)
    expect(staleFrom()).toBeNull()
    await fillWithLink(call, '+1 415 555 0171')
    await afterParsing()
    expect(staleFrom()).toBe(secondNumber)
  })

  const accepted: CallState = {
    state: 'accepted',
    workflowRunId: 7001,
    workflowRunName: 'WR-API-7001',
    status: 'initiated',
    reconciled: false,
    progress: 'started',
  }
  const ended = (kind: 'reached' | 'noAnswer' | 'busy' | 'voicemail' | 'failed' | 'ended'): CallState => ({
    ...accepted,
    end: { kind, disposition: null, durationSeconds: null },
  })
  const openAfter = async (outcome: CallState) => {
    const screen = await open({
      triggerCall: async ({ callId }) => succeed(fakeCall(1, Date.now(), outcome, { callId, ...firstCall })),
    })
    await screen.triggerReadyCall()
    await afterParsing()
    screen.call.form.next()
    return screen
  }

  it.each(sources)(
    'for the next person do not belong to the reached number that %s replaces',
    async (_source, fill) => {
      const { call, staleFrom, state } = await openAfter(ended('reached'))
      call.form.writeField(['customer_name'], 'Jim', true)
      await fill(call, secondNumber)
      await afterParsing()
      expect(staleFrom()).toBeNull()
      expect(call.clearedValues.clear()).toBe(false)
      expect(state().context.value).toEqual({ customer_name: 'Jim' })
    },
  )

  const unreached: [string, CallState][] = [
    ['was rejected', { state: 'rejected', status: 402, detail: '', issues: [] }],
    ['was accepted, without a result', accepted],
    ['got no answer', ended('noAnswer')],
    ['was busy', ended('busy')],
    ['got a voicemail', ended('voicemail')],
    ['failed', ended('failed')],
    ['ended without a result', ended('ended')],
    ['is unknown', { state: 'unknown', cause: 'cut', status: null, detail: '' }],
  ]
  const unreachedBy = unreached.flatMap(([what, outcome]) =>
    sources.map(([source, fill]) => ({ what, outcome, source, fill })),
  )
  it.each(unreachedBy)(
    'belong to the number of a call that $what if $source replaces it',
    async ({ outcome, fill }) => {
      const { call, staleFrom } = await openAfter(outcome)
      call.form.writeField(['customer_name'], 'Bob Barker', true)
      await fill(call, secondNumber)
      await afterParsing()
      expect(staleFrom()).toBe(firstNumber)
    },
  )

  it.each(sources)('do not belong to an unfinished number that %s replaces', async (_source, fill) => {
    const { call, state, typeNumber } = await open()
    await typeNumber('4')
    await fill(call, secondNumber)
    await afterParsing()
    expect(state().valuesFrom).toBeNull()
  })

  it.each(sources)('belong to a whole number without a country code that %s replaces', async (_source, fill) => {
    const { call, staleFrom, typeNumber } = await open()
    await typeNumber('030 1234567')
    await fill(call, secondNumber)
    await afterParsing()
    expect(staleFrom()).toBe('030 1234567')
  })

  it.each(sources)('stay those of the called number if %s comes while their JSON is broken', async (_source, fill) => {
    const { call, staleFrom, triggerReadyCall } = await open()
    await triggerReadyCall()
    await afterParsing()
    call.form.typeContext('{ "customer_name": "Bob Baker" ')
    await fill(call, secondNumber)
    call.form.typeContext('{ "customer_name": "Bob Baker" }')
    await afterParsing()
    expect(staleFrom()).toBe(firstNumber)
  })

  it.each(sources)('keep their earlier number if %s comes while their JSON is broken', async (_source, fill) => {
    const { call, staleFrom, typeNumber } = await open()
    await call.paste.paste(`Name\tPhone\nAlice A\t${firstNumber}`)
    call.form.typeContext(`${call.form.store.getState().contextText} }`)
    await typeNumber(secondNumber)
    await fill(call, '+1 415 555 0171')
    call.form.typeContext(call.form.store.getState().contextText.slice(0, -2))
    await afterParsing()
    expect(staleFrom()).toBe(firstNumber)
  })

  const brokenTexts: [string, string][] = [
    ['lacks its last brace', '{ "customer_name": "Bob Baker"'],
    ['lacks a quote', '{ "customer_name": "Bob Baker }'],
    ['lacks an inner quote', '{ "customer_name": "Bob Baker, "plan": "A" }'],
    ['lacks both quotes', '{ "customer_name": Bob Baker }'],
    ['lacks the quote in two lines', '{\n  "customer_name": "Bob Baker,\n  "plan": "A"\n}'],
    ['lacks its first brace', '"customer_name": "Bob Baker" }'],
    ['has an unfinished field', '{ "customer_name": "Bob Baker", "pl }'],
    ['is nested too deep', `{ "customer_name": "Bob Baker", "list": ${'['.repeat(200)} }`],
  ]
  const brokenBy = brokenTexts.flatMap(([what, text]) =>
    sources.map(([source, fill]) => ({ what, text, source, fill })),
  )
  it.each(brokenBy)('belong to the number that $source replaces if their JSON $what', async ({ text, fill }) => {
    const { call, staleFrom } = await open()
    call.form.typeContext(text)
    await fill(call, secondNumber)
    await afterParsing()
    expect(staleFrom()).toBeNull()
    call.form.typeContext('{ "customer_name": "Bob Baker" }')
    expect(staleFrom()).toBe(firstNumber)
    call.form.writeField(['customer_name'], 'Carl Cook', true)
    expect(staleFrom()).toBeNull()
  })

  it.each(sources)('belong to the second number if the first values were replaced before %s', async (_source, fill) => {
    const { call, staleFrom, typeNumber } = await open()
    await call.paste.paste(`Name\tPhone\nAlice A\t${firstNumber}`)
    await typeNumber(secondNumber)
    call.form.typeContext('{ "customer_name": "Carl Cook }')
    await fill(call, '+1 415 555 0171')
    call.form.typeContext('{ "customer_name": "Carl Cook" }')
    await afterParsing()
    expect(staleFrom()).toBe(secondNumber)
  })

  it.each(sources)('keep the first number if %s comes twice while their JSON is broken', async (_source, fill) => {
    const { call, staleFrom } = await open()
    call.form.typeContext('{ "customer_name": "Bob Baker }')
    await fill(call, secondNumber)
    await afterParsing()
    await fill(call, '+1 415 555 0171')
    call.form.typeContext('{ "customer_name": "Bob Baker" }')
    await afterParsing()
    expect(staleFrom()).toBe(firstNumber)
  })

  it.each(sources)('are stale if %s returns to their number while their JSON is broken', async (_source, fill) => {
    const { call, staleFrom } = await open()
    call.form.typeContext('{ "customer_name": "Bob Baker }')
    await fill(call, secondNumber)
    await afterParsing()
    call.form.typeContext('{ "customer_name": "Carl Cook }')
    await fill(call, firstNumber)
    call.form.typeContext('{ "customer_name": "Carl Cook" }')
    await afterParsing()
    expect(staleFrom()).toBe(secondNumber)
  })

  it.each(sources)('of the next person are theirs if the broken JSON was deleted after %s', async (_source, fill) => {
    const { call, staleFrom } = await open()
    call.form.typeContext('{ "customer_name": "Bob Baker }')
    await fill(call, secondNumber)
    await afterParsing()
    call.form.typeContext('')
    call.form.typeContext('{ "customer_name": "Carl Cook" }')
    expect(staleFrom()).toBeNull()
  })

  it.each(sources)('of two people keep the first number if %s comes while they are refused', async (_source, fill) => {
    const { call, staleFrom } = await open()
    await fill(call, secondNumber)
    call.form.typeContext('{ "customer_name": "Bob Baker", "provider": 1 }')
    await fill(call, '+1 415 555 0171')
    call.form.typeContext('{ "customer_name": "Bob Baker" }')
    await afterParsing()
    expect(staleFrom()).toBe(firstNumber)
  })
})
