import { expect, it } from 'vitest'
import { foundAt } from '../../../src/renderer/runs/found.tsx'

it.each([
  ['+1 415 555 0123', '0123', '0123'],
  ['+1 415 555 0123', '+14155550123', '+1 415 555 0123'],
  ['+1 415 555 0123', '5550', '555 0'],
  ['Renewal reminder', 'REMIND', 'remind'],
  ['Renewal reminder', '.*', null],
  ['48213', '', null],
])('in %s finds %j as %j', (text, search, part) => {
  const at = foundAt(text, search)
  expect(at && text.slice(...at)).toBe(part)
})
