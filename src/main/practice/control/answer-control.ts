import { z } from 'zod'
import { faultByName, faults } from '../faults/faults.ts'
import { redirectTarget } from '../faults/wire-faults.ts'
import { jsonResponse, wholeAtOnce, type Answer } from '../http/answers.ts'
import type { Practice } from '../practice.ts'
import { countsOf } from './counts.ts'

/** What the control calls may do beyond the world itself. */
export type ControlParts = { readonly token: string | undefined; readonly reset: () => void }

/** The header that carries the control token. */
export const controlHeader = 'x-practice-token'

const prefix = '/practice/'
const milliseconds = z.int().min(0).max(3_600_000)

const faultSchema = z.strictObject({
  fault: z.string(),
  times: z.int().min(1).max(1000).default(1),
  path: z.string().default(''),
  delay_ms: milliseconds.optional(),
})

const paceSchema = z.strictObject({
  dialMs: milliseconds.optional(),
  ringMs: milliseconds.optional(),
  answerMs: milliseconds.optional(),
  talkMs: milliseconds.optional(),
  saveMs: milliseconds.optional(),
  artifactsMs: milliseconds.optional(),
  slowMs: milliseconds.optional(),
  verySlowMs: milliseconds.optional(),
})

/** Whether a request is meant for the practice service itself and not for what it plays. */
export function isControl(request: Request): boolean {
  return new URL(request.url).pathname.startsWith(prefix)
}

/**
 * Answers a control call: `GET /practice/runs`, `GET` and `POST /practice/faults`, `POST /practice/pace`,
 * `POST /practice/reset`. All but the target of the redirect fault need the control token; without it there is only 404.
 */
export async function answerControl(request: Request, practice: Practice, parts: ControlParts): Promise<Answer> {
  return { response: await controlResponse(request, practice, parts), delivery: wholeAtOnce }
}

async function controlResponse(request: Request, practice: Practice, parts: ControlParts): Promise<Response> {
  const { pathname } = new URL(request.url)
  const body = await request.text()
  if (pathname === redirectTarget) return followed(practice)
  // SECURITY: without a token of its own a service has no control calls at all.
  const allowed = parts.token !== undefined && request.headers.get(controlHeader) === parts.token
  if (!allowed) return jsonResponse(404, { detail: 'Not Found' })
  switch (`${request.method} ${pathname}`) {
    case 'GET /practice/runs':
      return jsonResponse(200, countsOf(practice))
    case 'GET /practice/faults':
      return jsonResponse(
        200,
        faults.map(({ name, phoneNumber, sentence }) => ({ name, phone_number: phoneNumber, sentence })),
      )
    case 'POST /practice/faults':
      return armFault(practice, body)
    case 'POST /practice/pace':
      return setPace(practice, body)
    case 'POST /practice/reset':
      parts.reset()
      return jsonResponse(200, { done: true })
    default:
      return jsonResponse(404, { detail: 'Not Found' })
  }
}

function followed(practice: Practice): Response {
  practice.redirectsFollowed += 1
  return jsonResponse(200, { status: 'initiated', workflow_run_id: 0, workflow_run_name: 'followed a redirect' })
}

function armFault(practice: Practice, body: string): Response {
  const wish = faultSchema.safeParse(readJson(body))
  const fault = wish.success ? faultByName(wish.data.fault) : undefined
  if (!wish.success || fault === undefined) return jsonResponse(422, { detail: 'No such fault.' })
  const { path, times, delay_ms } = wish.data
  practice.armed.push({ fault, path, times, delayMs: delay_ms ?? null })
  return jsonResponse(200, { done: true })
}

function setPace(practice: Practice, body: string): Response {
  const wish = paceSchema.safeParse(readJson(body))
  if (!wish.success) return jsonResponse(422, { detail: 'Not a pace: names and milliseconds.' })
  // Names that are left out keep their value.
  const given = Object.entries(wish.data).filter(([, value]) => value !== undefined)
  practice.pace = { ...practice.pace, ...Object.fromEntries(given) }
  return jsonResponse(200, practice.pace)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}
