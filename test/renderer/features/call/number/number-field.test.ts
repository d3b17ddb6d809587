import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '../../../../../src/contract/api.ts'
import { createFakeApi } from '../../../../support/fake-api.ts'
import { afterParsing, openCallScreen } from '../open-call-screen.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the offers for an ambiguous number', () => {
  it('are shown until the text changes or is dialed as typed', async () => {
    const { call, state, typeNumber } = await openCallScreen()
    const offered = () => state().offers.readings.map(({ dial }) => dial)
    await typeNumber('(030) 901820')
    expect(offered()).toEqual(['+4930901820'])
    call.form.typeNumber('(030) 9018201')
    expect(offered()).toEqual([])
    await typeNumber('hello')
    expect(offered()).toEqual([])
    await typeNumber('4711')
    expect(state().offers.readings[0]?.kind).toBe('short')
    call.form.dialAsTyped(true)
    await afterParsing()
    expect(offered()).toEqual([])
  })

  it('use the caller ID that the call would come from', async () => {
    const suggestPhoneNumbers = vi.fn<Api['suggestPhoneNumbers']>(createFakeApi().suggestPhoneNumbers)
    const { typeNumber } = await openCallScreen({}, { suggestPhoneNumbers })
    await afterParsing()
    await typeNumber('(030) 901820')
    expect(suggestPhoneNumbers).toHaveBeenCalledWith({ text: '(030) 901820', callerId: '+1 800 555 0100' })
  })

  it('set a short number to be dialed as typed', async () => {
    const { call, state, typeNumber } = await openCallScreen()
    await typeNumber('4711')
    const [short] = state().offers.readings
    if (!short) throw new Error('Nothing was offered.')
    call.form.takeNumber(short)
    await afterParsing()
    expect(state()).toMatchObject({ asTyped: true, number: { step: 'read', reading: { dial: '4711' } } })
  })
})
