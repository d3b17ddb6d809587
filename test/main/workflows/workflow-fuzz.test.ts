import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { issueCodes } from '../../../src/contract/failure.ts'
import { workflowFileSchema } from '../../../src/contract/workflow.ts'
import { createDeskWorkflows, type WorkflowOperations } from '../../../src/main/desk-workflows.ts'
import type { Connections } from '../../../src/main/profiles/connections.ts'
import { createSeededRandom } from '../../labs/seeded-random.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { aDefinition } from './a-workflow-file.ts'

const inputs = 10_000
const whole = JSON.stringify({ name: 'Visits', workflow_definition: aDefinition })
const hostile = [
  '\\ud83d',
  '\\u0000',
  '"__proto__":',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '"__proto__":{"polluted":true},',
  '1e999',
  '-0',
  '12345678901234567890',
  '\uFEFF',
  '[[[[[[[[',
  '{"a":'.repeat(200),
  '['.repeat(2_000),
  '{{',
  '}}',
  '{{a|',
  'null',
  ',',
  '"nodes":',
  '"type":"startCall"',
  '"greeting":{"toString":null}',
  '"prompt":["{{x}}"]',
  '\u202E',
  '\\',
  '"',
  '\r\n',
] as const

/** Values that are whole JSON, and yet none that may be sent. */
const badValues = [
  '['.repeat(150) + ']'.repeat(150),
  '{"a":'.repeat(5_000) + '0' + '}'.repeat(5_000),
  '"half \\ud83d"',
  '"\\u0000"',
  '{"__proto__":{"polluted":true}}',
  '[1e999]',
  '123456789012345678901',
] as const

/** Values that are odd, and may be sent. */
const oddValues = [
  '{"constructor":{"prototype":{"polluted":true}}}',
  '["{{x}}"]',
  'null',
  '-0',
  '{"toString":1}',
] as const

type Random = ReturnType<typeof createSeededRandom>

/** One whole definition, spoiled in a few places by what breaks parsers; every fifth is bytes without any sense. */
const spoil = (random: Random): Buffer => {
  const below = (n: number): number => Math.floor(random() * n)
  if (below(5) === 0) return Buffer.from(Array.from({ length: below(60) }, () => below(256)))
  const values = below(3) === 0 ? oddValues : badValues
  const strings = [...whole.matchAll(/(?<=[:,[])"[^"]*"(?=[,\]}])/g)]
  const one = strings[below(strings.length)]
  let text = whole
  if (below(3) === 0 && one !== undefined)
    text = text.slice(0, one.index) + values[below(values.length)] + text.slice(one.index + one[0].length)
  if (text !== whole && below(2) === 0) return Buffer.from(text)
  for (let times = below(4); times >= 0; times -= 1) {
    const at = below(text.length + 1)
    const put = hostile[below(hostile.length)] ?? ''
    text = text.slice(0, at) + put + text.slice(at + below(4) * below(40))
  }
  const encoding = (['utf8', 'utf8', 'utf8', 'utf16le', 'latin1'] as const)[below(5)] ?? 'utf8'
  const bytes = Buffer.from(text, encoding)
  for (let times = below(3) * below(3); times > 0; times -= 1) bytes[below(bytes.length)] = below(256)
  return bytes
}

/** Anything that is asked of a service counts as a change. */
const connections = (): Connections => {
  throw new Error('A file was to change nothing.')
}

const ends = [
  'taken',
  'workflowJson',
  'workflowEncoding',
  'workflowShape',
  'workflowName',
  'tooDeep',
  'loneSurrogate',
  'nul',
  'unsafeInteger',
  'notFinite',
]

/** How a file ended: taken and told as the contract says, or refused by one sentence; null is anything else. */
const endOf = (told: Awaited<ReturnType<WorkflowOperations['chooseWorkflowFile']>>): string | null => {
  if (told.ok) return workflowFileSchema.safeParse(told.value.file).success ? 'taken' : null
  const code = told.failure.kind === 'invalid' ? told.failure.issues[0]?.code : undefined
  return issueCodes.find((one) => one === code) ?? null
}

describe('files that are broken or hostile', () => {
  it(`are refused by a sentence of their own or told whole, ${inputs} of them`, { timeout: 120_000 }, async () => {
    const random = createSeededRandom(20_261_121)
    const file = join(temporaryFolder(), 'agent.json')
    const { chooseWorkflowFile } = createDeskWorkflows({
      chooseWorkflowFile: async () => file,
      createUuid: () => '7f3c2a1e-5d4b-4c3a-9f8e-1a2b3c4d9b21',
      monotonic: () => 0,
      connections: { client: connections, open: connections } as unknown as Connections, // Never asked: see above.
    })
    const counts = new Map<string, number>()
    const strange: string[] = []
    for (let n = 0; n < inputs; n += 1) {
      writeFileSync(file, spoil(random))
      const end = endOf(await chooseWorkflowFile({}))
      if (end === null) strange.push(`input ${n}`)
      else counts.set(end, (counts.get(end) ?? 0) + 1)
    }
    expect(strange).toEqual([])
    // Every way is walked, the good one too: else nothing is known of it.
    expect([...counts.keys()]).toEqual(expect.arrayContaining(ends))
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
