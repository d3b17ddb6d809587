import { describe, expect, it } from 'vitest'
import {
  sourceOfPath,
  parseTemplate,
  type Piece,
  piecesText,
  pythonText,
  renderTemplate,
  titleCase,
} from '../../src/domain/template/template.ts'

const now = Date.UTC(2026, 6, 1, 10, 30, 5)
const render = (text: string, context: Record<string, unknown> = {}): Piece[] =>
  renderTemplate(parseTemplate(text), context, now)
const sources = (text: string, context: Record<string, unknown> = {}): string[] =>
  render(text, context).map(({ from }) => from)

describe('a rendered text', () => {
  it('names the source of each piece', () => {
    expect(render('Hi {{name}}, {{plan | Basic}}{{due}}', { name: 'Jane' })).toEqual([
      { from: 'text', text: 'Hi ', path: null },
      { from: 'value', text: 'Jane', path: 'name' },
      { from: 'text', text: ', ', path: null },
      { from: 'default', text: 'Basic', path: 'plan' },
      { from: 'missing', text: '', path: 'due' },
    ])
  })

  it('distinguishes values that are known only during the call from missing values', () => {
    expect(sources('{{caller_number}}{{gathered_context.x}}{{name}}')).toEqual(['later', 'later', 'missing'])
    expect(sources('{{called_number}}', { called_number: '+1415' })).toEqual(['value'])
  })

  it('is broken if a time variable names an unknown time zone without a default', () => {
    expect(sources('{{current_weekday_Mars}}{{current_time}}')).toEqual(['missing', 'broken'])
    expect(sources('{{current_time_asia/kolkata | x}}')).toEqual(['default'])
    expect(sources('{{current_time_+05:30 | x}}')).toEqual(['default'])
  })

  it.each([
    ['Europe/London', '2026-07-01 11:30:05 BST'],
    ['Europe/Berlin', '2026-07-01 12:30:05 CEST'],
    ['America/New_York', '2026-07-01 06:30:05 EDT'],
    ['Australia/Sydney', '2026-07-01 20:30:05 AEST'],
    ['Asia/Dubai', '2026-07-01 14:30:05 +04'],
    ['Asia/Calcutta', '2026-07-01 16:00:05 IST'],
    ['Asia/Tokyo', '2026-07-01 19:30:05 JST'],
    ['Asia/Kathmandu', '2026-07-01 16:15:05 +0545'],
    ['UTC', '2026-07-01 10:30:05 UTC'],
  ])('returns the time of %s', (zone, time) => {
    expect(piecesText(render(`{{current_time_${zone}}}`))).toBe(time)
  })

  it('does not read inherited object properties', () => {
    expect(sources('{{toString.name}}{{__proto__.x}}{{a.length}}', { a: 'text' })).toEqual([
      'missing',
      'missing',
      'missing',
    ])
  })

  // Scanning the rest of the text at every position would take minutes and exceed the test's timeout.
  it.each(['{', '{{a|', '{{ ', '{{a | b: ', '{{a', '{{\u00a0{'])(
    'is read in one pass from a long run of %j',
    (piece) => {
      const text = piece.repeat(300_000)
      expect(parseTemplate(text).parts).toEqual([text])
    },
  )
})

describe('a value', () => {
  it.each([
    [null, ''],
    [undefined, ''],
    [true, 'True'],
    [false, 'False'],
    [-0, '0'],
    [1e20, '100000000000000000000'],
    [1e21, '1e+21'],
    [1.5e300, '1.5e+300'],
    [0.0001, '0.0001'],
    [0.00012, '0.00012'],
    [-0.000015, '-1.5e-05'],
    [5e-324, '5e-324'],
    [
      { a: [true, null, 1e-7], 'é"': '\u007f\n😀' },
      '{"a": [true, null, 1e-07], "\\u00e9\\"": "\\u007f\\n\\ud83d\\ude00"}',
    ],
    [{}, '{}'],
    [[], '[]'],
  ])('%j is written as Python writes it', (value, text) => {
    expect(pythonText(value)).toBe(text)
  })

  it.each([
    ['caller_name', 'Caller_Name'],
    ['CALLER', 'Caller'],
    ['a1b', 'A1B'],
    ['ßx', 'Ssx'],
    ['имя-клиента', 'Имя-Клиента'],
  ])('%s has the capitals of %s', (text, title) => {
    expect(titleCase(text)).toBe(title)
  })
})

describe('a path', () => {
  it.each([
    ['name', 'caller'],
    ['initial_context.name', 'caller'],
    ['current_time', 'clock'],
    ['current_weekday_Asia/Kolkata', 'clock'],
    ['current_time_spent', 'caller'],
    ['direction', 'service'],
    ['initial_context.called_number', 'service'],
    ['source_uuid', 'service'],
    ['gathered_context.city', 'conversation'],
  ])('%s is filled in by the %s', (path, filler) => {
    expect(sourceOfPath(path)).toBe(filler)
  })
})
