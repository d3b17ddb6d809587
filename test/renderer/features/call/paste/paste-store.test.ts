import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unfilledNames } from '../../../../../src/renderer/features/call/paste/paste-panel.tsx'
import { movedTargets } from '../../../../../src/renderer/features/call/paste/paste-store.ts'
import type { FakeApiOptions } from '../../../../support/fake-api.ts'
import { fakeAgents } from '../../../../support/fake-api/data.ts'
import { afterParsing, openCallScreen } from '../open-call-screen.ts'

const row = 'Customer\tPhone\tAmount due\tNotes\nJane Doe\t+1 415 555 0123\t120.50\tcall after nine'

const open = async (options: FakeApiOptions = {}) => {
  const screen = await openCallScreen(options)
  const pasted = () => screen.call.paste.store.getState()
  const filled = () => {
    const state = pasted()
    if (state.step !== 'filled' || state.row === null) throw new Error(state.step)
    return { ...state, row: state.row }
  }
  return { ...screen, pasted, filled }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a paste', () => {
  it('fills in a number and keeps the other fields', async () => {
    const { call, state } = await open()
    call.form.typeContext('{ "customer_name": "Ada" }')
    expect(await call.paste.paste(' +1 (415) 555-0177 ')).toBe('number')
    await afterParsing()
    expect(state()).toMatchObject({
      numberText: '+1 415 555 0177',
      number: { step: 'read' },
      contextText: '{ "customer_name": "Ada" }',
    })
  })

  it('finds the number in a sentence', async () => {
    const { call, state } = await open()
    expect(await call.paste.paste('Please call Jane back at +44 20 7946 0018, after nine.')).toBe('number')
    expect(state().numberText).toBe('+44 20 7946 0018')
  })

  it('offers all numbers if the text contains several', async () => {
    const { call, state } = await open()
    call.form.typeNumber('+14155550199')
    expect(await call.paste.paste('+1 415 555 0123 or +1 415 555 0177')).toBe('offers')
    expect(state().numberText).toBe('')
    const { readings } = state().offers
    expect(readings.map(({ dial }) => dial)).toEqual(['+14155550123', '+14155550177'])
    const second = readings[1]
    if (!second) throw new Error('Only one was offered.')
    call.form.takeNumber(second)
    await afterParsing()
    expect(state().number).toMatchObject({ step: 'read', reading: { dial: '+14155550177' } })
    expect(state().offers.readings).toEqual([])
  })

  it('fills in the number and the context from a row, without earlier values', async () => {
    const { call, state, filled, chooseAgent } = await open()
    chooseAgent()
    call.form.typeContext('{ "customer_name": "Ada", "due_date": "monday" }')
    expect(await call.paste.paste(row)).toBe('row')
    expect(state().numberText).toBe('+1 415 555 0123')
    expect(state().context.value).toEqual({ customer_name: 'Jane Doe', amount_due: '120.50' })
    expect(filled().row.unfilled).toEqual(['due_date', 'adviser.name'])
  })

  it('nests a dotted name as the agent expects it', async () => {
    const { call, state, chooseAgent } = await open()
    chooseAgent()
    await call.paste.paste('Phone\tadviser.name\n+14155550123\tMr Bell')
    expect(state().context.value).toEqual({ adviser: { name: 'Mr Bell' } })
  })

  it('uses the agent that the row specifies', async () => {
    const { call, state } = await open()
    call.form.typeAgent('Welcome call', fakeAgents)
    const uuid = fakeAgents[0]?.agentUuid ?? ''
    await call.paste.paste(`Phone\tAgent UUID\tCustomer name\n+14155550123\t${uuid.toUpperCase()}\tJane`)
    expect(state()).toMatchObject({ agentText: 'Renewal reminder', agent: { kind: 'agent', agentUuid: uuid } })
    expect(state().context.value).toEqual({ customer_name: 'Jane' })
  })

  it('uses the headers as names while no agent is chosen', async () => {
    const { call, state } = await open()
    await call.paste.paste(row)
    expect(state().context.value).toMatchObject({ Customer: 'Jane Doe', amount_due: '120.50' })
  })

  it('leaves an invalid number in the field and shows what is wrong with it', async () => {
    const { call, state, filled } = await open()
    await call.paste.paste('Name\tPhone\nJane\t030 1234567')
    await afterParsing()
    expect(filled().row.number.problem).toBe('nationalNumber')
    expect(state()).toMatchObject({ numberText: '030 1234567', number: { step: 'refused' } })
    expect(state().offers.readings).not.toEqual([])
  })

  it('changes nothing if it finds no number', async () => {
    const { call, state, pasted } = await open()
    const before = state()
    expect(await call.paste.paste('hello there')).toBe('nothing')
    expect(pasted()).toEqual({ step: 'nothing' })
    expect(state()).toBe(before)
  })

  it('is discarded if a later paste has been started', async () => {
    const { call, state } = await open()
    const first = call.paste.paste('+14155550123')
    const second = call.paste.paste('+14155550177')
    expect([await first, await second]).toEqual([null, 'number'])
    expect(state().numberText).toBe('+1 415 555 0177')
  })

  it('is discarded once its call starts, and a later one starts another call', async () => {
    const { call, state, pasted, chooseAgent } = await open()
    chooseAgent()
    await call.paste.paste(row)
    await afterParsing()
    const { callId } = state()
    const defaultRoute = { telephonyConfigurationId: null, telephonyConfigurationName: null, fromPhoneNumberId: null }
    const number = { phoneNumber: '+14155550123', phoneNumberDisplay: '+1 415 555 0123', fromPhoneNumberText: null }
    const rest = { initialContext: {}, redialOf: null, confirmation: null }
    const agent = { profileId: 'acme', agentUuid: fakeAgents[0]?.agentUuid ?? '', agentName: null }
    const draft = { callId, ...agent, ...number, ...defaultRoute, ...rest }
    await call.form.triggerCall(draft)
    expect(pasted()).toEqual({ step: 'none' })
    await call.paste.paste('+14155550177')
    expect(state().status.step).toBe('editing')
    expect(state().callId).not.toBe(callId)
  })
})

