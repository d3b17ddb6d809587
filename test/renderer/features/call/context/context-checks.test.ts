import { describe, expect, it } from 'vitest'
import { messages } from '../../../../../src/messages/index.ts'
import {
  checkContext,
  checkSentence,
  checksOfKeys,
  checksOfRow,
  fixWords,
  isRefused,
  isUnused,
} from '../../../../../src/renderer/features/call/context/context-checks.ts'
import type { KnownFields } from '../../../../../src/renderer/features/call/context/context-rows.ts'
import { contextRows } from '../../../../../src/renderer/features/call/context/context-rows.ts'
import { readContextText } from '../../../../../src/renderer/features/call/context/context-text.ts'
import { field } from './arbitrary-contexts.ts'

const known: KnownFields = {
  from: 'agent',
  isComplete: true,
  fields: [field('name'), field('due', false), field('user.city', false)],
}

/** Returns the codes of the checks for each row of the form. */
const codesByRow = (text: string, reference: string | null = 'call_ref') => {
  const checks = checkContext(readContextText(text).written ?? {}, known, reference)
  const rows = contextRows(text, known.fields)
  const lines = [...(rows?.known ?? []), ...(rows?.extra ?? [])].map(
    (row) => [row.name, checksOfRow(row, checks).map(({ code }) => code)] as const,
  )
  return Object.fromEntries(lines.filter(([, codes]) => codes.length > 0))
}

describe('the checks of a context', () => {
  it('are shown at their field', () => {
    expect(codesByRow('{ "Name": "Jane", "due": "  ", "phone_number": "1", "colour": "blue" }')).toEqual({
      due: ['blank'],
      Name: ['wrongCase'],
      phone_number: ['reserved'],
      colour: ['unknown'],
    })
    expect(codesByRow('{}')).toEqual({ name: ['missing'] })
    expect(codesByRow('{ "name": null }')).toEqual({ name: ['empty'] })
  })

  it('show a wrong name on every value inside it', () => {
    expect(codesByRow('{ "name": "J", "provider": { "a": 1, "b": 2 } }')).toEqual({
      'provider.a': ['reserved'],
      'provider.b': ['reserved'],
    })
  })

  it('show a nested value that is too long on its row', () => {
    const long = JSON.stringify({ name: 'J', list: [['x'.repeat(2_001)]] })
    expect(codesByRow(long)).toEqual({ list: ['unknown', 'longValue'] })
  })

  it('refuse the name under which the profile sends the call ID', () => {
    expect(codesByRow('{ "name": "J", "call_ref": "1" }')).toEqual({ call_ref: ['reference'] })
    expect(codesByRow('{ "name": "J", "call_ref": "1" }', null)).toEqual({ call_ref: ['unknown'] })
  })

  it('offer to move a value that blocks an optional field', () => {
    const text = '{ "name": "J", "user": "Ulm" }'
    expect(codesByRow(text)).toEqual({ 'user.city': ['inTheWay'] })
    const rows = contextRows(text, known.fields)
    const [check] = rows?.known.flatMap((row) => checksOfRow(row, [])) ?? []
    expect(check && [checkSentence(check), fixWords(check)]).toEqual([
      messages.context.check('inTheWay', { name: 'user.city', meant: 'user' }),
      { kind: 'move', name: 'user.city' },
    ])
  })

  it('name the field because of which main refused the call for a key, and no other refusal', () => {
    const refusalOf = (...path: (string | number)[]) => ({
      step: 'refused' as const,
      failure: { kind: 'invalid' as const, issues: [{ path, code: 'containsKey' as const }] },
    })
    const text = '{ "name": "J", "tags": ["a", "b"] }'
    const rows = contextRows(text, known.fields)
    const namesWith = (status: Parameters<typeof checksOfKeys>[0]['status']) =>
      [...(rows?.known ?? []), ...(rows?.extra ?? [])]
        .filter((row) => checksOfRow(row, checksOfKeys({ status, keyFailure: null })).length > 0)
        .map(({ name }) => name)
    expect(namesWith(refusalOf('initialContext', 'name'))).toEqual(['name'])
    expect(namesWith(refusalOf('initialContext', 'tags', 1))).toEqual(['tags'])
    expect(checksOfKeys({ status: refusalOf('initialContext'), keyFailure: null })).toMatchObject([
      { code: 'key', path: [] },
    ])
    expect(checksOfKeys({ status: refusalOf('phoneNumber'), keyFailure: null })).toEqual([])
    expect(checksOfKeys({ status: { step: 'editing' }, keyFailure: null })).toEqual([])
    expect(checksOfKeys({ status: refusalOf('initialContext', 'name'), keyFailure: null }).every(isRefused)).toBe(true)
  })

  it('prevent only what the service would refuse, and warn about the rest', () => {
    const checks = checkContext({ Name: 'J', due: ' ', agent_uuid: '1', call_ref: '1', b: 1 }, known, 'call_ref')
    expect(checks.filter(isRefused).map(({ code }) => code)).toEqual(['reference', 'reserved'])
    expect(checks.filter(isUnused).map(({ path }) => path)).toEqual([['b']])
  })
})
