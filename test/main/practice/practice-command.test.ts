import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { textWith } from './matchers.ts'

const script = fileURLToPath(new URL('../../../scripts/practice.mjs', import.meta.url))
const facts = z.object({
  origin: z.string(),
  controlToken: z.string(),
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

async function ended(...args: string[]) {
  const child = start(...args)
  const [said, closed] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code: closed[0] as unknown, said }
}

describe('npm run practice', () => {
  it('prints one JSON line, serves, and ends when it is told to', async () => {
    const child = start()
    const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), 'line'))
    const { origin, organizations, controlToken } = facts.parse(JSON.parse(line))
    const me = await fetch(`${origin}/api/v1/auth/me`, {
      headers: { 'x-api-key': organizations[1]?.keys.active ?? '' },
    })
    expect(await me.json()).toMatchObject({ organization_id: 2 })
    const runs = await fetch(`${origin}/practice/runs`, { headers: { 'x-practice-token': controlToken } })
    expect(await runs.json()).toMatchObject({ runs: 0, dials: 0 })
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  it.each([
    ['both', 200, 200],
    ['prefixed', 200, 404],
    ['bare', 404, 200],
  ])('keeps its keys under the paths that are asked for: %s', async (paths, prefixed, bare) => {
    const child = start('--key-paths', paths)
    const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), 'line'))
    const { origin, organizations } = facts.parse(JSON.parse(line))
    const headers = { 'x-api-key': organizations[0]?.keys.active ?? '' }
    const statusOf = async (path: string) => (await fetch(`${origin}${path}/user/api-keys`, { headers })).status
    expect([await statusOf('/api/v1'), await statusOf('')]).toEqual([prefixed, bare])
  })

  it.each([
    [['--port', 'abc'], '--port wants a number from 0 to 65535; "abc" is none.'],
    [['--port', '65536'], '"65536" is none.'],
    [['--port'], '--port'],
    [['--key-paths', 'sideways'], '--key-paths wants one of both, prefixed, bare; "sideways" is none.'],
    [['--prot', '1'], 'The only options are --port N and --key-paths both|prefixed|bare.'],
  ])('refuses %j with a sentence', async (args, sentence) => {
    expect(await ended(...args)).toEqual({ code: 2, said: textWith(sentence) })
  })

  it('says when the port is taken', async () => {
    const child = start()
    const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), 'line'))
    const port = new URL(facts.parse(JSON.parse(line)).origin).port
    expect(await ended('--port', port)).toEqual({
      code: 1,
      said: textWith(`Port ${port} is in use already.`),
    })
  })
})
