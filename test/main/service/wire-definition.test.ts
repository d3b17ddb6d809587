import { describe, expect, it } from 'vitest'
import { graphSchema } from '../../../src/main/service/wire/agents.ts'

const nothing = {
  name: null,
  prompt: null,
  greeting: null,
  isRecorded: false,
  extractionTexts: [],
  payloadTexts: [],
  fetchesFields: false,
}

describe('a definition', () => {
  it('is read with every string field', () => {
    const data = {
      name: 'Start',
      prompt: 'P',
      greeting: 'G',
      greeting_type: 'audio',
      extraction_prompt: 'E',
      extraction_variables: [{ name: 'a', prompt: 'A' }, { name: 'b' }, null],
      pre_call_fetch_enabled: true,
    }
    const hook = { name: 'Hook', payload_template: { '{{k}}': ['{{v}}', 1, { deep: 'D' }] } }
    const edges = [
      { id: 'e', source: 's', target: 'h', data: { transition_speech: 'T' } },
      { source: 'h', target: 's' },
    ]
    const nodes = [
      { id: 's', type: 'startCall', data },
      { id: 'h', type: 'webhook', data: hook },
    ]
    expect(graphSchema.parse({ nodes, edges, viewport: {} })).toEqual({
      nodes: [
        {
          id: 's',
          kind: 'start',
          name: 'Start',
          prompt: 'P',
          greeting: 'G',
          isRecorded: true,
          extractionTexts: ['E', 'A'],
          payloadTexts: [],
          fetchesFields: true,
        },
        { ...nothing, id: 'h', kind: 'webhook', name: 'Hook', payloadTexts: ['{{k}}', '{{v}}', 'deep', 'D'] },
      ],
      edges: [
        { source: 's', target: 'h', speech: 'T' },
        { source: 'h', target: 's', speech: null },
      ],
    })
  })

  it.each([
    ['startCall', 'start'],
    ['agentNode', 'agent'],
    ['endCall', 'end'],
    ['globalNode', 'global'],
    ['webhook', 'webhook'],
    ['qa', 'other'],
    ['brandNew', 'other'],
    [null, 'other'],
  ])('reads nodes of type %s', (type, kind) => {
    expect(graphSchema.parse({ nodes: [{ id: 'n', type, data: {} }] })).toEqual({
      nodes: [{ ...nothing, id: 'n', kind }],
      edges: [],
    })
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['a text', 'nodes'],
    ['nodes that are not a list', { nodes: {}, edges: 7 }],
    ['nodes without an ID and edges without ends', { nodes: [{}, 7, null, []], edges: [{ source: 'a' }] }],
  ])('is empty if it is %s', (_title, definition) => {
    expect(graphSchema.parse(definition)).toEqual({ nodes: [], edges: [] })
  })

  it('keeps readable nodes next to unreadable ones', () => {
    const nodes = [
      7,
      { id: 'a', type: 'agentNode', data: { prompt: 5, name: 'A', extraction_variables: 'x' } },
      { id: 'b' },
    ]
    expect(graphSchema.parse({ nodes, edges: [] }).nodes).toEqual([
      { ...nothing, id: 'a', kind: 'agent', name: 'A' },
      { ...nothing, id: 'b', kind: 'other' },
    ])
  })
})
