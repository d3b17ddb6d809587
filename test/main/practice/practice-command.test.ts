import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { textContaining } from '../../service/test-service.ts'

const script = fileURLToPath(new URL('../../../scripts/practice.mjs', import.meta.url))
const outputSchema = z.object({
  origin: z.string(),
  controlToken: z.string(),
  silentCarrierSeconds: z.number(),
  organizations: z.array(
    z.looseObject({
      name: z.string(),
      keys: z.object({ active: z.string(), archived: z.string(), activeId: z.int(), archivedId: z.int() }),
      agents: z.array(z.object({ id: z.int(), name: z.string(), uuid: z.uuid(), state: z.string() })).length(9),
      configurations: z.array(z.object({ id: z.int(), name: z.string(), state: z.string() })).min(2),
      callerIds: z
        .array(z.object({ id: z.int(), configurationId: z.int(), number: z.string(), state: z.string() }))
        .min(2),
    }),
  ),
})

const running: ChildProcess[] = []
afterEach(() => running.splice(0).forEach((child) => child.kill('SIGKILL')))

function start(...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  return child
}

async function runToEnd(...args: string[]) {
  const child = start(...args)
  const [errors, closed] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code: closed[0] as unknown, errors }
}

describe('npm run practice', () => {
  it('prints one JSON line, serves requests, and exits on SIGTERM', async () => {
    const child = start()
    const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), 'line'))
    const { origin, organizations, controlToken } = outputSchema.parse(JSON.parse(line))
    const me = await fetch(`${origin}/api/v1/auth/me`, {
      headers: { 'x-api-key': organizations[1]?.keys.active ?? '' },
    })
    expect(await me.json()).toMatchObject({ organization_id: 2 })
    const runs = await fetch(`${origin}/practice/runs`, { headers: { 'x-practice-token': controlToken } })
    expect(await runs.json()).toMatchObject({ runs: 0, dials: 0 })
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  it('serves the key endpoints under the prefix, and waits 300 s for a silent carrier, by default', async () => {
    const child = start()
    const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), 'line'))
    const { origin, organizations, silentCarrierSeconds } = outputSchema.parse(JSON.parse(line))
    const headers = { 'x-api-key': organizations[0]?.keys.active ?? '' }
    const statusOf = async (path: string) => (await fetch(`${origin}${path}/user/api-keys`, { headers })).status
    expect([await statusOf('/api/v1'), await statusOf(''), silentCarrierSeconds]).toEqual([200, 404, 300])
  })

  it('waits less time for a silent carrier if requested, and reports it', async () => {
    const child = start('--silent-carrier', '0')
    const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), 'line'))
    const { origin, organizations, silentCarrierSeconds } = outputSchema.parse(JSON.parse(line))
    expect(silentCarrierSeconds).toBe(0)
    const [first] = organizations
    const response = await fetch(`${origin}/api/v1/public/agent/workflow/${first?.agents[0]?.uuid ?? ''}`, {
      method: 'POST',
      headers: { 'x-api-key': first?.keys.active ?? '', 'content-type': 'application/json' },
      body: '{"phone_number":"+14155550138"}',
    })
    expect([response.status, await response.json()]).toEqual([400, { detail: 'Failed to initiate call: ' }])
  })

  it.each([
    ['both', 200, 200],
    ['prefixed', 200, 404],
    ['bare', 404, 200],
  ])('serves the key endpoints under the requested paths: %s', async (paths, prefixed, bare) => {
    const child = start('--key-paths', paths)
    const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), 'line'))
    const { origin, organizations } = outputSchema.parse(JSON.parse(line))
    const headers = { 'x-api-key': organizations[0]?.keys.active ?? '' }
    const statusOf = async (path: string) => (await fetch(`${origin}${path}/user/api-keys`, { headers })).status
    expect([await statusOf('/api/v1'), await statusOf('')]).toEqual([prefixed, bare])
  })

  it.each([
    [['--port', 'abc'], '--port must be a number from 0 to 65535, not "abc".'],
    [['--port', '65536'], 'not "65536".'],
    [['--port'], '--port'],
    [['--key-paths', 'sideways'], '--key-paths must be one of both, prefixed, bare, not "sideways".'],
    [['--silent-carrier', '301'], '--silent-carrier must be a number of seconds from 0 to 300, not "301".'],
    [['--prot', '1'], 'The only options are --port N, --key-paths both|prefixed|bare and --silent-carrier SECONDS.'],
  ])('refuses %j', async (args, sentence) => {
    expect(await runToEnd(...args)).toEqual({ code: 2, errors: textContaining(sentence) })
  })

  it('reports a port that is in use', async () => {
    const child = start()
    const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), 'line'))
    const port = new URL(outputSchema.parse(JSON.parse(line)).origin).port
    expect(await runToEnd('--port', port)).toEqual({
      code: 1,
      errors: textContaining(`Port ${port} is in use already.`),
    })
  })
})
