/**
 * Numbers whose practice calls are short, so that a list of them is finished within two minutes: fictional numbers
 * (555-01xx) in four area codes. The numbers of practice faults have a different area code.
 */
const shortCallNumber = /^\+1(?:406|505|515|603)55501\d\d$/

/** Returns whether a call to this number is short. */
export function isShortCallNumber(phoneNumber: string): boolean {
  return shortCallNumber.test(phoneNumber.replace(/[\s().-]/g, ''))
}

const headers = [
  'Policyholder',
  'Phone',
  'Policy number',
  'Renewal date',
  'Amount due',
  'Adviser',
  'Time zone',
  'Consent',
  'Note',
]

type Fields = Partial<Record<'name' | 'phone' | 'policy' | 'note', string>>

const firstNames = [
  'Ada',
  'Bilal',
  'Chiara',
  'Dmitri',
  'Esther',
  'Farid',
  'Grace',
  'Hana',
  'Ivan',
  'Jun',
  'Karin',
  'Luis',
]
const lastNames = ['Okafor', 'Ito', 'Müller', 'Svensson', 'Rossi', 'García', 'Novák', 'O’Brien', 'Haddad', 'Nguyen']
const advisers = ['Grace Sample', 'Tom Example', '']

const areaCodes = ['406', '505', '515', '603']

/** Returns a different number for each position from 0 to 399. */
const shortNumber = (index: number): string =>
  `+1${areaCodes[index % 4] ?? '406'}55501${String(Math.floor(index / 4)).padStart(2, '0')}`

const national = (number: string): string => `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`

/** Time zones of the area codes; a row without a zone gets it from its number. */
const zoneOf: Readonly<Record<string, string>> = {
  '406': 'America/Denver',
  '505': 'Mountain',
  '515': 'US/Central',
  '603': '',
}

/** Calls that do not end as usual; their numbers are in docs/practice.md. */
const specialRows: readonly (readonly [at: number, Fields])[] = [
  [4, { phone: '+14155550170', note: 'The line is busy' }],
  [9, { phone: '+14155550171', note: 'No one answers' }],
  [22, { phone: '+14155550174', note: 'A machine answers' }],
  [31, { phone: '+14155550152', note: 'The response is lost: unknown until Rundesk finds the run' }],
  [36, { phone: '+14155550142', note: 'The credits are used up: the list pauses before any other call' }],
  [40, { phone: '+14155550133', note: 'The carrier refuses the number' }],
  [44, { phone: '+14155550177', note: 'The agent reports that the person must not be called again' }],
  [48, { phone: '+14155550116', note: 'The service refuses the number' }],
  [57, { phone: '+14155550172', note: 'The carrier gives up' }],
  [66, { phone: '+14155550154', note: 'The connection breaks: unknown until Rundesk finds the run' }],
  [70, { phone: '+14155550175', note: 'The call ends without a result' }],
]

const goodRows = 76

/** Rows that a list must not call as they are and, at the end, some that a spreadsheet has changed harmlessly. */
const damagedRows: readonly Fields[] = [
  ...Array.from({ length: 16 }, (_, at) => ({ phone: national(shortNumber(200 + at)), note: 'No country code' })),
  ...Array.from({ length: 8 }, (_, at) => ({ phone: shortNumber(240 + at).slice(1), note: 'The plus sign was lost' })),
  ...Array.from({ length: 4 }, () => ({ phone: '1.40656E+10', note: 'A spreadsheet rounded the number' })),
  ...Array.from({ length: 8 }, (_, at) => ({ phone: shortNumber(260 + at), name: '', note: 'No name' })),
  ...Array.from({ length: 6 }, (_, at) => ({ phone: shortNumber(280 + at), policy: '', note: 'No policy number' })),
  ...Array.from({ length: 8 }, (_, at) => ({ phone: shortNumber(at), note: 'The same number as an earlier row' })),
  ...Array.from({ length: 6 }, (_, at) => ({ phone: `+1800555019${at}`, note: 'No time zone' })),
  { phone: 'n/a', note: 'Not a number' },
  { phone: 'see file', note: 'Not a number' },
  { phone: '+1 406 555', note: 'Too short' },
  { phone: '+999 1234567', note: 'No country has this code' },
  { phone: '+1 406 555 0190 / +1 406 555 0191', note: 'Two numbers' },
  { phone: '', note: 'Empty' },
  { phone: '911', note: 'An emergency number' },
  { phone: '112', note: 'An emergency number' },
  { phone: '4321', note: 'An extension' },
  { phone: '4322', note: 'An extension' },
  ...Array.from({ length: 4 }, (_, at) => ({ phone: `="${shortNumber(300 + at)}"`, note: 'Written as a formula' })),
  ...Array.from({ length: 4 }, (_, at) => ({ phone: `'${shortNumber(320 + at)}`, note: 'Written as text' })),
]

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Returns a CSV file of 150 rows with every kind of damage, duplicates, several time zones and calls that fail. */
export function sampleList(): string {
  const special = new Map(specialRows)
  const good = Array.from({ length: goodRows }, (_, at): Fields => special.get(at) ?? { phone: shortNumber(at) })
  const lines = [...good, ...damagedRows].map((fields, at) => {
    const name = `${firstNames[at % firstNames.length] ?? ''} ${lastNames[at % lastNames.length] ?? ''}`
    const values = [
      fields.name ?? name,
      fields.phone ?? '',
      fields.policy ?? `HI-${2001 + at}`,
      `${1 + (at % 28)} December`,
      `${80 + ((at * 7) % 90)}.${at % 2 === 0 ? '00' : '50'}`,
      advisers[at % advisers.length] ?? '',
      zoneOf[/[1-9]\d\d/.exec(fields.phone?.replace(/^\D*1?/, '') ?? '')?.[0] ?? ''] ?? '',
      at % 10 === 3 ? 'no' : 'yes',
      fields.note ?? '',
    ]
    return values.map(cell).join(',')
  })
  return `\ufeff${[headers.join(','), ...lines].join('\r\n')}\r\n`
}
