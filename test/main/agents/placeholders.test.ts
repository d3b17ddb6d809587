import { describe, expect, it } from 'vitest'
import { piecesText, renderTemplate } from '../../../src/contract/render-template.ts'
import { parseTemplate } from '../../../src/contract/template.ts'
import { findVariables } from '../../../src/main/agents/find-variables.ts'
import { caseTime, listedCases, placeholderCases } from './placeholder-cases.ts'

const titled = placeholderCases.map((one) => ({ ...one, title: JSON.stringify([one.text, one.context]).slice(0, 100) }))

const ask = (text: string) => findVariables([{ text, place: 'prompt', nodeName: 'Start' }], null, {})

describe('the placeholders of an agent', () => {
  it('are tried in at least sixty forms, all that the service is known for among them', () => {
    expect(placeholderCases.length).toBeGreaterThanOrEqual(60)
    expect(listedCases.length).toBeGreaterThanOrEqual(30)
    expect(new Set(titled.map(({ title }) => title)).size).toBe(placeholderCases.length)
  })

  it.each(titled)('are said as the service says them: $title', ({ text, context, says }) => {
    expect(piecesText(renderTemplate(parseTemplate(text), context, caseTime))).toBe(says)
  })

  it.each(titled)('are asked for as the service needs them: $title', ({ text, required, optional }) => {
    const fields = ask(text)
    expect(fields.filter((field) => field.required).map(({ name }) => name)).toEqual(required)
    const withDefault = fields.filter((field) => !field.required).map(({ name, fallback }) => [name, fallback])
    expect(Object.fromEntries(withDefault)).toEqual(optional)
  })

  it.each(titled)('give back the whole text when nothing is filled in: $title', ({ text }) => {
    const { parts } = parseTemplate(text)
    expect(parts.map((part) => (typeof part === 'string' ? part : part.raw)).join('')).toBe(text)
  })
})

describe('a name', () => {
  it('that stands once without a default and once with one is required, and keeps the default', () => {
    expect(ask('{{name | there}} {{name}}')).toMatchObject([{ name: 'name', required: true, fallback: 'there' }])
  })

  it('is asked for once, however it is written', () => {
    expect(ask('{{user.name}} {{ initial_context.user.name | you }}')).toMatchObject([
      { name: 'user.name', path: ['user', 'name'], fallback: 'you' },
    ])
  })
})
