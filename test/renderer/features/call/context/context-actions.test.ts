import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FormField } from '../../../../../src/renderer/features/call/context/context-rows.ts'
import { nameOf, objectTree } from '../../../../../src/renderer/features/call/context/context-edit.ts'
import { contextRows } from '../../../../../src/renderer/features/call/context/context-rows.ts'
import { createCallForm } from '../../../../../src/renderer/features/call/form/call-form.ts'
import { createFakeApi } from '../../../../support/fake-api.ts'
import { contexts, field } from './arbitrary-contexts.ts'

const open = (text = '') => {
  const form = createCallForm({
    api: createFakeApi(),
    now: () => 0,
    randomBytes: (length) => new Uint8Array(length),
  })
  form.typeContext(text)
  return { form, state: () => form.store.getState() }
}

/** Returns the top-level names in the JSON text, in order. */
const namesIn = (text: string): string[] => objectTree(text)?.children?.map(nameOf) ?? []

const rowsOf = (text: string, fields: FormField[] = []) => {
  const rows = contextRows(text, fields)
  if (rows === null) throw new Error('The form cannot show it.')
  return [...rows.known, ...rows.extra]
}

describe('two views of one context', () => {
  it('keep any text when the view changes', () => {
    const texts = fc.oneof(
      fc.string(),
      contexts.map((context) => JSON.stringify(context, null, 2)),
      contexts.map((context) => JSON.stringify(context).slice(0, -1)),
    )
    fc.assert(
      fc.property(texts, fc.array(fc.constantFrom('form' as const, 'json' as const)), (text, views) => {
        const { form, state } = open(text)
        const { value } = state().context
        for (const view of views) form.showContext(view)
        expect(state().contextText).toBe(text)
        expect(state().context.value).toEqual(value)
      }),
    )
  })

  it('keep the object the same when every field is retyped', () => {
    fc.assert(
      fc.property(contexts, (context) => {
        const text = JSON.stringify(context, null, 2)
        const { form, state } = open(text)
        for (const { path, value } of rowsOf(text)) {
          if (value.kind === 'text') form.writeField(path, value.text, false)
          if (value.kind === 'json') form.writeJson(path, value.json)
          form.leaveField(path)
        }
        expect(JSON.parse(state().contextText)).toEqual(JSON.parse(text))
        expect(namesIn(state().contextText)).toEqual(namesIn(text))
        expect(state().contextDrafts).toEqual({})
      }),
    )
  })

  it('show every value in exactly one row', () => {
    fc.assert(
      fc.property(contexts, (context) => {
        const text = JSON.stringify(context)
        const { form, state } = open(text)
        for (const { path } of rowsOf(text)) form.removeField(path)
        expect(JSON.parse(state().contextText)).toEqual({})
      }),
    )
  })

  it('keep a partially typed value and its error when the view changes', () => {
    const { form, state } = open('{ "a": 1, "basket": [1], "b": true }')
    form.writeJson(['basket'], '[1, ')
    form.writeJson(['a'], '1.')
    form.leaveField(['basket'])
    expect(state().context.value).toBeNull()
    expect(state().contextText).toBe('{ "a": 1, "basket": [1], "b": true }')
    form.showContext('json')
    expect(state().contextText).toBe('{ "a": 1., "basket": [1, , "b": true }')
    expect(state().context.notes[0]).toMatchObject({ severity: 'error' })
    form.showContext('form')
    expect(state().contextText).toBe('{ "a": 1., "basket": [1, , "b": true }')
    form.typeContext('{ "a": 1, "basket": [1, 2], "b": true }')
    expect(state().context.value).toEqual({ a: 1, basket: [1, 2], b: true })
  })

  it('let a partially typed value be sent as a string', () => {
    const { form, state } = open('{ "amount": 120 }')
    form.writeJson(['amount'], '120 €')
    form.writeField(['amount'], '120 €', false)
    expect(state().contextDrafts).toEqual({})
    expect(state().context.value).toEqual({ amount: '120 €' })
  })

  it('treat a cleared number as an empty string, and digits after it as a number', () => {
    const { form, state } = open('{ "amount": 120 }')
    form.writeJson(['amount'], '')
    expect(state().context.value).toEqual({ amount: '' })
    form.writeJson(['amount'], '5')
    expect(state().context.value).toEqual({ amount: 5 })
  })

  it('drop the draft of a removed value', () => {
    const { form, state } = open('{ "amount": 120, "b": 1 }')
    form.writeJson(['amount'], '12x')
    form.removeField(['amount'])
    expect(state().contextDrafts).toEqual({})
    expect(state().context.value).toEqual({ b: 1 })
  })

  it('write a known field as typed, keep the rest of the text, and remove an empty field', () => {
    const text = '{\n  "note": 1.50,\n  "user": { "id": 7 }\n}'
    const { form, state } = open(text)
    form.writeField(['user', 'name'], 'Jane "J" Doe\nsecond line', true)
    expect(state().context.value).toEqual({ note: 1.5, user: { id: 7, name: 'Jane "J" Doe\nsecond line' } })
    form.writeField(['user', 'name'], '', true)
    expect(state().contextText).toBe(text)
  })

  it('add a field by name, nested at dots, without ever overwriting another value', () => {
    const { form, state } = open('{ "user": "Jane" }')
    form.nameNewField(' address.city ')
    expect(form.addField()).toEqual(['address', 'city'])
    expect(state().context.value).toEqual({ user: 'Jane', address: { city: '' } })
    expect(state().newField).toBeNull()
    for (const name of ['user.name', '', 'a..b', '.']) {
      form.nameNewField(name)
      expect(form.addField()).toBeNull()
      expect(state().newField).toBe(name)
    }
    form.nameNewField('user')
    expect(form.addField()).toEqual(['user'])
    expect(state().context.value).toEqual({ user: 'Jane', address: { city: '' } })
  })
})

