import { describe, expect, it } from 'vitest'
import { findVariables } from '../../../src/main/agents/find-variables.ts'
import { openingOf } from '../../../src/main/agents/opening.ts'
import { findSpokenRaw } from '../../../src/main/agents/spoken-raw.ts'
import { spokenTexts } from '../../../src/main/agents/spoken-texts.ts'
import { aConversation, aNode, anEdge } from './a-graph.ts'

const variablesOf = (samples = {}) => {
  const texts = spokenTexts(aConversation)
  return findVariables(texts, openingOf(aConversation), samples)
}

describe('the texts of an agent', () => {
  it('come in the order in which they are said', () => {
    expect(spokenTexts(aConversation).map(({ place, nodeName, text }) => `${place} ${nodeName}: ${text}`)).toEqual([
      'greeting start: Hello {{greeting}} {{near}}',
      'prompt start: start {{start}}',
      'transition start: to near',
      'prompt rules: rules {{rules}}',
      'prompt near: near {{near | by}} {{start}}',
      'transition near: on the way {{way}}',
      'prompt end: end {{end}}',
      'prompt far: far {{far}}',
      'prompt island: island {{island}}',
      'extraction far: {{asked}} {{far}}',
      'webhook hook: {{initial_context.hook}} {{run_id}}',
    ])
  })

  it('come without a start as they are listed, and from nothing comes nothing', () => {
    const nodes = [aNode('b', 'agent', { prompt: 'b' }), aNode('a', 'agent', { prompt: 'a', greeting: 'never said' })]
    expect(spokenTexts({ nodes, edges: [anEdge('a', 'b')] }).map(({ text }) => text)).toEqual(['b', 'a'])
    expect(spokenTexts({ nodes: [], edges: [] })).toEqual([])
  })

  it('are walked through once, however the edges turn', () => {
    const nodes = [aNode('s', 'start', { prompt: 's' }), aNode('a', 'agent', { prompt: 'a' })]
    const edges = [anEdge('s', 'a'), anEdge('a', 's'), anEdge('a', 'a'), anEdge('s', 's')]
    expect(spokenTexts({ nodes, edges }).map(({ text }) => text)).toEqual(['s', 'a'])
  })

  it('of twenty thousand nodes are ordered in no time', () => {
    const nodes = Array.from({ length: 20_000 }, (_, n) => aNode(`${n}`, n === 0 ? 'start' : 'agent', { prompt: 'x' }))
    const edges = nodes.slice(1).map((_, n) => anEdge(`${n}`, `${n + 1}`))
    const start = performance.now()
    expect(spokenTexts({ nodes, edges })).toHaveLength(20_000)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

describe('the fields of an agent', () => {
  it('come in that order, each with where it stands first', () => {
    expect(variablesOf().map(({ name, place, nodeName, required }) => [name, place, nodeName, required])).toEqual([
      ['greeting', 'greeting', 'start', true],
      ['near', 'greeting', 'start', true],
      ['start', 'prompt', 'start', true],
      ['rules', 'prompt', 'rules', true],
      ['way', 'transition', 'near', true],
      ['end', 'prompt', 'end', true],
      ['far', 'prompt', 'far', true],
      ['island', 'prompt', 'island', true],
      ['asked', 'extraction', 'far', false],
      ['hook', 'webhook', 'hook', false],
    ])
  })

  it('are those the service itself would require, and no others that it would', () => {
    // Section 7: prompts, the greeting and transitions count; a dot or a default does not, nor what the service fills in.
    const required = variablesOf().filter((one) => one.required && !one.name.includes('.'))
    expect(required.map(({ name }) => name).toSorted()).toEqual(
      ['greeting', 'near', 'start', 'rules', 'way', 'end', 'far', 'island'].toSorted(),
    )
  })

  it('are in the opening only where the first text says so', () => {
    expect(variablesOf().filter(({ inOpening }) => inOpening)).toMatchObject([{ name: 'greeting' }, { name: 'near' }])
  })

  it('keep the first default they have anywhere', () => {
    expect(variablesOf().find(({ name }) => name === 'near')?.fallback).toBe('by')
  })

  it('show the samples of their author as text, and never more than a line', () => {
    const samples = { greeting: 'Ada', near: 12.5, start: { a: [1] }, rules: '', way: null, end: 'x'.repeat(500) }
    const shown = variablesOf(samples).map(({ sample }) => sample)
    expect(shown.slice(0, 5)).toEqual(['Ada', '12.5', '{"a":[1]}', null, null])
    expect(shown[5]).toBe(`${'x'.repeat(199)}…`)
    expect(shown.slice(6)).toEqual([null, null, null, null])
  })

  it('find samples inside samples', () => {
    const texts = [
      { text: '{{user.name}} {{user.age}} {{name.first}} {{toString}}', place: 'prompt', nodeName: null } as const,
    ]
    const samples = { user: { name: 'Ada' }, name: 'Ada' }
    expect(findVariables(texts, null, samples).map(({ sample }) => sample)).toEqual(['Ada', null, null, null])
  })
})

describe('a text that no person wrote', () => {
  it('asks for no more fields, and shows no more of them, than a form can hold', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `{{field_${n} | ${'x'.repeat(500)}}}`).join('')
    const text = `{{${'n'.repeat(201)}}}${many}`
    const fields = findVariables([{ text, place: 'prompt', nodeName: null }], null, {})
    expect(fields).toHaveLength(200)
    expect(fields[0]).toMatchObject({ name: 'field_0', fallback: `${'x'.repeat(199)}…` })
  })

  it('opens a call with no more than can be shown', () => {
    const long = (change: object) => openingOf({ nodes: [aNode('s', 'start', change)], edges: [] })?.text.length
    expect(long({ greeting: 'x'.repeat(100_000) })).toBe(20_000)
    expect(long({ prompt: 'x'.repeat(100_000) })).toBe(20_000)
  })
})

describe('the opening of an agent', () => {
  const opening = (change: object) =>
    openingOf({ nodes: [aNode('a', 'agent'), aNode('s', 'start', change)], edges: [] })

  it.each([
    [
      { greeting: 'G', prompt: 'P' },
      { kind: 'greeting', text: 'G', nodeName: 's' },
    ],
    [
      { greeting: ' \n', prompt: 'P' },
      { kind: 'prompt', text: 'P', nodeName: 's' },
    ],
    [
      { prompt: 'P', name: null },
      { kind: 'prompt', text: 'P', nodeName: null },
    ],
    [
      { greeting: 'G', prompt: 'P', isRecorded: true },
      { kind: 'recording', text: '', nodeName: 's' },
    ],
    [{ greeting: '', prompt: '' }, null],
    [{}, null],
  ])('of a start with %j', (change, expected) => {
    expect(opening(change)).toEqual(expected)
  })

  it('is none without a start', () => {
    expect(openingOf({ nodes: [aNode('a', 'agent', { prompt: 'P' })], edges: [] })).toBe(null)
  })
})

describe('braces that are said as they stand', () => {
  it('are found in what is said, each once, with transitions that look right', () => {
    const texts = [
      { text: 'Dear {{first name}}, {{}} {{name}} {{first name}}', place: 'greeting', nodeName: 'Start' },
      { text: `One moment, {{name}} {{x | ${'y'.repeat(500)}}}`, place: 'transition', nodeName: 'Offer' },
      { text: '{{not said}}', place: 'webhook', nodeName: 'Hook' },
    ] as const
    expect(findSpokenRaw(texts)).toEqual([
      { text: '{{first name}}', nodeName: 'Start' },
      { text: '{{}}', nodeName: 'Start' },
      { text: '{{name}}', nodeName: 'Offer' },
      { text: `{{x | ${'y'.repeat(93)}…`, nodeName: 'Offer' },
    ])
  })

  it('are no more than a person can be told of', () => {
    const text = Array.from({ length: 50 }, (_, n) => `{{a ${n}}}`).join('')
    expect(findSpokenRaw([{ text, place: 'prompt', nodeName: null }])).toHaveLength(20)
  })
})
