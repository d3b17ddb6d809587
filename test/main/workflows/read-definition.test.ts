import { describe, expect, it } from 'vitest'
import { readDefinition } from '../../../src/main/workflows/read-definition.ts'
import { aDefinition, bytesOf } from './a-workflow-file.ts'

const issuesOf = (file: unknown) => {
  const read = readDefinition(file instanceof Uint8Array ? file : bytesOf(file))
  return read.ok || read.failure.kind !== 'invalid' ? [] : read.failure.issues
}

const nested = (levels: number): string => `{"nodes":[{}],"deep":${'['.repeat(levels)}${']'.repeat(levels)}}`
const text = JSON.stringify(aDefinition)
const utf16 = (big: boolean, mark: boolean): Uint8Array => {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le')
  return big ? bytes.swap16() : bytes
}

describe('a file with a definition', () => {
  it('is taken as it stands, whatever it is wrapped in', () => {
    const plain = { ok: true, value: { name: null, definition: aDefinition } }
    expect(readDefinition(bytesOf(aDefinition))).toEqual(plain)
    expect(readDefinition(bytesOf(`\uFEFF${text}`))).toEqual(plain)
    const named = { ok: true, value: { name: 'Visits', definition: aDefinition } }
    expect(readDefinition(bytesOf({ name: 'Visits', workflow_definition: aDefinition }))).toEqual(named)
    expect(readDefinition(bytesOf({ name: 'Visits', workflow_json: aDefinition }))).toEqual(named)
  })

  it('may be nested a hundred levels deep, and no deeper', () => {
    expect(issuesOf(nested(99))).toEqual([])
    expect(issuesOf(nested(100))).toMatchObject([{ code: 'tooDeep' }])
    expect(issuesOf(nested(900_000))).toMatchObject([{ code: 'tooDeep' }])
  })

  it.each([
    ['is empty', '', 'workflowJson', ''],
    ['lacks a comma', '{\n  "nodes": [] "edges": []\n}', 'workflowJson', '2:15'],
    ['is a letter', 'Dear Ana,', 'workflowJson', ''],
    ['is UTF-16 with its mark', utf16(false, true), 'workflowEncoding', undefined],
    ['is UTF-16 from the other end', utf16(true, true), 'workflowEncoding', undefined],
    ['is UTF-16 without a mark', utf16(false, false), 'workflowEncoding', undefined],
    ['is Latin-1', Uint8Array.of(0x7b, 0x22, 0xe9, 0x22, 0x7d), 'workflowEncoding', undefined],
    ['is a program', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0, 1), 'workflowEncoding', undefined],
  ])('that %s is told so', (_name, file, code, words) => {
    expect(issuesOf(file)).toEqual([words === undefined ? { path: [], code } : { path: [], code, words }])
  })

  it.each([
    ['a list', []],
    ['null', 'null'],
    ['a text', '"nodes"'],
    ['a definition without nodes', { edges: [] }],
    ['an empty one', { nodes: [] }],
    ['one whose nodes are none', { nodes: [1, 'start', null, []] }],
    ['one whose nodes are an object', { nodes: { length: 1, 0: {} } }],
    ['a wrapper around nothing', { name: 'Visits', workflow_definition: null }],
    ['a wrapper around a list', { workflow_definition: [aDefinition] }],
  ])('is not %s', (_name, file) => {
    expect(issuesOf(file)).toEqual([{ path: [], code: 'workflowShape' }])
  })

  it.each([
    ['half an emoji', '{"nodes":[{"data":{"prompt":"\\ud83d"}}]}', 'loneSurrogate', ['nodes', 0, 'data', 'prompt']],
    ['half an emoji in a name', '{"nodes":[{"\\udc00":1}]}', 'loneSurrogate', ['nodes', 0, '\uFFFD']],
    ['NUL', '{"nodes":[{"id":"a\\u0000"}]}', 'nul', ['nodes', 0, 'id']],
    ['a number with too many digits', '{"nodes":[{"x":12345678901234567890}]}', 'unsafeInteger', ['nodes', 0, 'x']],
    ['a number without end', '{"nodes":[{"x":1e999}]}', 'notFinite', ['nodes', 0, 'x']],
    ['a field named __proto__', '{"nodes":[{"__proto__":{"a":1}}]}', 'workflowName', ['nodes', 0, '__proto__']],
  ])('with %s in it is refused, with the place', (_name, file, code, path) => {
    expect(issuesOf(file)).toMatchObject([{ code, path }])
  })
})
