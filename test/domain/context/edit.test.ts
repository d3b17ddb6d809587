import { describe, expect, it } from 'vitest'
import { applyContextFix, type ContextFix, contextInCall, openingInCall } from '../../../src/domain/context/edit.ts'
import { editDistance, nearestName } from '../../../src/domain/context/findings.ts'
import { parseTemplate, piecesText, renderTemplate } from '../../../src/domain/template/template.ts'

const context = { a: 1, b: { c: 'x', d: [1] }, e: null }
const entriesAfter = (fix: ContextFix): unknown =>
  JSON.parse(JSON.stringify(Object.entries(applyContextFix(context, fix))))

describe('applying a context fix', () => {
  it.each<[string, ContextFix, unknown]>([
    [
      'renames in place',
      { kind: 'rename', from: ['a'], to: ['z'] },
      [
        ['z', 1],
        ['b', context.b],
        ['e', null],
      ],
    ],
    [
      'renames over an existing name',
      { kind: 'rename', from: ['a'], to: ['e'] },
      [
        ['e', 1],
        ['b', context.b],
      ],
    ],
    [
      'renames inside',
      { kind: 'rename', from: ['b', 'c'], to: ['b', 'z'] },
      [
        ['a', 1],
        ['b', { z: 'x', d: [1] }],
        ['e', null],
      ],
    ],
    [
      'moves outwards',
      { kind: 'rename', from: ['b', 'c'], to: ['c'] },
      [
        ['a', 1],
        ['b', { d: [1] }],
        ['e', null],
        ['c', 'x'],
      ],
    ],
    [
      'moves inwards',
      { kind: 'rename', from: ['a'], to: ['b', 'a'] },
      [
        ['b', { c: 'x', d: [1], a: 1 }],
        ['e', null],
      ],
    ],
    [
      'moves into its own place',
      { kind: 'rename', from: ['a'], to: ['a', 'n'] },
      [
        ['b', context.b],
        ['e', null],
        ['a', { n: 1 }],
      ],
    ],
    ['ignores a field that does not exist', { kind: 'rename', from: ['x'], to: ['y'] }, Object.entries(context)],
    [
      'removes',
      { kind: 'remove', path: ['b'] },
      [
        ['a', 1],
        ['e', null],
      ],
    ],
    [
      'removes inside',
      { kind: 'remove', path: ['b', 'd'] },
      [
        ['a', 1],
        ['b', { c: 'x' }],
        ['e', null],
      ],
    ],
    [
      'removes nothing below a value that is not an object',
      { kind: 'remove', path: ['a', 'b'] },
      Object.entries(context),
    ],
    ['makes a place', { kind: 'fill', path: ['z'] }, [...Object.entries(context), ['z', '']]],
    [
      'creates a missing parent object',
      { kind: 'fill', path: ['y', 'z'] },
      [...Object.entries(context), ['y', { z: '' }]],
    ],
    ['does not overwrite an existing value', { kind: 'fill', path: ['a'] }, Object.entries(context)],
    [
      'accepts any name',
      { kind: 'rename', from: ['a'], to: ['__proto__'] },
      [
        ['__proto__', 1],
        ['b', context.b],
        ['e', null],
      ],
    ],
  ])('%s', (_title, fix, entries) => {
    const before = structuredClone(context)
    expect(entriesAfter(fix)).toEqual(JSON.parse(JSON.stringify(entries)))
    expect(context).toEqual(before)
  })
})

describe('the closest name', () => {
  it.each([
    ['due-date', 'due_date'],
    ['DueDate', 'due_date'],
    ['de_date', 'due_date'],
    ['dude_date', 'due_date'],
    ['due_dtae', 'due_date'],
    ['имя_клиента', 'имя клиента'],
    ['plan', null],
    ['due', null],
    ['ab', null],
    ['', null],
    ['x'.repeat(100_000), null],
  ])('to %.20s is %s', (name, near) => {
    expect(nearestName(name, ['ac', 'planet_earth', 'due_date', 'имя клиента'])).toBe(near)
  })

  it('is the first of several equally close names, and the closer of two', () => {
    expect(nearestName('names', ['namez', 'name'])).toBe('namez')
    expect(nearestName('amount_dve', ['amount_paid', 'amount_due'])).toBe('amount_due')
  })

  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
    ['name', 'nmae', 1],
    ['abc', 'abc', 0],
  ])('takes the expected number of steps from %j to %j', (a, b, steps) => {
    expect(editDistance(a, b)).toBe(steps)
    expect(editDistance(b, a)).toBe(steps)
  })
})

const call = {
  phoneNumber: '+14155550123',
  agentUuid: '7f3c2a1e-0000-4000-8000-000000009b21',
  telephonyConfigurationId: 11,
  fromPhoneNumberId: null,
}

describe('the context in a call', () => {
  it('takes precedence over the fields that the service adds to the run', () => {
    const rendered = renderTemplate(
      parseTemplate(
        '{{name}} {{called_number}} {{direction}} {{telephony_configuration_id}} {{from_phone_number_id | none}}',
      ),
      contextInCall({ name: 'Jane', direction: 'mine' }, call),
      0,
    )
    expect(piecesText(rendered)).toBe('Jane +14155550123 mine 11 none')
  })

  it('has no agent_uuid, and a caller ID only if the call has one', () => {
    expect(contextInCall({}, call)).not.toHaveProperty('agent_uuid')
    expect(contextInCall({}, call)).not.toHaveProperty('from_phone_number_id')
    expect(contextInCall({}, { ...call, fromPhoneNumberId: 102 })).toMatchObject({ from_phone_number_id: 102 })
  })
})

describe('the opening of a call', () => {
  const opening = { kind: 'prompt', text: 'Be kind.', nodeName: 'Start' } as const

  it.each([
    [
      { type: 'text', text: 'Hello {{name}}' },
      { kind: 'greeting', text: 'Hello {{name}}', nodeName: null },
    ],
    [
      { type: 'audio', recording_id: 'r1' },
      { kind: 'recording', text: '', nodeName: null },
    ],
    [{ type: 'text', text: '' }, opening],
    [{ type: 'audio', text: 'Hello' }, opening],
    [{ type: 'text', text: 7 }, opening],
    ['Hello', opening],
    [['text'], opening],
    [null, opening],
  ])('is changed only by an override that the service accepts: %j', (override, expected) => {
    expect(openingInCall(opening, { greeting_override: override })).toEqual(expected)
  })

  it("is the agent's own without an override", () => {
    expect(openingInCall(opening, {})).toBe(opening)
    expect(openingInCall(null, {})).toBe(null)
  })
})
