import { findPhoneNumbersInText } from 'libphonenumber-js/max'
import { expect, it, vi } from 'vitest'
import { readPhoneNumber } from '../../../src/main/lib/read-phone-number.ts'
import { createNumberReader } from '../../../src/main/lists/row-number.ts'

vi.mock('libphonenumber-js/max', { spy: true })

const searches = vi.mocked(findPhoneNumbersInText)

/** Numbers that are possible, but not valid, in the US and in Germany. */
const numbers = Array.from({ length: 30 }, (_, index) => [
  `+1200155${1_000 + index}`,
  `+4912000${10_000 + index * 131}`,
])

it('reads an international number that is possible but not valid without a search, as a single call does', () => {
  for (const homeCountry of [null, 'US', 'DE']) {
    const read = createNumberReader({ homeCountry, chosenCountry: null, repair: false })
    for (const cell of numbers.flat()) {
      const single = readPhoneNumber(cell, false, homeCountry)
      expect(single).toMatchObject({ ok: true, value: { validity: 'possible' } })
      searches.mockClear()
      const found = single.ok ? { phoneNumber: single.value.dial, display: single.value.display, finding: null } : null
      expect(read(cell)).toEqual(found)
      expect(searches).not.toHaveBeenCalled()
    }
  }
})

it('searches one with separators, because a part may be another number, also after one without them', () => {
  const read = createNumberReader({ homeCountry: 'US', chosenCountry: null, repair: false })
  expect(read('+12001551001').phoneNumber).toBe('+12001551001')
  searches.mockClear()
  expect(read('+1 200 155 1002').phoneNumber).toBe('+12001551002')
  expect(searches).toHaveBeenCalled()
})
