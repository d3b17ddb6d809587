import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../../src/contract/failure.ts'
import { cacheKeys, createMemoryVault, type KeyVault, type VaultEntry } from '../../../src/main/vault/vault.ts'
import { createSecret, openSecret } from '../../../src/main/vault/secret.ts'

const entry: VaultEntry = { profileId: 'p', origin: 'https://a.example', keyStorage: 'keychain' }

const open = () => {
  const inner = createMemoryVault()
  let reads = 0
  let now = 0
  const timers: (() => void)[] = []
  const counting: KeyVault = { ...inner, get: (which) => ((reads += 1), inner.get(which)) }
  const vault = cacheKeys({ vault: counting, monotonic: () => now, after: (_, act) => void timers.push(act) })
  const text = async () => {
    const key = await vault.get(entry)
    return key.ok ? openSecret(key.value) : key.failure
  }
  const take = () => timers.splice(0)
  return { vault, inner, text, take, reads: () => reads, pass: (milliseconds: number) => (now += milliseconds) }
}

describe('cached keys', () => {
  it('are read once a minute', async () => {
    const { vault, text, reads, pass } = open()
    await vault.set(entry, createSecret('first-key'))
    expect([await text(), await text()]).toEqual(['first-key', 'first-key'])
    expect(reads()).toBe(1)
    pass(60_000)
    expect(await text()).toBe('first-key')
    expect(reads()).toBe(2)
  })

  it('are dropped after a minute without a read', async () => {
    const { vault, text, reads, take } = open()
    await vault.set(entry, createSecret('first-key'))
    await text()
    for (const act of take()) act()
    await text()
    expect(reads()).toBe(2)
  })

  it('are kept when an earlier key expires', async () => {
    const { vault, text, reads, take } = open()
    await vault.set(entry, createSecret('first-key'))
    await text()
    const earlier = take()
    await vault.set(entry, createSecret('other-key'))
    await text()
    for (const act of earlier) act()
    expect(await text()).toBe('other-key')
    expect(reads()).toBe(2)
  })

  it('are forgotten when they are replaced or removed', async () => {
    const { vault, text } = open()
    await vault.set(entry, createSecret('first-key'))
    expect(await text()).toBe('first-key')
    await vault.set(entry, createSecret('other-key'))
    expect(await text()).toBe('other-key')
    await vault.delete(entry)
    expect(await text()).toMatchObject({ kind: 'keychain', reason: 'missing' })
  })

  it('are read once for concurrent callers, and a refusal is not cached', async () => {
    let reads = 0
    const locked: KeyVault = {
      ...createMemoryVault(),
      get: async () => ((reads += 1), fail({ kind: 'keychain', reason: 'locked' })),
    }
    const vault = cacheKeys({ vault: locked, monotonic: () => 0, after: () => undefined })
    const together = await Promise.all([1, 2, 3].map(() => vault.get(entry)))
    expect(together.map((key) => key.ok)).toEqual([false, false, false])
    await vault.get({ ...entry, profileId: 'q' })
    expect(reads).toBe(2)
    await vault.get(entry)
    expect(reads).toBe(3)
  })

  it('are read again if they were missing', async () => {
    const { inner, text } = open()
    expect(await text()).toMatchObject({ reason: 'missing' })
    await inner.set(entry, createSecret('first-key'))
    expect(await text()).toBe('first-key')
  })

  it('are not overwritten by a read that started before the key was replaced', async () => {
    const answers = Promise.withResolvers<void>()
    const slow: KeyVault = {
      ...createMemoryVault(),
      get: async () => (await answers.promise, succeed(createSecret('old-key'))),
      set: async () => (answers.resolve(), await answers.promise, succeed(null)),
      delete: async () => fail({ kind: 'keychain', reason: 'locked' }),
    }
    const vault = cacheKeys({ vault: slow, monotonic: () => 0, after: () => undefined })
    const pending = vault.get(entry)
    await vault.set(entry, createSecret('new-key'))
    await pending
    let reads = 0
    slow.get = async () => ((reads += 1), succeed(createSecret('new-key')))
    await vault.get(entry)
    expect(reads).toBe(1)
  })
})
