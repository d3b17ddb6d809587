import { describe, expect, it } from 'vitest'
import { contextGuide, type Finding, findInContext } from '../../../src/domain/context/findings.ts'
import { contextIssues, type InitialContext } from '../../../src/contract/initial-context.ts'
import { applyContextFix } from '../../../src/domain/context/edit.ts'

const field = (name: string, required = true) => ({ path: name.split('.'), required })
const fields = [field('customer_name'), field('due_date', false), field('user.first_name'), field('amount', false)]

const find = (context: InitialContext, isComplete = true): Finding[] => findInContext(context, fields, { isComplete })
const whole = { customer_name: 'Jane', user: { first_name: 'Jane' } }

/** Applies the first available fix until no finding has one. */
const fixAll = (context: InitialContext): InitialContext => {
  const next = find(context).find(({ fix }) => fix !== null && fix.kind !== 'fill')
  return next?.fix ? fixAll(applyContextFix(context, next.fix)) : context
}

describe('a context compared with the fields of an agent', () => {
  it('has no findings if every required field has a value', () => {
    expect(find(whole)).toEqual([])
    expect(find({ ...whole, due_date: '', amount: null, greeting_override: { type: 'text', text: 'Hi' } })).toEqual([])
  })

  it('lists missing and empty fields in the order of the agent definition', () => {
    expect(find({})).toEqual([
      { code: 'missing', path: ['customer_name'], fix: { kind: 'fill', path: ['customer_name'] } },
      { code: 'missing', path: ['user', 'first_name'], fix: { kind: 'fill', path: ['user', 'first_name'] } },
    ])
    expect(find({ customer_name: '', user: { first_name: null } }).map(({ code }) => code)).toEqual(['empty', 'empty'])
  })

  it('reports a blank value that would hide a default', () => {
    expect(find({ ...whole, due_date: ' \u00a0' })).toEqual([
      { code: 'blank', path: ['due_date'], fix: { kind: 'remove', path: ['due_date'] } },
    ])
    expect(find({ ...whole, customer_name: ' ' })).toMatchObject([{ code: 'blank', fix: { kind: 'fill' } }])
  })

  it.each([
    ['Customer_name', 'wrongCase'],
    ['CUSTOMER_NAME', 'wrongCase'],
    ['customerName', 'unknown'],
    ['customer name', 'unknown'],
    ['customer-name', 'unknown'],
    ['custmer_name', 'unknown'],
    ['cutsomer_name', 'unknown'],
    ['customer_names', 'unknown'],
  ])('renames %s', (name, code) => {
    const context = { first: 1, [name]: 'Jane', user: { first_name: 'Jane' } }
    const found = find(context).filter(({ path }) => path[0] === name)
    const to = ['customer_name']
    expect(found).toEqual([{ code, path: [name], fix: { kind: 'rename', from: [name], to } }])
    expect(find(context).map((one) => one.code)).not.toContain('missing')
    expect(Object.entries(fixAll(context))).toEqual([
      ['customer_name', 'Jane'],
      ['user', { first_name: 'Jane' }],
    ])
  })

  it.each([
    [{ user: { First_Name: 'Jo' } }, ['user', 'First_Name']],
    [{ User: { first_name: 'Jo' } }, ['User']],
    [{ 'user.first_name': 'Jo' }, ['user.first_name']],
    [{ user: 'Jo' }, ['user', 'first_name']],
    [{ user_first_name: 'Jo' }, ['user_first_name']],
  ])('finds the path inside an object: %j', (inside, path) => {
    const context: InitialContext = { customer_name: 'Jane', ...inside }
    expect(find(context)).toMatchObject([{ path, fix: { kind: 'rename' } }])
    expect(fixAll(context)).toEqual({ customer_name: 'Jane', user: { first_name: 'Jo' } })
  })

  it('does not suggest a name that already has a value', () => {
    expect(find({ ...whole, Customer_name: 'Jim' })).toEqual([
      { code: 'unknown', path: ['Customer_name'], fix: { kind: 'remove', path: ['Customer_name'] } },
    ])
    expect(fixAll({ Customer_name: 'Jim', customer_name: '', user: whole.user })).toEqual({
      customer_name: 'Jim',
      user: whole.user,
    })
  })

  it('reports an unrelated name only if all fields are known', () => {
    expect(find({ ...whole, zebra: 1 })).toMatchObject([{ code: 'unknown', fix: { kind: 'remove' } }])
    expect(find({ ...whole, zebra: 1 }, false)).toEqual([])
    expect(find({ ...whole, due_dat: 1 }, false)).toMatchObject([{ code: 'unknown', fix: { to: ['due_date'] } }])
  })

  it('accepts any names in an object that the agent uses as a whole', () => {
    const both = [field('user'), field('user.name')]
    expect(findInContext({ user: { name: 'Jo', other: 1 } }, both, { isComplete: true })).toEqual([])
  })

  it('reports exactly the reserved names that the contract refuses', () => {
    const context = { ...whole, call_id: '1', user: { ...whole.user, provider: 'x' }, telephony_configuration_id: 2 }
    const reserved = find(context).filter(({ code }) => code === 'reserved')
    expect(reserved.map(({ path }) => path)).toEqual(contextIssues(context).map(({ path }) => path))
    expect(contextIssues(fixAll(context))).toEqual([])
  })

  it('reports values that are too long to speak, long names, and too many fields', () => {
    const { fields: many, nameCharacters, valueCharacters } = contextGuide
    const long = { amount: 'x'.repeat(valueCharacters + 1), due_date: ['y'.repeat(valueCharacters + 1)] }
    const longName = 'n'.repeat(nameCharacters + 1)
    const crowd = Object.fromEntries(Array.from({ length: many + 1 }, (_, n) => [`zz${n}`, 'x']))
    expect(find({ ...whole, ...long })).toEqual([
      { code: 'longValue', path: ['amount'], fix: null },
      { code: 'longValue', path: ['due_date', '0'], fix: null },
    ])
    expect(find({ ...whole, [longName]: 1 }, false)).toEqual([{ code: 'longName', path: [longName], fix: null }])
    expect(find({ ...whole, ...crowd }, false)).toEqual([{ code: 'manyFields', path: [], fix: null }])
    expect(find({ ...whole, amount: 'x'.repeat(valueCharacters) })).toEqual([])
  })
})
