import { readFileSync } from 'node:fs'
import { getCountries, getCountryCallingCode, PhoneNumber } from 'libphonenumber-js/max'
import { describe, expect, it, vi } from 'vitest'
import { contextLimits, reservedContextNames } from '../../../src/contract/initial-context.ts'
import { defaultListOptions, type ListTarget } from '../../../src/contract/list.ts'
import {
  neverOpen,
  noOverlap,
  severalNumbers,
  withExtension,
  withLetter,
} from '../../../src/domain/lists/checked-row.ts'
import { readPhoneNumber } from '../../../src/main/lib/read-phone-number.ts'
import { createRowCheck, planOfCheck, type RowCheckPlan } from '../../../src/main/lists/check-row.ts'
import { createNumberReader } from '../../../src/main/lists/row-number.ts'
import { repairable } from '../../../src/domain/lists/finding-fixes.ts'
import { createSeededRandom } from '../../labs/seeded-random.ts'

const targets: ListTarget[] = [
  { to: 'number' },
  { to: 'context', name: 'customer_name' },
  { to: 'context', name: 'policy.number' },
  { to: 'consent' },
  { to: 'note' },
  { to: 'timeZone' },
]

const usual: RowCheckPlan = {
  targets,
  requiredNames: ['customer_name'],
  homeCountry: null,
  chosenCountry: null,
  chosenZone: null,
  repair: false,
  needsConsent: false,
  hours: { from: '09:00', to: '20:00', days: [1, 2, 3, 4, 5, 6, 7] },
  now: Date.parse('2026-12-01T15:00:00Z'),
}

const check = (cells: readonly string[], plan: Partial<RowCheckPlan> = {}) =>
  createRowCheck({ ...usual, ...plan })(cells, 7)
const codesOf = (cell: string, plan: Partial<RowCheckPlan> = {}): string[] =>
  check([cell, 'Ann'], plan).findings.map(({ code, name }) => (name === '' ? code : `${code} ${name}`))
const numberOf = (cell: string, plan: Partial<RowCheckPlan> = {}): string | null =>
  check([cell, 'Ann'], plan).phoneNumber

