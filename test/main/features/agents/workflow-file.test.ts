import { describe, expect, it } from 'vitest'
import {
  maxWorkflowBytes,
  readDefinition,
  readWorkflowFile,
} from '../../../../src/main/features/agents/workflow-file.ts'
import { sampleDefinition, bytesOf } from './agent-samples.ts'
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const issuesOf = (file: unknown) => {
  const read = readDefinition(file instanceof Uint8Array ? file : bytesOf(file))
  return read.ok || read.failure.kind !== 'invalid' ? [] : read.failure.issues
}

const nested = (levels: number): string => `{"nodes":[{}],"deep":${'['.repeat(levels)}${']'.repeat(levels)}}`
const text = JSON.stringify(sampleDefinition)
const utf16 = (big: boolean, mark: boolean): Uint8Array => {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le')
  return big ? bytes.swap16() : bytes
}

describe('readDefinition', () => {
  it('accepts a definition with or without a wrapper', () => {
    const plain = { ok: true, value: { name: null, definition: sampleDefinition } }
    expect(readDefinition(bytesOf(sampleDefinition))).toEqual(plain)
    expect(readDefinition(bytesOf(`\uFEFF${text}`))).toEqual(plain)
    const named = { ok: true, value: { name: 'Visits', definition: sampleDefinition } }
    expect(readDefinition(bytesOf({ name: 'Visits', workflow_definition: sampleDefinition }))).toEqual(named)
    expect(readDefinition(bytesOf({ name: 'Visits', workflow_json: sampleDefinition }))).toEqual(named)
  })

  it('accepts a hundred levels but no more', () => {
    expect(issuesOf(nested(99))).toEqual([])
    expect(issuesOf(nested(100))).toMatchObject([{ code: 'tooDeep' }])
    expect(issuesOf(nested(900_000))).toMatchObject([{ code: 'tooDeep' }])
  })

  it.each([
    ['is empty', '', 'workflowJson', ''],
    ['lacks a comma', '{\n  "nodes": [] "edges": []\n}', 'workflowJson', '2:15'],
    ['is a letter', 'Dear Ana,', 'workflowJson', ''],
    ['is UTF-16 with a byte order mark', utf16(false, true), 'workflowEncoding', undefined],
    ['is UTF-16 in the other byte order', utf16(true, true), 'workflowEncoding', undefined],
    ['is UTF-16 without a byte order mark', utf16(false, false), 'workflowEncoding', undefined],
    ['is Latin-1', Uint8Array.of(0x7b, 0x22, 0xe9, 0x22, 0x7d), 'workflowEncoding', undefined],
    ['is a program', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0, 1), 'workflowEncoding', undefined],
  ])('refuses a file that %s', (_name, file, code, words) => {
    expect(issuesOf(file)).toEqual([words === undefined ? { path: [], code } : { path: [], code, words }])
  })

  it.each([
    ['a list', []],
    ['null', 'null'],
    ['a text', '"nodes"'],
    ['a definition without nodes', { edges: [] }],
    ['an empty definition', { nodes: [] }],
    ['a definition with invalid nodes', { nodes: [1, 'start', null, []] }],
    ['a definition whose nodes are an object', { nodes: { length: 1, 0: {} } }],
    ['a wrapper around nothing', { name: 'Visits', workflow_definition: null }],
    ['a wrapper around a list', { workflow_definition: [sampleDefinition] }],
  ])('refuses %s', (_name, file) => {
    expect(issuesOf(file)).toEqual([{ path: [], code: 'workflowShape' }])
  })

  it.each([
    ['half an emoji', '{"nodes":[{"data":{"prompt":"\\ud83d"}}]}', 'loneSurrogate', ['nodes', 0, 'data', 'prompt']],
    ['half an emoji in a name', '{"nodes":[{"\\udc00":1}]}', 'loneSurrogate', ['nodes', 0, '\uFFFD']],
    ['NUL', '{"nodes":[{"id":"a\\u0000"}]}', 'nul', ['nodes', 0, 'id']],
    ['a number with too many digits', '{"nodes":[{"x":12345678901234567890}]}', 'unsafeInteger', ['nodes', 0, 'x']],
    ['an infinite number', '{"nodes":[{"x":1e999}]}', 'notFinite', ['nodes', 0, 'x']],
    ['a field named __proto__', '{"nodes":[{"__proto__":{"a":1}}]}', 'workflowName', ['nodes', 0, '__proto__']],
  ])('refuses %s with its path', (_name, file, code, path) => {
    expect(issuesOf(file)).toMatchObject([{ code, path }])
  })
})

const refusal = (code: string, words: string) => ({ ok: false, failure: { issues: [{ code, words }] } })

it('reads a file of the maximum size and refuses a larger one', async () => {
  const file = join(temporaryFolder(), 'agent.json')
  writeFileSync(file, Buffer.alloc(maxWorkflowBytes, '{'))
  expect(await readWorkflowFile(file)).toMatchObject({ ok: true, value: { length: maxWorkflowBytes } })
  writeFileSync(file, Buffer.alloc(maxWorkflowBytes + 1, '{'))
  expect(await readWorkflowFile(file)).toMatchObject(refusal('workflowLarge', String(maxWorkflowBytes)))
})

it.each([
  ['a folder', (file: string) => mkdirSync(file), 'folder'],
  ['a link to a valid file', (file: string) => symlinkSync(import.meta.filename, file), 'link'],
  ['a link to itself', (file: string) => symlinkSync(file, file), 'link'],
  // No process writes to the pipe, so opening it for reading would block.
  ['a pipe', (file: string) => void execFileSync('mkfifo', [file]), 'device'],
])('refuses %s', async (_name, make, kind) => {
  const file = join(temporaryFolder(), 'agent.json')
  make(file)
  expect(await readWorkflowFile(file)).toMatchObject(refusal('workflowKind', kind))
})

it('refuses an endless device, and reports a missing file', async () => {
  expect(await readWorkflowFile('/dev/zero')).toMatchObject(refusal('workflowKind', 'device'))
  expect(await readWorkflowFile(join(temporaryFolder(), 'none.json'))).toMatchObject(
    refusal('workflowUnread', 'ENOENT'),
  )
})
