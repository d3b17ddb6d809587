import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startPracticeListener } from '../../src/main/practice/host.ts'
import type { PracticeService } from '../../src/main/practice/practice-service.ts'
import { createServiceClient } from '../../src/main/service/client.ts'
import { createSecret, openSecret, Secret } from '../../src/main/vault/secret.ts'
import { createTestService } from '../service/test-service.ts'
import { runThroughClient, type ClientResult, nearestOperation } from './run-through-client.ts'
import { specCases } from './cases.ts'
import { requestOf } from './request-of.ts'
import { specWorldOf } from './run-case.ts'
import { optionsOf, type SpecCase, type SpecWorld, type Step } from './spec-case.ts'

const problemsSchema = z.object({ detail: z.array(z.object({ loc: z.array(z.unknown()), msg: z.string() })) })
const sentenceSchema = z.object({ detail: z.string() })
const createdSchema = z.object({ id: z.int(), key: z.instanceof(Secret) })
const startedSchema = z.object({ workflowRunId: z.int() })

/** Returns the client's request, replaced with the step's where the client cannot send that (no key, a broken body). */
const inPlaceOf = (request: Request, step: Step): Request => {
  if ('raw' in step) {
    const { method } = nearestOperation(step.raw)
    return request.method === method ? requestOf(step, new URL(request.url).origin) : request
  }
  if (step.key !== null) return request
  const stripped = new Request(request)
  stripped.headers.delete('x-api-key')
  return stripped
}

const checkResult = (step: Step, result: ClientResult): void => {
  // The client treats a missing path as another server, because the service has all paths that the client uses.
  if (sentenceSchema.safeParse(step.expect.body).data?.detail === 'Not Found')
    return expect(result).toMatchObject({ meaning: 'unknown' })
  expect(result).toMatchObject({ meaning: step.expect.meaning })
  const sentence = sentenceSchema.safeParse(step.expect.body)
  if (sentence.success) expect(result.detail).toBe(sentence.data.detail)
  const problems = problemsSchema.safeParse(step.expect.body)
  if (problems.success)
    expect(result.issues.map(({ words }) => words)).toEqual(problems.data.detail.map(({ msg }) => msg))
}

const remember = (world: SpecWorld, { value }: ClientResult): void => {
  const created = createdSchema.safeParse(value)
  if (created.success) world.created = { id: created.data.id, text: openSecret(created.data.key) }
  const started = startedSchema.safeParse(value)
  if (started.success) world.startedRunId = started.data.workflowRunId
}

const takeSteps = async (specCase: SpecCase, service: PracticeService): Promise<void> => {
  const world = specWorldOf(service)
  let step: Step | null = null
  const errors: unknown[] = []
  const served = { ...service, handle: (request: Request) => service.handle(step ? inPlaceOf(request, step) : request) }
  const listener = await startPracticeListener(served, { onError: (error) => errors.push(error) })
  try {
    for (const make of specCase.steps) {
      step = make(world)
      const before = service.world.dials.length
      const key = ('raw' in step ? null : step.key) ?? world.own.keys.active
      const client = createServiceClient({ origin: listener.origin, key: createSecret(key), clock: Date.now })
      const result = await runThroughClient(client, 'raw' in step ? nearestOperation(step.raw).act : step.act)
      checkResult(step, result)
      expect(service.world.dials.length - before).toBe(step.expect.rings ?? 0)
      remember(world, result)
    }
    expect(errors).toEqual([])
  } finally {
    await listener.close()
  }
}

describe('the specification, through the client', () => {
  it.each(specCases)('$section: $title', async (specCase) => {
    await expect(takeSteps(specCase, createTestService(optionsOf(specCase)))).resolves.toBeUndefined()
  })
})

describe('the specification, through the client, with key paths without a prefix', () => {
  const keyCases = specCases.filter(({ steps }) => {
    const world = specWorldOf(createTestService())
    return steps.every((make) => 'act' in make(world)) && steps.some((make) => /Key/.test(JSON.stringify(make(world))))
  })

  it('has cases', () => expect(keyCases.length).toBeGreaterThan(8))

  it.each(keyCases)('$section: $title', async (specCase) => {
    await expect(takeSteps(specCase, createTestService({ keyPrefixes: [''] }))).resolves.toBeUndefined()
  })
})
