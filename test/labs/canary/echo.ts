import { type Answer, jsonResponse, textResponse, wholeAtOnce } from '../../../src/main/practice/http/answers.ts'

/** A place in an answer where a careless service may write down what it was sent. `echo` is the key in some form. */
export type EchoPlace = { name: string; answer: (echo: string) => Response }

const detail = (status: number, value: Parameters<typeof jsonResponse>[1]): Response =>
  jsonResponse(status, { detail: value })

const page = (status: number, echo: string): Response =>
  textResponse(
    status,
    'text/html; charset=utf-8',
    `<!doctype html><html><head><title>${status} ${echo}</title></head><body><pre>x-api-key: ${echo}</pre></body></html>`,
  )

/** A header takes printable ASCII only, and so is every form of a key. */
const inHeaders = (echo: string): Response =>
  jsonResponse(401, { detail: 'Invalid API key' }, { 'x-echo': echo, 'www-authenticate': echo, 'set-cookie': echo })

const place = (name: string, answer: EchoPlace['answer']): EchoPlace => ({ name, answer })

/** Answers that the app reads words from: refusals in every form, and answers that make a call unknown. */
export const echoPlaces: readonly EchoPlace[] = [
  place('401 text', (echo) => detail(401, `Invalid API key ${echo}`)),
  place('402 text', (echo) => detail(402, `No credits for ${echo}.`)),
  place('403 text', (echo) => detail(403, echo)),
  place('404 text', (echo) => detail(404, `Workflow of "${echo}" not found`)),
  place('409 text', (echo) => detail(409, `(${echo})`)),
  place('429 text', (echo) => detail(429, `Too many calls by ${echo}`)),
  place('422 list', (echo) => detail(422, [{ type: 'x', loc: ['header', echo], msg: `bad ${echo}`, input: echo }])),
  place('422 object', (echo) => detail(422, { errors: [{ kind: 'node', id: echo, field: echo, message: echo }] })),
  place('400 object', (echo) => detail(400, { message: `headers: {'x-api-key': '${echo}'}` })),
  place('400 of the carrier', (echo) => detail(400, `Failed to initiate call: ${echo}`)),
  place('400 with its request', (echo) => detail(400, `Failed to initiate call: 401: {"x-api-key": "${echo}"}`)),
  place('400 page', (echo) => page(400, echo)),
  place('400 plain', (echo) => textResponse(400, 'text/plain', `GET / HTTP/1.1\r\nX-API-Key: ${echo}\r\n\r\n`)),
  place('400 far down', (echo) => detail(400, `${'so it goes '.repeat(40)}${echo}`)),
  place('401 headers', inHeaders),
  place('408 text', (echo) => detail(408, `${echo} was late`)),
  place('500 text', (echo) => textResponse(500, 'text/plain', `Traceback ${echo}`)),
  place('502 page', (echo) => page(502, echo)),
  place('503 text', (echo) => detail(503, `${echo} is away`)),
  place('200 and no JSON', (echo) => textResponse(200, 'application/json', echo)),
  place('200 page', (echo) => page(200, echo)),
  place('200 in its names', (echo) =>
    jsonResponse(200, { status: echo.slice(0, 300), workflow_run_id: 777_001, workflow_run_name: `Run of ${echo}` }),
  ),
]

/** Whether a read that is answered there is asked again after a pause: of these a trial takes few. */
export const isAskedAgain = ({ name }: EchoPlace): boolean => /^(408|429|500|502|503)/.test(name)

export const answerWith = (response: Response): Answer => ({ response, delivery: wholeAtOnce })

/** Texts of lists and of details that the app shows; whoever poisons a list writes behind each of them. */
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

const poison = (value: unknown, echo: string, name = ''): unknown => {
  if (typeof value === 'string') return shownNames.has(name) ? `${value} ${echo}` : value
  if (Array.isArray(value)) return value.map((entry) => poison(entry, echo, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, poison(entry, echo, key)]))
}

/** The same answer with an echo behind every text in it that the app may show. */
export const poisoned = async ({ response, delivery }: Answer, echo: string): Promise<Answer> => {
  const json: unknown = JSON.parse(await response.text())
  return {
    response: new Response(JSON.stringify(poison(json, echo)), {
      status: response.status,
      headers: { 'content-type': 'application/json' },
    }),
    delivery,
  }
}
