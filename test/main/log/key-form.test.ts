import { expect, it } from 'vitest'
import { hasKeyForm, maskKeyForms } from '../../../src/main/log/key-form.ts'

const key = 'dgr_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'

it.each([
  ['a key', key],
  ['a key without its last character', key.slice(0, -1)],
  ['half a key', `dgr_${key.slice(-24).replace('s', '4')}`],
  ['a key without digits', `dgr_${'aB'.repeat(21)}c`],
])('finds and masks %s', (_name, text) => {
  expect(hasKeyForm(`not ${text}, please`)).toBe(true)
  expect(maskKeyForms(`not ${text}, please ${text}`)).toBe('not [secret], please [secret]')
})

it.each([
  'dgr_policy_holder_first_name',
  'dgr_policy_holder_address_line_2',
  'dgr_policyHolderFirstName',
  'dgr_4fQa',
  'dgr_policy_holder_first_name, Order 7',
])('keeps %s', (text) => {
  expect([hasKeyForm(text), maskKeyForms(text)]).toEqual([false, text])
})

it('takes linear time for hostile text', () => {
  const size = 1_000_000
  const hostile = ['dgr_', 'dgr_aaaaaaaaaaaaaaaaaaa ', 'a', '-', 'dgr_policy_holder_first_name ']
  for (const part of hostile) {
    const text = part.repeat(Math.ceil(size / part.length))
    const start = performance.now()
    hasKeyForm(text)
    maskKeyForms(text)
    expect(performance.now() - start).toBeLessThan(500)
  }
})
