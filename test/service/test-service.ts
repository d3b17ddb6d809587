import { expect } from 'vitest'
import type { Answer } from '../../src/main/practice/answers.ts'
import type { PracticeService } from '../../src/main/practice/practice-service.ts'
import { createServiceDouble, type ServiceDouble, type ServiceDoubleOptions } from './service-double.ts'

const startTime = Date.parse('2026-11-21T10:00:00.500Z')
const origin = 'http://practice.example'

/** Returns random numbers from 0 up to, but not including, 1 that repeat for the same seed. */
export function seededRandom(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Creates a clock in milliseconds since 1970 that only `pass` advances. */
export function movingClock(): { now(): number; pass(ms: number): void } {
  let now = startTime
  return {
    now: () => now,
    pass(ms) {
      now += ms
    },
  }
}

/** Creates a service double with a stopped clock and fixed randomness. Its first run is 7001. */
export function createTestService(options: Partial<ServiceDoubleOptions> = {}): ServiceDouble {
  return createServiceDouble({
    clock: { now: () => startTime },
    random: seededRandom(),
    firstRunId: 7001,
    // Most tests count runs from 7001.
    otherRuns: false,
    ...options,
  })
}

export type RequestOptions = {
  readonly method?: string
  /** The body: an object is sent as JSON, a string unchanged. */
  readonly body?: string | object
  readonly headers?: Record<string, string>
  /** The API key; the default is the active key of the first organization, and null sends none. */
  readonly key?: string | null
}

/** Sends a request in memory. */
export function send(service: PracticeService, path: string, options: RequestOptions = {}): Promise<Answer> {
  return service.handle(requestTo(service, `${origin}${path}`, options))
}

/** Creates a request that can be sent over a socket. */
export function requestTo(service: PracticeService, url: string, options: RequestOptions = {}): Request {
  const { body, key = service.organizations[0]?.keys.active ?? '' } = options
  const headers = {
    ...(key === null ? {} : { 'x-api-key': key }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...options.headers,
  }
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const method = options.method ?? (body === undefined ? 'GET' : 'POST')
  return new Request(url, { method, headers, ...(text === undefined ? {} : { body: text }) })
}

/** Sends a request and returns the status and the text of the response. */
export async function sendForText(
  service: PracticeService,
  path: string,
  options: RequestOptions = {},
): Promise<{ status: number; text: string }> {
  const { response } = await send(service, path, options)
  return { status: response.status, text: await response.text() }
}

/** Sends a request and returns the parsed body. Throws unless the status is 200. */
export async function sendForBody(
  service: PracticeService,
  path: string,
  options: RequestOptions = {},
): Promise<unknown> {
  const { status, text } = await sendForText(service, path, options)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  const parsed: unknown = JSON.parse(text)
  return parsed
}

/** Returns the path that triggers the first agent of the first organization. */
export function triggerPath(service: PracticeService): string {
  return `/api/v1/public/agent/workflow/${service.organizations[0]?.agents[0]?.uuid ?? ''}`
}

/** Triggers a call to this number and returns the status and the text of the response. */
export function triggerCall(
  service: PracticeService,
  phoneNumber: string,
  fields: object = {},
  options: RequestOptions = {},
) {
  return sendForText(service, triggerPath(service), { body: { phone_number: phoneNumber, ...fields }, ...options })
}

export const textContaining = (part: string): unknown => expect.stringContaining(part)

export const anyText: unknown = expect.any(String)