describe('the rows of the form', () => {
  it('follow the order of the fields, then that of the context', () => {
    const text = '{ "z": 1, "name": "Jane", "address": { "city": "Ulm", "tags": ["a"] }, "a.b": null }'
    const rows = rowsOf(text, [field('due'), field('name')])
    expect(rows.map(({ name, value }) => [name, value])).toEqual([
      ['due', { kind: 'none' }],
      ['name', { kind: 'text', text: 'Jane' }],
      ['z', { kind: 'json', json: '1', type: 'number' }],
      ['address.city', { kind: 'text', text: 'Ulm' }],
      ['address.tags', { kind: 'json', json: '["a"]', type: 'array' }],
      ['"a.b"', { kind: 'json', json: 'null', type: 'null' }],
    ])
  })

  it('show a value as written, on one line', () => {
    const [row] = rowsOf('{ "list": [\n  1.50,\n  { "a b" :"x,  y" }, 12345678901234567890 ] }')
    expect(row?.value).toMatchObject({ json: '[1.50, {"a b": "x,  y"}, 12345678901234567890]' })
  })

  it('identify the value that blocks a field', () => {
    const rows = rowsOf('{ "user": "Jane" }', [field('user.name')])
    expect(rows.map(({ name, blockedBy }) => [name, blockedBy])).toEqual([
      ['user.name', ['user']],
      ['user', null],
    ])
  })

  it('do not list the contents of an object that a field uses as a whole', () => {
    const rows = rowsOf('{ "user": { "name": "Jane" } }', [field('user'), field('user.name')])
    expect(rows.map(({ name, value }) => [name, value.kind])).toEqual([
      ['user', 'json'],
      ['user.name', 'text'],
    ])
  })

  it('are limited to 60', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field_${n}`, 'x']))
    const rows = contextRows(JSON.stringify(many), [])
    expect([rows?.extra.length, rows?.hidden]).toEqual([60, 40])
  })
})
