import { type Answer, jsonResponse, textResponse, wholeAtOnce } from '../../../src/main/practice/answers.ts'

/** A response in which a careless service repeats the key. `echo` is the key in some form. */
type EchoSample = { name: string; answer: (echo: string) => Response }

const detail = (status: number, value: Parameters<typeof jsonResponse>[1]): Response =>
  jsonResponse(status, { detail: value })

const page = (status: number, echo: string): Response =>
  textResponse(
    status,
    'text/html; charset=utf-8',
    `<!doctype html><html><head><title>${status} ${echo}</title></head><body><pre>x-api-key: ${echo}</pre></body></html>`,
  )

/** A header contains bytes, so characters outside ASCII are encoded as UTF-8. */
const inHeaders = (echo: string): Response => {
  const bytes = Buffer.from(echo).toString('latin1')
  return jsonResponse(
    401,
    { detail: 'Invalid API key' },
    { 'x-echo': bytes, 'www-authenticate': bytes, 'set-cookie': bytes },
  )
}

const echoSample = (name: string, answer: EchoSample['answer']): EchoSample => ({ name, answer })

/** Responses with text that the app reads: every kind of refusal, and responses that leave a call's outcome unknown. */
export const echoSamples: readonly EchoSample[] = [
  echoSample('401 text', (echo) => detail(401, `Invalid API key ${echo}`)),
  echoSample('402 text', (echo) => detail(402, `No credits for ${echo}.`)),
  echoSample('403 text', (echo) => detail(403, echo)),
  echoSample('404 text', (echo) => detail(404, `Workflow of "${echo}" not found`)),
  echoSample('409 text', (echo) => detail(409, `(${echo})`)),
  echoSample('429 text', (echo) => detail(429, `Too many calls by ${echo}`)),
  echoSample('422 list', (echo) =>
    detail(422, [{ type: 'x', loc: ['header', echo], msg: `bad ${echo}`, input: echo }]),
  ),
  echoSample('422 object', (echo) => detail(422, { errors: [{ kind: 'node', id: echo, field: echo, message: echo }] })),
  echoSample('400 object', (echo) => detail(400, { message: `headers: {'x-api-key': '${echo}'}` })),
  echoSample('400 of the carrier', (echo) => detail(400, `Failed to initiate call: ${echo}`)),
  echoSample('400 with its request', (echo) => detail(400, `Failed to initiate call: 401: {"x-api-key": "${echo}"}`)),
  echoSample('400 page', (echo) => page(400, echo)),
  echoSample('400 plain', (echo) => textResponse(400, 'text/plain', `GET / HTTP/1.1\r\nX-API-Key: ${echo}\r\n\r\n`)),
  echoSample('400 far down', (echo) => detail(400, `${'so it goes '.repeat(40)}${echo}`)),
  echoSample('401 headers', inHeaders),
  echoSample('408 text', (echo) => detail(408, `${echo} was late`)),
  echoSample('500 text', (echo) => textResponse(500, 'text/plain', `Traceback ${echo}`)),
  echoSample('502 page', (echo) => page(502, echo)),
  echoSample('503 text', (echo) => detail(503, `${echo} is away`)),
  echoSample('200 and no JSON', (echo) => textResponse(200, 'application/json', echo)),
  echoSample('200 page', (echo) => page(200, echo)),
  echoSample('200 in its names', (echo) =>
    jsonResponse(200, { status: echo.slice(0, 300), workflow_run_id: 777_001, workflow_run_name: `Run of ${echo}` }),
  ),
]

/** Returns whether the app retries a read after this response. */
export const isRetried = ({ name }: EchoSample): boolean => /^(408|429|500|502|503)/.test(name)

export const answerWith = (response: Response): Answer => ({ response, delivery: wholeAtOnce })

/** Names of strings that the app shows. */
const shownNames = new Set([
  'name',
  'workflow_name',
  'workflow_run_name',
  'label',
  'version',
  'email',
  'status',
  'disposition',
  'error',
  'provider',
  'description',
  'key_prefix',
  'number',
])

const addEchoes = (value: unknown, echo: string, name = ''): unknown => {
  if (typeof value === 'string') return shownNames.has(name) ? `${value} ${echo}` : value
  if (Array.isArray(value)) return value.map((entry) => addEchoes(entry, echo, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, addEchoes(entry, echo, key)]))
}

/** Appends an echo to every string that the app may show. */
export const withEchoes = async ({ response, delivery }: Answer, echo: string): Promise<Answer> => {
  const json: unknown = JSON.parse(await response.text())
  return {
    response: new Response(JSON.stringify(addEchoes(json, echo)), {
      status: response.status,
      headers: { 'content-type': 'application/json' },
    }),
    delivery,
  }
}
