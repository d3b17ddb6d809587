import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCallDesk } from '../../../src/renderer/call/call-desk.ts'
import { movedTargets } from '../../../src/renderer/call/pasted-fill.ts'
import { neededOf } from '../../../src/renderer/call/pasted-needs.ts'
import { readingPause } from '../../../src/renderer/call/number-reader.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'
import { acme, fakeAgents } from '../../support/fake-desk/fake-world.ts'

const row = 'Customer\tPhone\tAmount due\tNotes\nJane Doe\t+1 415 555 0123\t120.50\tcall after nine'

const open = async (options: FakeDeskOptions = {}) => {
  let counter = 0
  const desk = createFakeDesk({ profiles: [acme], ...options })
  const parts = {
    desk,
    now: () => Date.now(),
    randomBytes: (length: number) => new Uint8Array(length).fill((counter += 1)),
  }
  const call = createCallDesk(parts, acme)
  await vi.advanceTimersByTimeAsync(0)
  const state = () => call.form.store.getState()
  const pasted = () => call.pasted.store.getState()
  const filled = () => {
    const now = pasted()
    if (now.step !== 'filled' || now.row === null) throw new Error(now.step)
    return { ...now, row: now.row }
  }
  const chooseAgent = () => call.form.typeAgent('Renewal reminder', fakeAgents)
  return { call, state, pasted, filled, chooseAgent }
}

