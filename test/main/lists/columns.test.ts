import { describe, expect, it } from 'vitest'
import { reservedContextNames } from '../../../src/contract/initial-context.ts'
import type { ListTarget } from '../../../src/contract/list.ts'
import { mapListColumns } from '../../../src/main/lists/columns.ts'

type Given = { names?: readonly string[] | null; remembered?: readonly ListTarget[] | null; home?: string | null }

/** Returns the targets as short strings: `number`, `=name` for a variable, `none`. */
const map = (
  table: readonly (readonly string[])[],
  { names = [], remembered = null, home = null }: Given = {},
): string => {
  const [headers = [], ...rows] = table
  const targets = mapListColumns({ headers, rows, names, remembered, countries: { home, offered: [] } })
  return targets.map((target) => (target.to === 'context' ? `=${target.name}` : target.to)).join(' ')
}

describe('columns', () => {
  it.each([
    ['English', ['Name', 'Phone number', 'ZIP code', 'State', 'Time zone', 'Opt-in', 'Notes']],
    ['German', ['Name', 'Telefonnummer', 'PLZ', 'Bundesland', 'Zeitzone', 'Einwilligung', 'Bemerkung']],
    [
      'French',
      ['Nom', 'T\u00e9l\u00e9phone', 'Code postal', 'Province', 'Fuseau horaire', 'Consentement', 'Remarques'],
    ],
    ['Spanish', ['Nombre', 'Tel\u00e9fono', 'C\u00f3digo postal', 'Estado', 'Zona horaria', 'Consentimiento', 'Notas']],
  ])('with %s headers are recognized', (_language, headers) => {
    const row = ['Ann', '+14155550101', '94105', 'CA', 'America/Los_Angeles', 'yes', 'Knows Tom']
    expect(map([headers, row])).toBe('none number postalCode state timeZone consent note')
  })

  it('get the agent’s variable names by header, spelling and content', () => {
    const names = ['customer_name', 'amount_due', 'due_date']
    const table = [
      ['Customer name', 'Mobile', 'Amount', 'Date', 'ID'],
      ['Ann', '+14155550101', '$12.50', '2026-12-01', '7'],
      ['Tom', '+14155550102', '$8.00', '2026-12-02', '8'],
    ]
    expect(map(table, { names })).toBe('=customer_name number =amount_due =due_date none')
  })

  it('named "Name" are the name of the person called, if the agent has one such variable', () => {
    const table = [
      ['Name', 'Phone'],
      ['Ann', '+14155550101'],
    ]
    const others = ['adviser.name', 'plan_name', 'amount_due']
    expect(map(table, { names: ['customer_name', ...others] })).toBe('=customer_name number')
    expect(map(table, { names: ['contact_name', 'customer_name', ...others] })).toBe('none number')
    expect(map(table, { names: others })).toBe('none number')
  })

  it('are not used for the check if the agent needs them as variables', () => {
    const table = [
      ['Phone', 'state', 'Notes'],
      ['+14155550101', 'CA', 'x'],
    ]
    expect(map(table, { names: ['state', 'notes'] })).toBe('number =state =notes')
  })

  it('become names from their headers if the agent’s variables are unknown', () => {
    const table = [
      ['Phone', 'Customer name', 'ZIP'],
      ['+14155550101', 'Ann', '94105'],
    ]
    expect(map(table, { names: null })).toBe('number =customer_name postalCode')
  })

  it('never get a name that the service sets', () => {
    const reserved = [...reservedContextNames]
    const table = [
      ['Phone', ...reserved],
      ['+14155550101', ...reserved.map(() => '5')],
    ]
    const none = reserved.map(() => 'none').join(' ')
    for (const names of [null, reserved]) expect(map(table, { names })).toBe(`number ${none}`)
    const remembered = [{ to: 'number' as const }, ...reserved.map((name): ListTarget => ({ to: 'context', name }))]
    expect(map(table, { names: reserved, remembered })).toBe(`number ${none}`)
  })

  it('get the targets that the user chose before, if there are as many columns', () => {
    const table = [
      ['Phone', 'Name'],
      ['+14155550101', 'Ann'],
    ]
    const remembered: ListTarget[] = [{ to: 'none' }, { to: 'number' }]
    expect(map(table, { remembered })).toBe('none number')
    expect(map(table, { remembered: [{ to: 'number' }], names: ['name'] })).toBe('number =name')
  })
})

describe('the column of numbers', () => {
  it('is the one whose header suggests a phone number, with the most readable numbers', () => {
    expect(
      map([
        ['Mobile', 'Landline'],
        ['+14155550101', '+14155550102'],
      ]),
    ).toBe('number none')
    expect(
      map([
        ['Phone', 'Mobile phone'],
        ['', '+14155550102'],
        ['', '+14155550103'],
      ]),
    ).toBe('none number')
    expect(
      map([
        ['Contact', 'Phone'],
        ['+14155550101', '+14155550102'],
      ]),
    ).toBe('none number')
  })

  it('is not a fax, account or order number', () => {
    expect(
      map([
        ['Fax', 'Phone'],
        ['+14155550101', '+14155550102'],
      ]),
    ).toBe('none number')
    expect(
      map(
        [
          ['Phone', 'Fax number'],
          ['415-555-0101', '+14155550102'],
        ],
        { home: 'US' },
      ),
    ).toBe('number none')
    expect(
      map(
        [
          ['Account number', 'Cell'],
          ['4155550101', '4155550102'],
        ],
        { home: 'US' },
      ),
    ).toBe('none number')
  })

  it('is recognized without a matching header, and with damaged numbers', () => {
    expect(
      map([
        ['', ''],
        ['Ann', '+14155550101'],
      ]),
    ).toBe('none number')
    expect(
      map([
        ['Name', 'Phone'],
        ['Ann', '4.16E+09'],
        ['Tom', '4.15E+09'],
      ]),
    ).toBe('none number')
    expect(
      map([
        ['Name', 'Tel'],
        ['Ann', ''],
        ['Tom', ''],
      ]),
    ).toBe('none number')
    expect(
      map([
        ['Name', 'City'],
        ['Ann', 'Bonn'],
        ['Tom', 'Kiel'],
      ]),
    ).toBe('none none')
  })
})

describe('location columns', () => {
  it('are recognized by their content without a header', () => {
    expect(
      map([
        ['', '', ''],
        ['+14155550101', 'America/New_York', 'Ann'],
      ]),
    ).toBe('number timeZone none')
  })

  it('are not recognized if their cells contain something else', () => {
    expect(
      map([
        ['Phone', 'Postal'],
        ['+14155550101', 'by letter'],
      ]),
    ).toBe('number none')
    expect(
      map([
        ['Phone', 'State'],
        ['+14155550101', '12'],
      ]),
    ).toBe('number none')
  })

  it('are recognized once per kind', () => {
    expect(
      map([
        ['Phone', 'Billing ZIP', 'Shipping ZIP'],
        ['+14155550101', '94105', '10001'],
      ]),
    ).toBe('number postalCode none')
  })
})