describe('undoing a paste', () => {
  it('restores every field', async () => {
    const { call, state, chooseAgent } = await open()
    chooseAgent()
    call.form.typeNumber('+14155550199')
    call.form.typeContext('{ "customer_name": "Ada" }')
    await afterParsing()
    const before = state()
    await call.paste.paste(row)
    await afterParsing()
    expect(call.paste.undo()).toBe(true)
    await afterParsing()
    const { numberText, contextText, agentText } = before
    expect(state()).toMatchObject({ numberText, contextText, agentText, number: { step: 'read' } })
    expect(call.paste.undo()).toBe(false)
  })

  it('is not possible once a field is changed', async () => {
    const { call, state } = await open()
    await call.paste.paste(row)
    call.form.typeNumber('+14155550188')
    expect(call.paste.undo()).toBe(false)
    expect(state().numberText).toBe('+14155550188')
  })
})

describe('an offered number chosen for a pasted row', () => {
  const ambiguous = 'Customer\tPhone\tNotes\nJane\t030 1234567\tcall after nine'

  const choose = async () => {
    const screen = await open()
    screen.chooseAgent()
    await screen.call.paste.paste(ambiguous)
    await afterParsing()
    const [offer] = screen.state().offers.readings
    if (!offer) throw new Error('None was offered.')
    screen.call.paste.takeNumber(offer)
    await afterParsing()
    return { ...screen, offer }
  }

  it('is shown formatted', async () => {
    const { state, offer } = await choose()
    expect(offer.kind).toBe('telephone')
    expect(state().numberText).toBe(offer.display)
    expect(state().number).toMatchObject({ step: 'read' })
  })

  it('keeps the row and its undo', async () => {
    const { call, state, filled } = await choose()
    expect(filled().chosenNumber).not.toBeNull()
    expect(call.paste.canUndo()).toBe(true)
    expect(call.paste.undo()).toBe(true)
    expect(state().numberText).toBe('')
  })

  it('stays chosen when a column is moved', async () => {
    const { call, state, filled, offer } = await choose()
    await call.paste.moveColumn(2, { to: 'context', name: 'due_date' })
    await afterParsing()
    expect(state().context.value).toMatchObject({ due_date: 'call after nine' })
    expect(state().numberText).toBe(offer.display)
    expect(filled().chosenNumber).toEqual(offer)
    expect(call.paste.canUndo()).toBe(true)
  })

  it('is no longer linked to a row that was edited', async () => {
    const { call, state, chooseAgent } = await open()
    chooseAgent()
    await call.paste.paste(ambiguous)
    await afterParsing()
    const [offer] = state().offers.readings
    if (!offer) throw new Error('None was offered.')
    call.form.writeField(['due_date'], 'friday', true)
    call.paste.takeNumber(offer)
    expect(call.paste.undo()).toBe(false)
  })
})

describe('the unfilled names of a pasted row', () => {
  it('are listed until they are filled in', async () => {
    const { call, state, filled, chooseAgent } = await open()
    chooseAgent()
    await call.paste.paste('Customer\tPhone\nJane Doe\t+1 415 555 0123')
    expect(unfilledNames(filled(), state().context.value)).toEqual(['amount_due'])
    call.form.writeField(['amount_due'], '120.50', true)
    expect(unfilledNames(filled(), state().context.value)).toEqual([])
  })
})

describe('a column of a pasted row', () => {
  it('is moved, both now and in the next paste', async () => {
    const { call, state, filled, chooseAgent } = await open()
    chooseAgent()
    await call.paste.paste(row)
    await call.paste.moveColumn(3, { to: 'context', name: 'due_date' })
    expect(state().context.value).toMatchObject({ customer_name: 'Jane Doe', due_date: 'call after nine' })
    expect(filled().row.columns[3]?.by).toBe('remembered')
    await call.paste.paste(row.replace('Jane Doe', 'Ada'))
    expect(state().context.value).toMatchObject({ customer_name: 'Ada', due_date: 'call after nine' })
    expect(call.paste.undo()).toBe(true)
  })

  it('replaces the column that previously filled the field', async () => {
    const { call, filled, chooseAgent } = await open()
    chooseAgent()
    await call.paste.paste(row)
    expect(movedTargets(filled().row, 3, { to: 'context', name: 'customer_name' }).map(({ to }) => to)).toEqual([
      'nowhere',
      'number',
      'context',
      'context',
    ])
  })

  it('is not moved if the move cannot be saved', async () => {
    const { call, state, filled, chooseAgent } = await open({
      failing: { saveColumnMapping: { kind: 'storage', reason: 'full' } },
    })
    chooseAgent()
    await call.paste.paste(row)
    const { contextText } = state()
    await call.paste.moveColumn(3, { to: 'context', name: 'due_date' })
    expect(state().contextText).toBe(contextText)
    expect(filled().saveFailed).toBe(true)
  })
})