const pause = () => vi.advanceTimersByTimeAsync(readingPause + 20)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a paste', () => {
  it('of a number puts it into the field, and leaves everything else', async () => {
    const { call, state } = await open()
    call.form.typeContext('{ "customer_name": "Ada" }')
    expect(await call.pasted.paste(' +1 (415) 555-0177 ')).toBe('number')
    await pause()
    expect(state()).toMatchObject({
      numberText: '+1 415 555 0177',
      number: { step: 'read' },
      contextText: '{ "customer_name": "Ada" }',
    })
  })

  it('of a sentence takes the number out of it', async () => {
    const { call, state } = await open()
    expect(await call.pasted.paste('Please call Jane back at +44 20 7946 0018, after nine.')).toBe('number')
    expect(state().numberText).toBe('+44 20 7946 0018')
  })

  it('that may mean several numbers takes none, and offers them', async () => {
    const { call, state } = await open()
    call.form.typeNumber('+14155550199')
    expect(await call.pasted.paste('+1 415 555 0123 or +1 415 555 0177')).toBe('offers')
    expect(state().numberText).toBe('')
    const { readings } = call.offers.store.getState()
    expect(readings.map(({ dial }) => dial)).toEqual(['+14155550123', '+14155550177'])
    const second = readings[1]
    if (!second) throw new Error('Only one was offered.')
    call.form.takeNumber(second)
    await pause()
    expect(state().number).toMatchObject({ step: 'read', reading: { dial: '+14155550177' } })
    expect(call.offers.store.getState().readings).toEqual([])
  })

  it('of a row fills the number and the agent’s fields, and nothing of the person before stays', async () => {
    const { call, state, filled, chooseAgent } = await open()
    chooseAgent()
    call.form.typeContext('{ "customer_name": "Ada", "due_date": "monday" }')
    expect(await call.pasted.paste(row)).toBe('row')
    expect(state().numberText).toBe('+1 415 555 0123')
    expect(state().context.value).toEqual({ customer_name: 'Jane Doe', amount_due: '120.50' })
    expect(filled().row.unfilled).toEqual(['due_date', 'adviser.name'])
  })

  it('puts a dotted name where the agent looks for it', async () => {
    const { call, state, chooseAgent } = await open()
    chooseAgent()
    await call.pasted.paste('Phone\tadviser.name\n+14155550123\tMr Bell')
    expect(state().context.value).toEqual({ adviser: { name: 'Mr Bell' } })
  })

  it('of a row that names another agent is read for that one', async () => {
    const { call, state } = await open()
    call.form.typeAgent('Welcome call', fakeAgents)
    const uuid = fakeAgents[0]?.agentUuid ?? ''
    await call.pasted.paste(`Phone\tAgent UUID\tCustomer name\n+14155550123\t${uuid.toUpperCase()}\tJane`)
    expect(state()).toMatchObject({ agentText: 'Renewal reminder', agent: { kind: 'agent', agentUuid: uuid } })
    expect(state().context.value).toEqual({ customer_name: 'Jane' })
  })

  it('keeps headers for themselves while there is no agent', async () => {
    const { call, state } = await open()
    await call.pasted.paste(row)
    expect(state().context.value).toMatchObject({ Customer: 'Jane Doe', amount_due: '120.50' })
  })

  it('leaves a cell that is no number in the field, with the reason', async () => {
    const { call, state, filled } = await open()
    await call.pasted.paste('Name\tPhone\nJane\t030 1234567')
    await pause()
    expect(filled().row.number.trouble).toBe('nationalNumber')
    expect(state()).toMatchObject({ numberText: '030 1234567', number: { step: 'refused' } })
    expect(call.offers.store.getState().readings).not.toEqual([])
  })

  it('of anything else changes nothing', async () => {
    const { call, state, pasted } = await open()
    const before = state()
    expect(await call.pasted.paste('hello there')).toBe('nothing')
    expect(pasted()).toEqual({ step: 'nothing' })
    expect(state()).toBe(before)
  })

  it('counts only as the latest of two', async () => {
    const { call, state } = await open()
    const first = call.pasted.paste('+14155550123')
    const second = call.pasted.paste('+14155550177')
    expect([await first, await second]).toEqual([null, 'number'])
    expect(state().numberText).toBe('+1 415 555 0177')
  })

  it('after a call is the wish for another one, and nothing of the row is kept once it is called', async () => {
    const { call, state, pasted, chooseAgent } = await open()
    chooseAgent()
    await call.pasted.paste(row)
    await pause()
    const { callId } = state()
    const nobody = { telephonyConfigurationId: null, telephonyConfigurationName: null, fromPhoneNumberId: null }
    const number = { phoneNumber: '+14155550123', phoneNumberDisplay: '+1 415 555 0123', fromPhoneNumberText: null }
    const asked = { initialContext: {}, redialOf: null, confirmation: null }
    const agent = { profileId: acme.id, agentUuid: fakeAgents[0]?.agentUuid ?? '', agentName: null }
    const draft = { callId, ...agent, ...number, ...nobody, ...asked }
    await call.form.submit(draft)
    expect(pasted()).toEqual({ step: 'none' })
    await call.pasted.paste('+14155550177')
    expect(state().at.step).toBe('editing')
    expect(state().callId).not.toBe(callId)
  })
})

describe('taking a paste back', () => {
  it('puts every field back as it was', async () => {
    const { call, state, chooseAgent } = await open()
    chooseAgent()
    call.form.typeNumber('+14155550199')
    call.form.typeContext('{ "customer_name": "Ada" }')
    await pause()
    const before = state()
    await call.pasted.paste(row)
    await pause()
    expect(call.pasted.undo()).toBe(true)
    await pause()
    const { numberText, contextText, agentText } = before
    expect(state()).toMatchObject({ numberText, contextText, agentText, number: { step: 'read' } })
    expect(call.pasted.undo()).toBe(false)
  })

  it('is over once somebody changed a field', async () => {
    const { call, state } = await open()
    await call.pasted.paste(row)
    call.form.typeNumber('+14155550188')
    expect(call.pasted.undo()).toBe(false)
    expect(state().numberText).toBe('+14155550188')
  })
})

