import { expect, it } from 'vitest'
import { isEmergencyNumber } from '../../../src/main/lib/emergency-numbers.ts'

it.each<[string, string[]]>([
  ['112', []],
  ['911', []],
  ['110', []],
  ['999', []],
  ['9-1-1', []],
  ['tel:112', []],
  ['9,911', []],
  ['9911', []],
  ['0112', []],
  ['*67911', []],
  ['*67,911', []],
  ['sip:911@carrier.example', []],
  ['"Help" <sip:%39%31%31:secret@carrier.example>', []],
  ['PJSIP/112@trunk', []],
  ['SIP/trunk/112', []],
  ['+49112', []],
  ['+49 110', []],
  ['0049110', []],
  ['+61000', []],
  ['+8 1 1 1 9', []],
  ['000', ['AU']],
  ['0,000', ['AU']],
  ['17', ['DE', 'FR']],
  ['+3317', []],
  ['144', ['CH']],
  ['1305', ['GA']],
  ['155', ['CZ']],
])('%s calls emergency services in %j', (text, countries) => {
  expect(isEmergencyNumber(text, countries)).toBe(true)
})

it.each<[string, string[]]>([
  ['1001', ['DE']],
  ['17', ['DE']],
  ['000', ['DE']],
  ['22044', ['DE']],
  ['+14155550911', ['US']],
  ['5550911', ['US']],
  ['4155550112', ['US']],
  ['sip:alice911@carrier.example', []],
  ['', []],
])('%s calls no emergency services in %j', (text, countries) => {
  expect(isEmergencyNumber(text, countries)).toBe(false)
})
