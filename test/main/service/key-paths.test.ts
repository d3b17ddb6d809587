import { describe, expect, it, onTestFinished } from 'vitest'
import { startPracticeListener } from '../../../src/main/practice/practice-listener.ts'
import { createPracticeService } from '../../../src/main/practice/practice-service.ts'
import type { KeyPathKind, KeyPathMemory } from '../../../src/main/service/api-keys.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { aClient } from './a-client.ts'

type Mode = { name: string; prefixes: string[]; kind: KeyPathKind; path: string }

const modes: Mode[] = [
  { name: 'with the prefix only', prefixes: ['/api/v1'], kind: 'prefixed', path: '/api/v1/user/api-keys' },
  { name: 'without the prefix only', prefixes: [''], kind: 'bare', path: '/user/api-keys' },
  { name: 'with both', prefixes: ['/api/v1', ''], kind: 'prefixed', path: '/api/v1/user/api-keys' },
]

/** A service over real sockets that keeps its keys under these prefixes, and the lines of all requests for keys. */
const start = async (keyPrefixes: string[]) => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random: Math.random, keyPrefixes })
  const asked: string[] = []
  const watched = {
    ...service,
    handle: (request: Request) => {
      const { pathname } = new URL(request.url)
      if (pathname.includes('/api-keys')) asked.push(`${request.method} ${pathname}`)
      return service.handle(request)
    },
  }
  const listener = await startPracticeListener(watched)
  onTestFinished(() => listener.close())
  const key = service.facts[0]?.keys.active ?? ''
  const client = (keyPaths?: KeyPathMemory) =>
    aClient(listener.origin, { key: createSecret(key), ...(keyPaths ? { keyPaths } : {}) })
  return { client, asked }
}

/** A memory that outlives clients, as the settings do. */
const aMemory = (kept: KeyPathKind | null = null) => {
  const learned: KeyPathKind[] = []
  const memory: KeyPathMemory = {
    recall: async () => learned.at(-1) ?? kept,
    learn: async (kind) => void learned.push(kind),
  }
  return { memory, learned }
}

/** Lists, makes, archives and brings back a key; gives the new key's id. */
const changeKeys = async (client: ReturnType<typeof aClient>): Promise<number> => {
  const made = await client.createKey('a name that is nobody else’s')
  if (!made.ok) throw new Error(JSON.stringify(made))
  expect(await client.archiveKey(made.value.id)).toEqual({ ok: true, value: null })
  const list = await client.keys({ includeArchived: true })
  expect(list.ok && list.value.find(({ id }) => id === made.value.id)?.archived).toBe(true)
  expect(await client.reactivateKey(made.value.id)).toEqual({ ok: true, value: null })
  return made.value.id
}

describe.each(modes)('a service that has its key paths $name', ({ prefixes, kind, path }) => {
  it('is asked by a GET first, and every change goes to its own path alone', async () => {
    const { client, asked } = await start(prefixes)
    const id = await changeKeys(client())
    expect(asked[0]).toBe('GET /api/v1/user/api-keys')
    expect(asked.filter((line) => !line.startsWith('GET '))).toEqual([
      `POST ${path}`,
      `DELETE ${path}/${id}`,
      `PUT ${path}/${id}/reactivate`,
    ])
  })

  it('is found out once for all clients of its origin', async () => {
    const { client, asked } = await start(prefixes)
    const { memory, learned } = aMemory()
    expect(await client(memory).keyPath()).toEqual({ ok: true, value: kind })
    const before = asked.length
    expect(await client(memory).keyPath()).toEqual({ ok: true, value: kind })
    expect(asked.length).toBe(before)
    await client(memory).keys({ includeArchived: false })
    expect(asked.slice(before)).toEqual([`GET ${path}`])
    expect(new Set(learned)).toEqual(new Set([kind]))
  })
})

describe('a memory of key paths', () => {
  it('that has become wrong is mended by the next list, and nothing but a GET went astray', async () => {
    const { client, asked } = await start([''])
    const { memory, learned } = aMemory('prefixed')
    expect(await client(memory).archiveKey(9_999)).toMatchObject({ ok: false, failure: { kind: 'notFound' } })
    expect((await client(memory).keys({ includeArchived: false })).ok).toBe(true)
    expect(learned).toEqual(['bare'])
    expect(asked).toEqual(['DELETE /api/v1/user/api-keys/9999', 'GET /api/v1/user/api-keys', 'GET /user/api-keys'])
  })

  it('learns nothing of a service that has neither', async () => {
    const { client } = await start(['/elsewhere'])
    const { memory, learned } = aMemory()
    expect(await client(memory).keyPath()).toMatchObject({ ok: false, failure: { kind: 'notFound' } })
    expect(learned).toEqual([])
  })
})
