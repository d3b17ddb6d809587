import type { Answer } from '../../../src/main/practice/http/answers.ts'
import type { PracticeService } from '../../../src/main/practice/practice-service.ts'

const origin = 'http://practice.example'

export type Asking = {
  readonly method?: string
  /** Sent as JSON when it is an object, as it stands when it is a text. */
  readonly body?: string | object
  readonly headers?: Record<string, string>
  /** The key; the active one of the first organization unless said, null for none. */
  readonly key?: string | null
}

/** Asks a practice service in memory and gives its answer. */
export function ask(service: PracticeService, path: string, asking: Asking = {}): Promise<Answer> {
  return service.handle(requestTo(service, `${origin}${path}`, asking))
}

/** The request itself, for sending over a socket. */
export function requestTo(service: PracticeService, url: string, asking: Asking = {}): Request {
  const { body, key = service.facts[0]?.keys.active ?? '' } = asking
  const headers = {
    ...(key === null ? {} : { 'x-api-key': key }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...asking.headers,
  }
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const method = asking.method ?? (body === undefined ? 'GET' : 'POST')
  return new Request(url, { method, headers, ...(text === undefined ? {} : { body: text }) })
}

/** Asks and gives status and text, as a person with curl would see them. */
export async function see(
  service: PracticeService,
  path: string,
  asking: Asking = {},
): Promise<{ status: number; text: string }> {
  const { response } = await ask(service, path, asking)
  return { status: response.status, text: await response.text() }
}

/** Asks and gives the parsed body of an answer that must be a 200. */
export async function found(service: PracticeService, path: string, asking: Asking = {}): Promise<unknown> {
  const { status, text } = await see(service, path, asking)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  const parsed: unknown = JSON.parse(text)
  return parsed
}

/** The path that triggers the normal agent of the first organization. */
export function triggerPath(service: PracticeService): string {
  return `/api/v1/public/agent/workflow/${service.facts[0]?.agents[0]?.uuid ?? ''}`
}

/** Places a call to this number and gives status and text. */
export function place(service: PracticeService, phoneNumber: string, more: object = {}, asking: Asking = {}) {
  return see(service, triggerPath(service), { body: { phone_number: phoneNumber, ...more }, ...asking })
}

/** A clock that a test moves. */
export function movingClock(): { now(): number; pass(ms: number): void } {
  let now = Date.parse('2026-11-21T10:00:00.500Z')
  return {
    now: () => now,
    pass(ms) {
      now += ms
    },
  }
}
