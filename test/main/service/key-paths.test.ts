import { describe, expect, it, onTestFinished } from 'vitest'
import { startPracticeListener } from '../../../src/main/practice/host.ts'
import { createPracticeService } from '../../../src/main/practice/practice-service.ts'
import type { KeyPathKind, KeyPathMemory } from '../../../src/main/service/keys.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { createTestClient } from './create-test-client.ts'

type Mode = { name: string; prefixes: string[]; kind: KeyPathKind; path: string }

const modes: Mode[] = [
  { name: 'with the prefix only', prefixes: ['/api/v1'], kind: 'prefixed', path: '/api/v1/user/api-keys' },
  { name: 'without the prefix only', prefixes: [''], kind: 'bare', path: '/user/api-keys' },
  { name: 'with both', prefixes: ['/api/v1', ''], kind: 'prefixed', path: '/api/v1/user/api-keys' },
]

/** Starts a service over real sockets with key endpoints under these prefixes; records the request lines for them. */
const start = async (keyPrefixes: string[]) => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random: Math.random, keyPrefixes })
  const requestLines: string[] = []
  const watched = {
    ...service,
    handle: (request: Request) => {
      const { pathname } = new URL(request.url)
      if (pathname.includes('/api-keys')) requestLines.push(`${request.method} ${pathname}`)
      return service.handle(request)
    },
  }
  const listener = await startPracticeListener(watched)
  onTestFinished(() => listener.close())
  const key = service.organizations[0]?.keys.active ?? ''
  const client = (keyPaths?: KeyPathMemory) =>
    createTestClient(listener.origin, { key: createSecret(key), ...(keyPaths ? { keyPaths } : {}) })
  return { client, requestLines }
}

/** Creates a store for the key path that outlives a client, like the settings. */
const createPathStore = (kept: KeyPathKind | null = null) => {
  const learned: KeyPathKind[] = []
  const memory: KeyPathMemory = {
    read: async () => learned.at(-1) ?? kept,
    save: async (kind) => void learned.push(kind),
  }
  return { memory, learned }
}

/** Lists, creates, archives and reactivates a key; returns its ID. */
const changeKeys = async (client: ReturnType<typeof createTestClient>): Promise<number> => {
  const made = await client.createKey('an unused name')
  if (!made.ok) throw new Error(JSON.stringify(made))
  expect(await client.archiveKey(made.value.id)).toEqual({ ok: true, value: null })
  const list = await client.keys({ includeArchived: true })
  expect(list.ok && list.value.find(({ id }) => id === made.value.id)?.archived).toBe(true)
  expect(await client.reactivateKey(made.value.id)).toEqual({ ok: true, value: null })
  return made.value.id
}

describe.each(modes)('a service with its key paths $name', ({ prefixes, kind, path }) => {
  it('receives a GET first, and each change only on the path that was found', async () => {
    const { client, requestLines } = await start(prefixes)
    const id = await changeKeys(client())
    expect(requestLines[0]).toBe('GET /api/v1/user/api-keys')
    expect(requestLines.filter((line) => !line.startsWith('GET '))).toEqual([
      `POST ${path}`,
      `DELETE ${path}/${id}`,
      `PUT ${path}/${id}/reactivate`,
    ])
  })

  it('is probed only once for all clients of its origin', async () => {
    const { client, requestLines } = await start(prefixes)
    const { memory, learned } = createPathStore()
    expect(await client(memory).keyPath()).toEqual({ ok: true, value: kind })
    const before = requestLines.length
    expect(await client(memory).keyPath()).toEqual({ ok: true, value: kind })
    expect(requestLines.length).toBe(before)
    await client(memory).keys({ includeArchived: false })
    expect(requestLines.slice(before)).toEqual([`GET ${path}`])
    expect(new Set(learned)).toEqual(new Set([kind]))
  })
})

const missing = { ok: false, failure: { kind: 'unavailable', cause: 'otherServer' } }

describe('a stored key path', () => {
  it('is corrected by the next list, and no change is sent to a wrong path after that', async () => {
    const { client, requestLines } = await start([''])
    const { memory, learned } = createPathStore('prefixed')
    expect(await client(memory).archiveKey(9_999)).toMatchObject(missing)
    expect((await client(memory).keys({ includeArchived: false })).ok).toBe(true)
    expect(learned).toEqual(['bare'])
    expect(requestLines).toEqual([
      'DELETE /api/v1/user/api-keys/9999',
      'GET /api/v1/user/api-keys',
      'GET /user/api-keys',
    ])
  })

  it('is not stored if the service has neither path', async () => {
    const { client } = await start(['/elsewhere'])
    const { memory, learned } = createPathStore()
    expect(await client(memory).keyPath()).toMatchObject(missing)
    expect(learned).toEqual([])
  })
})
