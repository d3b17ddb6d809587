import { PhoneNumber } from 'libphonenumber-js/max'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readPhoneNumber } from '../../../src/main/lib/read-phone-number.ts'
import { createNumberReader } from '../../../src/main/lists/row-number.ts'

/** Numbers that are possible, but not valid, in the US and in Germany. */
const numbers = Array.from({ length: 30 }, (_, index) => [
  `+1200155${1_000 + index}`,
  `+4912000${10_000 + index * 131}`,
])

/** Watches the formatting of numbers: only a number whose pattern isn't known is formatted. */
const watchFormatting = () => {
  const format = vi.spyOn(PhoneNumber.prototype, 'formatInternational')
  onTestFinished(() => format.mockRestore())
  return format
}

it('reads international numbers that are possible but not valid as a single call does, each prefix in full once', () => {
  const format = watchFormatting()
  for (const homeCountry of [null, 'US', 'DE']) {
    const read = createNumberReader({ homeCountry, chosenCountry: null, repair: false })
    for (const [index, cell] of numbers.flat().entries()) {
      const single = readPhoneNumber(cell, false, homeCountry)
      expect(single).toMatchObject({ ok: true, value: { validity: 'possible' } })
      format.mockClear()
      const found = single.ok ? { phoneNumber: single.value.dial, display: single.value.display, finding: null } : null
      expect(read(cell)).toEqual(found)
      expect(format.mock.calls.length).toBe(index < 2 ? 1 : 0)
    }
  }
})

it('reads one with separators in full, because a part may be another number, also after one without them', () => {
  const format = watchFormatting()
  const read = createNumberReader({ homeCountry: 'US', chosenCountry: null, repair: false })
  expect(read('+12001551001').phoneNumber).toBe('+12001551001')
  format.mockClear()
  expect(read('+1 200 155 1002').phoneNumber).toBe('+12001551002')
  expect(format).toHaveBeenCalled()
})
