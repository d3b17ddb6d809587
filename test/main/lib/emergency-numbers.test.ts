import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import fc from 'fast-check'
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
  ['sip:*67911@h', []],
  ['sip:+1911@carrier', []],
  ['sip:+49112@h', []],
  ['sip:911;phone-context=+1@h', []],
  ['tel:911;phone-context=+1', []],
  ['tel:112;phone-context=example.com', []],
  ['PJSIP/9,112@trunk', []],
  ['PJSIP/9w112@trunk', []],
  ['DAHDI/g1/9w911', []],
  ['PJSIP/112&PJSIP/1001', []],
  ['PJSIP/1001&PJSIP/112', []],
  ['1001&112', []],
  ['1001%26112', []],
  ['SIP/112!x', []],
  ['112!x', []],
  ['01149112', []],
  ['901149112', []],
  ['sip:sos@h', []],
  ['sip:SOS.police@h', []],
  ['PJSIP/sos@trunk', []],
  ['urn:service:sos', []],
  ['urn:service:sos.fire', []],
  ['sip:urn%3Aservice%3Asos@h', []],
  ['+112', []],
  ['+911', []],
  ['+999', []],
  ['00112', []],
  ['8911', []],
  ['1-911', []],
  ['9,1-911', []],
  ['0,0,112', []],
  ['9,1,1,2', []],
  ['*67*82911', []],
  ['*31#112', []],
  ['sip:%2A67112@h', []],
  ['112#', []],
  ['112*5', []],
  ['112,,5', []],
  ['112T5', []],
  ['112;ext=5', []],
  ['whatsapp:112', []],
  ['sms:+49112', []],
  ['+49(0)112', []],
  ['+440999', []],
  ['sip:17@h', ['FR']],
  ['9,17', ['FR']],
  ['*6717', ['FR']],
  ['PJSIP/17#5@trunk', ['FR']],
  ['+610000', []],
  ['144', ['CH']],
  ['1305', ['GA']],
  ['155', ['CZ']],
  ['9|911', []],
  ['9_112', []],
  ['9^911', []],
  ['9=999', []],
  ['9!911', []],
  ['9!w911', []],
  ['911A', []],
  ['112D', []],
  ['112ab', []],
  ['sip:911A@h', []],
  ['w911', []],
  ['sip:x112@h', []],
  ['DAHDI/g1/w911', []],
  ['8001149112', []],
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
  ['sip:alice:112@carrier.example', []],
  ['sip:1001@112', []],
  ['PJSIP/1001@trunk', ['DE']],
  ['1112', ['DE']],
  ['7101', ['RU']],
  ['1001,,112', []],
  ['+4930901820,,112', ['DE']],
  ['+4930901820#112', ['DE']],
  ['+49309018112', ['DE']],
  ['', []],
])('%s calls no emergency services in %j', (text, countries) => {
  expect(isEmergencyNumber(text, countries)).toBe(false)
})

it('refuses an emergency number with a separator at any position', () => {
  const emergencies = fc.constantFrom('112', '911', '9911', '0112', '+49112', '01149112', '10177')
  const separators = fc.constantFrom(',', ';', '~', '!', '|', '^', '=', '_', '*', '#')
  fc.assert(
    fc.property(emergencies, fc.nat(8), separators, (number, at, separator) => {
      const text = number.slice(0, at) + separator + number.slice(at)
      expect(isEmergencyNumber(text, ['ZA'])).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

const written = (number: string): string[] => [
  number,
  `tel:${number}`,
  `sip:${number}@carrier.example`,
  `PJSIP/${number}@trunk`,
  `SIP/trunk/${number}`,
  `9,${number}`,
  `9w${number}`,
  `*67${number}`,
  `*31#${number}`,
  `${number},,112`,
  `${number}#112`,
  `${number};ext=112`,
]

it.each(getCountries())('lets every notation of an ordinary number of %s be called', (country) => {
  const example = getExampleNumber(country, examples)
  if (example === undefined) throw new Error('no example')
  const national = example.formatNational().replaceAll(/[^\d]/g, '')
  const international = [example.number, example.number.slice(1), `00${example.number.slice(1)}`]
  // The four digits of TA, such as 8999, may also be an outside line and an emergency number.
  const nationals = national.length < 5 ? [] : [national, example.formatNational()]
  const notations = [...international, example.formatInternational(), ...nationals].flatMap(written)
  expect(notations.filter((text) => isEmergencyNumber(text, [country]))).toEqual([])
})