describe('a number chosen among those that a row may mean', () => {
  const doubtful = 'Customer\tPhone\tNotes\nJane\t030 1234567\tcall after nine'

  const choose = async () => {
    const desk = await open()
    desk.chooseAgent()
    await desk.call.pasted.paste(doubtful)
    await pause()
    const [offer] = desk.call.offers.store.getState().readings
    if (!offer) throw new Error('None was offered.')
    desk.call.pasted.takeNumber(offer)
    await pause()
    return { ...desk, offer }
  }

  it('stands in the field as people write it', async () => {
    const { state, offer } = await choose()
    expect(offer.kind).toBe('telephone')
    expect(state().numberText).toBe(offer.display)
    expect(state().number).toMatchObject({ step: 'read' })
  })

  it('leaves the row as it was: what was told of its number is told no more, and all of it can be taken back', async () => {
    const { call, state, filled } = await choose()
    expect(filled().taken).not.toBeNull()
    expect(call.pasted.canUndo()).toBe(true)
    expect(call.pasted.undo()).toBe(true)
    expect(state().numberText).toBe('')
  })

  it('stays chosen when a column goes elsewhere afterwards', async () => {
    const { call, state, filled, offer } = await choose()
    await call.pasted.moveColumn(2, { to: 'context', name: 'due_date' })
    await pause()
    expect(state().context.value).toMatchObject({ due_date: 'call after nine' })
    expect(state().numberText).toBe(offer.display)
    expect(filled().taken).toEqual(offer)
    expect(call.pasted.canUndo()).toBe(true)
  })

  it('changes nothing about a row that a person has changed since', async () => {
    const { call, chooseAgent } = await open()
    chooseAgent()
    await call.pasted.paste(doubtful)
    await pause()
    const [offer] = call.offers.store.getState().readings
    if (!offer) throw new Error('None was offered.')
    call.form.writeField(['due_date'], 'friday', true)
    call.pasted.takeNumber(offer)
    expect(call.pasted.undo()).toBe(false)
  })
})

describe('what a pasted row leaves to do', () => {
  it('is told only as long as it is to be done', async () => {
    const { call, state, filled, chooseAgent } = await open()
    chooseAgent()
    await call.pasted.paste('Customer\tPhone\nJane Doe\t+1 415 555 0123')
    expect(neededOf(filled(), state().context.value)).toEqual(['amount_due'])
    call.form.writeField(['amount_due'], '120.50', true)
    expect(neededOf(filled(), state().context.value)).toEqual([])
  })
})

describe('a column of a pasted row', () => {
  it('goes where a person sends it, now and the next time', async () => {
    const { call, state, filled, chooseAgent } = await open()
    chooseAgent()
    await call.pasted.paste(row)
    await call.pasted.moveColumn(3, { to: 'context', name: 'due_date' })
    expect(state().context.value).toMatchObject({ customer_name: 'Jane Doe', due_date: 'call after nine' })
    expect(filled().row.columns[3]?.by).toBe('remembered')
    await call.pasted.paste(row.replace('Jane Doe', 'Ada'))
    expect(state().context.value).toMatchObject({ customer_name: 'Ada', due_date: 'call after nine' })
    expect(call.pasted.undo()).toBe(true)
  })

  it('takes the place from the column that had it', async () => {
    const { call, filled, chooseAgent } = await open()
    chooseAgent()
    await call.pasted.paste(row)
    expect(movedTargets(filled().row, 3, { to: 'context', name: 'customer_name' }).map(({ to }) => to)).toEqual([
      'nowhere',
      'number',
      'context',
      'context',
    ])
  })

  it('stays where it is when that cannot be kept', async () => {
    const { call, state, filled, chooseAgent } = await open({
      failing: { rememberColumns: { kind: 'storage', reason: 'full' } },
    })
    chooseAgent()
    await call.pasted.paste(row)
    const { contextText } = state()
    await call.pasted.moveColumn(3, { to: 'context', name: 'due_date' })
    expect(state().contextText).toBe(contextText)
    expect(filled().unkept).toBe(true)
  })
})
