import { expect } from 'vitest'
import type { PracticeService } from '../../src/main/practice/practice-service.ts'
import { requestOf } from './request-of.ts'
import { createdKey, triggerCallResponse } from './shapes.ts'
import type { Expectation, Meaning, SpecCase, SpecWorld } from './spec-case.ts'

/** Sends a request to a service and returns the response. */
export type Send = (request: Request) => Promise<Response>

/** Returns the data of one case, before its first step. */
export function specWorldOf(service: PracticeService): SpecWorld {
  const [own, other] = service.organizations
  if (own === undefined || other === undefined) throw new Error('the practice world has two organizations')
  return { own, other, created: null, startedRunId: null }
}

/** Runs every step of a case and compares each response with the specification. */
export async function runCase(specCase: SpecCase, service: PracticeService, origin: string, send: Send): Promise<void> {
  const world = specWorldOf(service)
  for (const make of specCase.steps) {
    const step = make(world)
    const before = service.world.dials.length
    const response = await send(requestOf(step, origin))
    const text = await response.text()
    checkAnswer(step.expect, response, text)
    expect(service.world.dials.length - before).toBe(step.expect.rings ?? 0)
    remember(world, text)
  }
}

function checkAnswer(expected: Expectation, response: Response, text: string): void {
  expect({ status: response.status, text }).toMatchObject({ status: expected.status })
  expect(meaningOf(response.status)).toBe(expected.meaning)
  // Specification section 4: all responses are JSON.
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  if (expected.body !== undefined) expect(text).toBe(JSON.stringify(expected.body))
  if (expected.shape !== undefined) expected.shape.parse(JSON.parse(text))
}

const meanings: ReadonlyMap<number, Meaning> = new Map([
  [200, 'done'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [422, 'invalid'],
])

function meaningOf(status: number): Meaning {
  return meanings.get(status) ?? 'refused'
}

function remember(world: SpecWorld, text: string): void {
  const body: unknown = JSON.parse(text)
  const key = createdKey.safeParse(body)
  if (key.success) world.created = { id: key.data.id, text: key.data.api_key }
  const run = triggerCallResponse.safeParse(body)
  if (run.success) world.startedRunId = run.data.workflow_run_id
}
