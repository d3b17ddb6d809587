import { describe, expect, it } from 'vitest'
import { checkContext, checksOfRow, isRefused, isUnused } from '../../../src/renderer/call/context-checks.ts'
import type { FormField, KnownFields } from '../../../src/renderer/call/context-fields.ts'
import { contextRows } from '../../../src/renderer/call/context-rows.ts'
import { readContextText } from '../../../src/renderer/call/context-text.ts'
import { checkSentence, mendWords } from '../../../src/renderer/call/check-line.tsx'

const field = (name: string, required = true): FormField => ({
  name,
  path: name.split('.'),
  required,
  fallback: null,
  sample: null,
})
const known: KnownFields = {
  from: 'agent',
  isComplete: true,
  fields: [field('name'), field('due', false), field('user.city', false)],
}

/** Every line of the form with the checks that are told at it. */
const told = (text: string, reference: string | null = 'call_ref') => {
  const checks = checkContext(readContextText(text).written ?? {}, known, reference)
  const rows = contextRows(text, known.fields)
  const lines = [...(rows?.known ?? []), ...(rows?.extra ?? [])].map(
    (row) => [row.name, checksOfRow(row, checks).map(({ code }) => code)] as const,
  )
  return Object.fromEntries(lines.filter(([, codes]) => codes.length > 0))
}

describe('the checks of a context', () => {
  it('stand at the field they speak of', () => {
    expect(told('{ "Name": "Jane", "due": "  ", "phone_number": "1", "colour": "blue" }')).toEqual({
      due: ['blank'],
      Name: ['wrongCase'],
      phone_number: ['reserved'],
      colour: ['unknown'],
    })
    expect(told('{}')).toEqual({ name: ['missing'] })
    expect(told('{ "name": null }')).toEqual({ name: ['empty'] })
  })

  it('tell a name that is wrong at all that stands inside of it', () => {
    expect(told('{ "name": "J", "provider": { "a": 1, "b": 2 } }')).toEqual({
      'provider.a': ['reserved'],
      'provider.b': ['reserved'],
    })
  })

  it('tell what is too long inside a value at the value', () => {
    const long = JSON.stringify({ name: 'J', list: [['x'.repeat(2_001)]] })
    expect(told(long)).toEqual({ list: ['unknown', 'longValue'] })
  })

  it('know the name under which the profile sends the call’s own id, once', () => {
    expect(told('{ "name": "J", "call_ref": "1" }')).toEqual({ call_ref: ['reference'] })
    expect(told('{ "name": "J", "call_ref": "1" }', null)).toEqual({ call_ref: ['unknown'] })
  })

  it('tell what stands in the way of an optional field, and how it is moved', () => {
    const text = '{ "name": "J", "user": "Ulm" }'
    expect(told(text)).toEqual({ 'user.city': ['inTheWay'] })
    const rows = contextRows(text, known.fields)
    const [check] = rows?.known.flatMap((row) => checksOfRow(row, [])) ?? []
    expect(check && [checkSentence(check), mendWords(check)]).toEqual([
      'A value stands at user, and this would have to be inside.',
      { kind: 'move', name: 'user.city' },
    ])
  })

  it('refuse what the service refuses, and only warn of everything else', () => {
    const checks = checkContext({ Name: 'J', due: ' ', agent_uuid: '1', call_ref: '1', b: 1 }, known, 'call_ref')
    expect(checks.filter(isRefused).map(({ code }) => code)).toEqual(['reference', 'reserved'])
    expect(checks.filter(isUnused).map(({ path }) => path)).toEqual([['b']])
  })
})