describe('a row', () => {
  it('keeps its cells, number, values, zones and note', () => {
    const cells = ['+1 (415) 555-0101', 'Ann', 'HB-20417', '', 'Knows Tom', '']
    expect(check(cells)).toEqual({
      row: 7,
      cells,
      phoneNumber: '+14155550101',
      phoneNumberDisplay: '+1 415 555 0101',
      context: { customer_name: 'Ann', 'policy.number': 'HB-20417' },
      timeZones: ['America/Los_Angeles'],
      findings: [],
      note: 'Knows Tom',
    })
  })

  it('is held if a required name has no value, and the finding contains the name', () => {
    const names = ['customer_name', 'policy.number', 'due_date']
    const { findings } = check(['+14155550101', '   ', ''], { requiredNames: names })
    expect(findings).toEqual(names.map((name) => ({ code: 'missingValue', name })))
  })

  it('never gets a value for a name that the service sets or for __proto__', () => {
    const names = [
      ...reservedContextNames,
      'runtime_configuration.model',
      'initial_context.campaign_id',
      '__proto__',
      'a.__proto__',
    ]
    const { context, findings } = check(['+14155550101', ...names.map(() => 'x')], {
      targets: [{ to: 'number' }, ...names.map((name): ListTarget => ({ to: 'context', name }))],
      requiredNames: [],
    })
    expect(Object.keys(context)).toEqual([])
    expect(findings).toEqual([])
  })

  it('is held if its values are too large for a call or contain a lone surrogate', () => {
    const held = (value: string): boolean =>
      check(['+14155550101', value]).findings.some(({ code }) => code === 'contextTooLarge')
    // The name, quotation marks and braces need 20 bytes.
    expect(held('x'.repeat(contextLimits.bytes - 20))).toBe(false)
    expect(held('x'.repeat(contextLimits.bytes - 19))).toBe(true)
    expect(held('\u20ac'.repeat(contextLimits.bytes / 3))).toBe(true)
    expect(held('\ud800')).toBe(true)
  })

  it('needs a "yes" in the consent column if the list needs consent', () => {
    const guide = readFileSync(new URL('../../../docs/guide/lists.md', import.meta.url), 'utf8')
    const documented = [...(/count as a yes.*?Dutch/su.exec(guide)?.[0].matchAll(/`([^`]+)`/gu) ?? [])].map(
      ([, word]) => word ?? '',
    )
    expect(documented).toContain('x')
    const held = (consent: string): boolean =>
      check(['+14155550101', 'Ann', '', consent], { needsConsent: true }).findings.some(
        ({ code }) => code === 'noConsent',
      )
    const others = ['YES', ' Y ', 'Opt in']
    for (const yes of [...others, ...documented]) expect([yes, held(yes)]).toEqual([yes, false])
    for (const no of ['', 'no', 'n', '0', 'false', 'nein', 'unknown', 'yes?', 'not yet', '2026-01-01', 'opt-out'])
      expect([no, held(no)]).toEqual([no, true])
    expect(check(['+14155550101', 'Ann', '', 'no']).findings).toEqual([])
    expect(check(['+14155550101', 'Ann'], { needsConsent: true, targets: targets.slice(0, 2) }).findings).toEqual([
      { code: 'noConsent', name: '' },
    ])
  })

  it('is refused if its cell has more than one number, whatever the country is', () => {
    const second = [
      '+1 415 555 0101 / +1 415 555 0102',
      '+1 515 555 0129 / 515 555 0130',
      '+1 515 555 0174 or 515-555-0175',
      '515 555 0175 or +1 515 555 0174',
      '+1 515 555 0129, 515 555 0130',
      '+1 515 555 0129 / 555 0130',
      '+1 515 555 0129 / 030 901820',
      '+1 515 555 0129\n515 555 0130',
    ]
    for (const cell of second)
      for (const country of [null, 'US', 'DE'])
        for (const plan of [{ homeCountry: country }, { chosenCountry: country }])
          expect([cell, plan, numberOf(cell, plan), codesOf(cell, plan)]).toEqual([
            cell,
            plan,
            null,
            [`invalidNumber ${severalNumbers}`],
          ])
    for (const cell of ['+1 515 555 0129 ext 5', 'tel:+15155550129;ext=5', '+1 515 555 0129 x5'])
      expect([cell, codesOf(cell)]).toEqual([cell, [`invalidNumber ${withExtension}`]])
    for (const cell of ['+1 415 555 0101 O’Brien', '+1 (415) 555-2671 B', 'Apt 3B 415 555 2671'])
      expect([cell, codesOf(cell, { homeCountry: 'US' })]).toEqual([cell, [`invalidNumber ${withLetter}`]])
    for (const cell of ['+1 515 555 0129 (until 2026-11-21)', '+1 (515) 555-0129', 'Ann: +1 515 555 0129, row 12'])
      expect([cell, numberOf(cell)]).toEqual([cell, '+15155550129'])
    expect(numberOf('+44 (0)20 7946 0018')).toBe('+442079460018')
  })

  it('is held without a zone until the user chooses one', () => {
    expect(codesOf('+18005550101')).toEqual(['noTimeZone'])
    expect(codesOf('sip:1001@pbx.example')).toEqual(['noTimeZone'])
    expect(check(['+18005550101', 'Ann'], { chosenZone: 'America/Chicago' })).toMatchObject({
      timeZones: ['America/Chicago'],
      findings: [],
    })
    expect(check(['+14155550101', 'Ann'], { chosenZone: 'America/Chicago' }).timeZones).toEqual(['America/Los_Angeles'])
  })

  it('is held if it has two zones whose hours never overlap', () => {
    const cells = ['+14155550101', 'Ann', '', '', '', 'Asia/Tokyo']
    expect(check(cells, { hours: { ...usual.hours, to: '12:00' } }).findings).toEqual([
      { code: 'noTimeZone', name: noOverlap },
    ])
    expect(check(cells, { hours: { ...usual.hours, to: '20:00' } }).findings).toEqual([])
  })

  it('is held for its known zones if the policy excludes the hours, and without a local time if the clock is wrong', () => {
    const both = ['+14155550101', 'Ann', '', '', '', 'Asia/Tokyo']
    const closed = { hours: { ...usual.hours, within: { from: '06:00', to: '08:30' } } }
    for (const cells of [['+14155550101', 'Ann'], both]) {
      expect(check(cells, closed).findings).toEqual([{ code: 'noTimeZone', name: neverOpen }])
      expect(check(cells, { now: 0 }).findings).toEqual([{ code: 'noTimeZone', name: '' }])
    }
    expect(check(['+18005550101', 'Ann'], closed).findings).toEqual([{ code: 'noTimeZone', name: '' }])
  })

  it('keeps its known zones when the user chooses one for rows without a zone', () => {
    const cells = ['+442079460391', 'Ann', '', '', '', 'Australia/Sydney']
    expect(check(cells, { chosenZone: 'Europe/London' })).toMatchObject({
      timeZones: ['Australia/Sydney', 'Europe/London'],
      findings: [{ code: 'noTimeZone', name: noOverlap }],
    })
  })
})

describe('a number', () => {
  it('is read with a country code in any notation', () => {
    for (const cell of [
      '+14155550101',
      '+1 415-555-0101',
      '+1 (415) 555.0101',
      '001 415 555 0101',
      '="+14155550101"',
      "'+14155550101",
      '\u202a+14155550101\u202c',
    ])
      expect([cell, numberOf(cell)]).toEqual([cell, '+14155550101'])
    expect(numberOf('+44 (0)20 7946 0018')).toBe('+442079460018')
    expect(numberOf('sip:1001@pbx.example')).toBe('sip:1001@pbx.example')
  })

  it('is held without a country code until a country is known', () => {
    expect(codesOf('415-555-0101')).toEqual(['noCountryCode'])
    expect(numberOf('415-555-0101', { homeCountry: 'US' })).toBe('+14155550101')
    expect(numberOf('415-555-0101', { chosenCountry: 'US' })).toBe('+14155550101')
    // The number does not match the country in the settings.
    expect(codesOf('0151 23456789', { homeCountry: 'US' })).toEqual(['noCountryCode'])
    expect(numberOf('0151 23456789', { homeCountry: 'US', chosenCountry: 'DE' })).toBe('+4915123456789')
  })

  it('is refused if it cannot be a phone number', () => {
    for (const cell of ['', '   ', 'none', 'n/a', '2026-11-21', '+999999', '+1415555', 'x'.repeat(5000)])
      expect([cell.slice(0, 40), codesOf(cell)]).toEqual([cell.slice(0, 40), ['invalidNumber']])
    for (const cell of ['911', '112', '+1 911', 'tel:112'])
      expect([cell, codesOf(cell)]).toEqual([cell, ['emergencyNumber']])
    for (const cell of ['12345', '*31#', '4321']) expect([cell, codesOf(cell)]).toEqual([cell, ['shortNumber']])
  })

  it('is repaired after damage by a spreadsheet only if there is exactly one possible original', () => {
    const plan = { homeCountry: 'US' }
    for (const [cell, original] of [
      ['9.19876543210E+11', '+919876543210'],
      ['4,915123456789e+12', '+4915123456789'],
      ['919876543210', '+919876543210'],
      ['4155550101.0', '+14155550101'],
      ['4155550101,00', '+14155550101'],
    ] as const) {
      expect([cell, codesOf(cell, plan)]).toEqual([cell, [`damagedNumber ${repairable}`]])
      expect([cell, numberOf(cell, plan)]).toEqual([cell, null])
      expect([cell, numberOf(cell, { ...plan, repair: true })]).toEqual([cell, original])
      expect([cell, codesOf(cell, { ...plan, repair: true })]).toEqual([cell, []])
    }
    // The leading zero of an Italian number is part of the number.
    expect(numberOf('612345678', { homeCountry: 'IT', repair: true })).toBe('+390612345678')
  })

  it('stays held if it may have been either of two numbers', () => {
    // With a plus sign it is an Indonesian number; with a zero, an Italian one.
    expect(codesOf('6271218559', { homeCountry: 'IT', repair: true })).not.toEqual([])
    expect(numberOf('6271218559', { homeCountry: 'IT', repair: true })).toBeNull()
    // The digits are a complete national number, but with a plus sign they are a different number.
    expect(codesOf('41557000000', { homeCountry: 'US' })).not.toEqual([])
    // The digit in parentheses is no digit of the number.
    expect(numberOf('0171 2345678 (2)', { homeCountry: 'DE' })).toBe('+491712345678')
  })

  it('is refused if a letter is among its digits, because the shorter number may belong to another person', () => {
    for (const cell of ['+49 30 23125 O33', '+49 30 23125 l33', '030 23125 O33'])
      expect([cell, codesOf(cell, { homeCountry: 'DE' })]).toEqual([cell, [`invalidNumber ${withLetter}`]])
    // Without the letter, the digits are an Indian number without a plus sign.
    const cell = '919876 543210 O'
    expect([cell, numberOf(cell, { homeCountry: 'US', repair: true })]).toEqual([cell, null])
  })

  it('is refused with a footnote or an ellipsis, also if damaged numbers are called', () => {
    for (const [cell, homeCountry] of [
      ['+49 30 901820\u00b9', 'DE'],
      ['+4930901820\u202633', 'DE'],
      ['030 901820\u2081', 'DE'],
      ['030 901820 \u2460', 'DE'],
      ['030 901820 [1]', 'DE'],
      ['4930901820\u202633', 'US'],
      ['4930901820...33', 'US'],
    ] as const)
      for (const repair of [false, true]) expect([cell, numberOf(cell, { homeCountry, repair })]).toEqual([cell, null])
    expect(numberOf('(49) 30\u2013901820', { homeCountry: 'US', repair: true })).toBe('+4930901820')
  })

  it('is refused if its first digits may be those of a label', () => {
    for (const cell of [
      '2 0171 2345678',
      '5 030 90182',
      'Phone 2 0171 2345678',
      '1) 030 23125125',
      'Phone 2 171 2345678',
    ])
      for (const rules of [{ homeCountry: 'DE' }, { homeCountry: null, chosenCountry: 'DE' }])
        expect([cell, numberOf(cell, rules)]).toEqual([cell, null])
    expect(numberOf('171 0234567', { homeCountry: 'DE' })).toBe('+491710234567')
    expect(numberOf('22 01 02 03', { homeCountry: 'NO' })).toBe('+4722010203')
  })

  it('stays held if its digits are lost', () => {
    for (const cell of ['9.19E+11', '9,1988E+11', '4.16E+09', '########'])
      for (const repair of [false, true]) {
        expect([cell, codesOf(cell, { homeCountry: 'US', repair })]).toEqual([cell, ['damagedNumber']])
        expect([cell, numberOf(cell, { homeCountry: 'US', repair })]).toEqual([cell, null])
      }
  })
})

const random = createSeededRandom(11)
const someDigits = (count: number): string => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]

describe('reading numbers with patterns learned from earlier ones', () => {
  it('learns from the first valid number, also after a number of the same area code that exists nowhere', () => {
    const read = createNumberReader(usual)
    read('+14151550101')
    read('+14155550101')
    const parsed = vi.spyOn(PhoneNumber.prototype, 'isValid')
    expect(read('+14155550102').phoneNumber).toBe('+14155550102')
    expect(parsed).not.toHaveBeenCalled()
    parsed.mockRestore()
  })

  it('gives the same results as reading each number separately, for international numbers of every country', () => {
    const codes = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))]
    const read = createNumberReader(usual)
    for (let round = 0; round < 2500; round += 1) {
      const cell = `+${pick(codes) ?? '1'}${someDigits(6 + Math.floor(random() * 6))}`
      const single = readPhoneNumber(cell, false)
      const { phoneNumber, display } = read(cell)
      const expected = single.ok ? [single.value.dial, single.value.display] : [null, display]
      expect([cell, phoneNumber, display]).toEqual([cell, ...expected])
    }
  })

  it('gives the same results as reading each number separately, for numbers without a country code', () => {
    // After the first number, the second would be misread if too few of its digits were compared.
    for (const [seen, cell] of [
      ['8682011998', '8682511998'],
      ['14055550101', '14050353296'],
    ] as const) {
      const read = createNumberReader({ ...usual, homeCountry: 'US' })
      read(seen)
      const single = readPhoneNumber(cell, false, 'US')
      expect([cell, read(cell).phoneNumber]).toEqual([cell, single.ok ? single.value.dial : null])
    }
    for (const homeCountry of ['US', 'GB', 'DE', 'BR', 'IT', 'AR']) {
      const read = createNumberReader({ ...usual, homeCountry })
      for (let round = 0; round < 250; round += 1) {
        const digits = `${pick(['', '0', '1']) ?? ''}${1 + Math.floor(random() * 9)}${someDigits(8 + Math.floor(random() * 3))}`
        const cell = `${digits}${round % 5 === 0 ? ' (2)' : ''}`
        const single = readPhoneNumber(cell, false, homeCountry)
        expect([`${homeCountry} ${cell}`, read(cell).phoneNumber]).toEqual([
          `${homeCountry} ${cell}`,
          single.ok ? single.value.dial : null,
        ])
      }
    }
  })
})

it.each([
  ['01 58058\n01 58059', 'AT'],
  ['+43 512 58058\n58059', 'AT'],
  ['030 9018\n030 9019', 'DE'],
  ['030 12345\n12346', 'DE'],
  ['+49 171 2345678  21', 'DE'],
  ['+91 98765 43210 - 2', 'IN'],
  ['+61 2 5550 1234\n2', 'AU'],
  ['+61255501234 2', 'AU'],
])('a row has the number that a single call reads in %j, or none', (cell, homeCountry) => {
  const single = readPhoneNumber(cell, false, homeCountry)
  expect(numberOf(cell, { homeCountry })).toBe(single.ok ? single.value.dial : null)
})

describe('the plan of a check', () => {
  const list = { targets, options: defaultListOptions }
  const checkInput = { requiredNames: [], homeCountry: 'US', consentRequired: false, now: 0 }

  it('contains the fixes that the user chose', () => {
    const fixes = [
      { code: 'noCountryCode', name: '', fix: 'useCountry' as const, value: 'DE' },
      { code: 'noTimeZone', name: '', fix: 'chooseZone' as const, value: 'Europe/Berlin' },
      { code: 'damagedNumber', name: repairable, fix: 'repair' as const, value: '' },
    ]
    expect(planOfCheck({ list, fixes }, checkInput)).toMatchObject({
      chosenCountry: 'DE',
      chosenZone: 'Europe/Berlin',
      repair: true,
    })
    const left = fixes.map((fix) => ({ ...fix, fix: 'leaveOut' as const }))
    expect(planOfCheck({ list, fixes: left }, checkInput)).toMatchObject({
      chosenCountry: null,
      chosenZone: null,
      repair: false,
    })
  })

  it('requires consent for marketing, and if the policy requires it', () => {
    const marketing = { ...list, options: { ...defaultListOptions, type: 'marketing' as const } }
    expect(planOfCheck({ list, fixes: [] }, checkInput).needsConsent).toBe(false)
    expect(planOfCheck({ list: marketing, fixes: [] }, checkInput).needsConsent).toBe(true)
    expect(planOfCheck({ list, fixes: [] }, { ...checkInput, consentRequired: true }).needsConsent).toBe(true)
  })
})
