import { z } from 'zod'
import { type Answer, jsonResponse, wholeAtOnce } from '../../src/main/practice/answers.ts'
import { type Fault, faultByName, faults, redirectTarget, type RequestedFault } from '../../src/main/practice/faults.ts'
import {
  createPracticeService,
  type PracticeService,
  type PracticeServiceOptions,
} from '../../src/main/practice/practice-service.ts'
import { parsePythonJson } from './python-json.ts'

export type ServiceDoubleOptions = Omit<PracticeServiceOptions, 'parseJson'> & {
  /** Opens the control API to a client that sends this token. */
  readonly controlToken?: string
}

export type ServiceDouble = PracticeService & {
  /** Number of requests to the recording storage that contained an API key. */
  readonly keysAtStorage: number
}

/** Applies to the next `times` requests whose path starts with `path`. */
type ArmedFault = { readonly fault: Fault; readonly path: string; readonly delayMs: number | null; times: number }

/** Requests a fault by name for one request: `name`, or `name;delay=50` with a delay in milliseconds. */
const faultHeader = 'x-practice-fault'
const tokenHeader = 'x-practice-token'
const controlPrefix = '/practice/'

/**
 * The test double of the service: the practice service, plus error messages like those of the service's own JSON parser,
 * faults that are requested by header, and a control API. The control API is `GET /practice/runs`, `GET` and `POST
 * /practice/faults`, `POST /practice/pace` and `POST /practice/reset`; it returns 404 without the token.
 */
export function createServiceDouble(options: ServiceDoubleOptions): ServiceDouble {
  const service = createPracticeService({ ...options, parseJson: parsePythonJson })
  let armed: ArmedFault[] = []
  let redirectsFollowed = 0
  let keysAtStorage = 0

  function takeArmedFault(path: string): RequestedFault | undefined {
    const found = armed.find((one) => path.startsWith(one.path))
    if (found === undefined) return undefined
    found.times -= 1
    armed = armed.filter((one) => one.times > 0)
    return { fault: found.fault, delayMs: found.delayMs }
  }

  function armFault(body: string): Response {
    const request = armedFaultSchema.safeParse(readJson(body))
    const fault = request.success ? faultByName(request.data.fault) : undefined
    if (!request.success || fault === undefined) return jsonResponse(422, { detail: 'No such fault.' })
    const { path, times, delay_ms: delayMs = null } = request.data
    armed.push({ fault, path, times, delayMs })
    return jsonResponse(200, { done: true })
  }

  function changeTimings(body: string): Response {
    const request = timingsSchema.safeParse(readJson(body))
    if (!request.success) return jsonResponse(422, { detail: 'Send names of timings with milliseconds.' })
    // An undefined value would replace the current one.
    const given = Object.entries(request.data).filter(([, value]) => value !== undefined)
    return jsonResponse(200, service.changeTimings(Object.fromEntries(given)))
  }

  function listRuns(): Response {
    const { dials } = service.world
    const runs = service.world.runs.filter(({ source }) => source === 'api')
    return jsonResponse(200, {
      runs: runs.length,
      dials: dials.length,
      redirects_followed: redirectsFollowed,
      keys_at_storage: keysAtStorage,
      list: runs.map((run) => ({
        id: run.id,
        name: run.name,
        organization_id: run.organizationId,
        phone_number: run.calledNumber,
        start: run.start.kind,
        dials: dials.filter((dial) => dial.runId === run.id).length,
        initial_context: run.initialContext,
      })),
    })
  }

  function reset(): void {
    service.reset()
    armed = []
    redirectsFollowed = 0
    keysAtStorage = 0
  }

  async function control(request: Request, path: string): Promise<Response> {
    if (path === redirectTarget) {
      redirectsFollowed += 1
      return jsonResponse(200, { status: 'initiated', workflow_run_id: 0, workflow_run_name: 'followed a redirect' })
    }
    const isAllowed = options.controlToken !== undefined && request.headers.get(tokenHeader) === options.controlToken
    if (!isAllowed) return jsonResponse(404, { detail: 'Not Found' })
    switch (`${request.method} ${path}`) {
      case 'GET /practice/runs':
        return listRuns()
      case 'GET /practice/faults':
        return jsonResponse(
          200,
          faults.map(({ name, phoneNumber, sentence }) => ({ name, phone_number: phoneNumber, sentence })),
        )
      case 'POST /practice/faults':
        return armFault(await request.text())
      case 'POST /practice/pace':
        return changeTimings(await request.text())
      case 'POST /practice/reset':
        reset()
        return jsonResponse(200, { done: true })
      default:
        return jsonResponse(404, { detail: 'Not Found' })
    }
  }

  async function handle(request: Request): Promise<Answer> {
    const path = new URL(request.url).pathname
    if (path.startsWith(controlPrefix)) return { response: await control(request, path), delivery: wholeAtOnce }
    return service.handle(request, faultInHeader(request.headers.get(faultHeader)) ?? takeArmedFault(path))
  }

  return {
    now: service.now,
    handle,
    handleStorage(request) {
      if (request.headers.has('x-api-key')) keysAtStorage += 1
      return service.handleStorage(request)
    },
    serveStorageAt: service.serveStorageAt,
    get keysAtStorage() {
      return keysAtStorage
    },
    get world() {
      return service.world
    },
    get organizations() {
      return service.organizations
    },
    issueKey: service.issueKey,
    changeTimings: service.changeTimings,
    reset,
  }
}

const milliseconds = z.int().min(0).max(3_600_000)

const armedFaultSchema = z.strictObject({
  fault: z.string(),
  times: z.int().min(1).max(1000).default(1),
  path: z.string().default(''),
  delay_ms: milliseconds.optional(),
})

const timingsSchema = z.strictObject({
  dialMs: milliseconds.optional(),
  ringMs: milliseconds.optional(),
  answerMs: milliseconds.optional(),
  talkMs: milliseconds.optional(),
  saveMs: milliseconds.optional(),
  artifactsMs: milliseconds.optional(),
  slowMs: milliseconds.optional(),
  verySlowMs: milliseconds.optional(),
  silentCarrierMs: milliseconds.optional(),
})

function faultInHeader(text: string | null): RequestedFault | undefined {
  if (text === null) return undefined
  const [name = '', option = ''] = text.split(';')
  const fault = faultByName(name.trim())
  const delay = /^\s*delay=(\d+)\s*$/.exec(option)?.[1]
  return fault === undefined ? undefined : { fault, delayMs: delay === undefined ? null : Number(delay) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}
