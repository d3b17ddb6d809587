import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../../src/contract/failure.ts'
import { holdKeys } from '../../../src/main/vault/hold-keys.ts'
import type { KeyVault, VaultEntry } from '../../../src/main/vault/key-vault.ts'
import { createMemoryVault } from '../../../src/main/vault/memory-vault.ts'
import { createSecret, openSecret } from '../../../src/main/vault/secret.ts'

const entry: VaultEntry = { profileId: 'p', origin: 'https://a.example', custody: 'keychain' }

const open = () => {
  const inner = createMemoryVault()
  let asked = 0
  let now = 0
  const timers: (() => void)[] = []
  const counting: KeyVault = { ...inner, get: (which) => ((asked += 1), inner.get(which)) }
  const vault = holdKeys({ vault: counting, monotonic: () => now, after: (_, act) => void timers.push(act) })
  const text = async () => {
    const key = await vault.get(entry)
    return key.ok ? openSecret(key.value) : key.failure
  }
  const take = () => timers.splice(0)
  return { vault, inner, text, take, asked: () => asked, pass: (milliseconds: number) => (now += milliseconds) }
}

describe('held keys', () => {
  it('are asked for once a minute', async () => {
    const { vault, text, asked, pass } = open()
    await vault.set(entry, createSecret('first-key'))
    expect([await text(), await text()]).toEqual(['first-key', 'first-key'])
    expect(asked()).toBe(1)
    pass(60_000)
    expect(await text()).toBe('first-key')
    expect(asked()).toBe(2)
  })

  it('are let go after that minute when nobody asks again', async () => {
    const { vault, text, asked, take } = open()
    await vault.set(entry, createSecret('first-key'))
    await text()
    for (const act of take()) act()
    await text()
    expect(asked()).toBe(2)
  })

  it('stay when the minute of an earlier one is over', async () => {
    const { vault, text, asked, take } = open()
    await vault.set(entry, createSecret('first-key'))
    await text()
    const earlier = take()
    await vault.set(entry, createSecret('other-key'))
    await text()
    for (const act of earlier) act()
    expect(await text()).toBe('other-key')
    expect(asked()).toBe(2)
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

  it('are asked for once by all who ask at the same time, and a refusal is for them alone', async () => {
    let asked = 0
    const locked: KeyVault = {
      ...createMemoryVault(),
      get: async () => ((asked += 1), fail({ kind: 'keychain', reason: 'locked' })),
    }
    const vault = holdKeys({ vault: locked, monotonic: () => 0, after: () => undefined })
    const together = await Promise.all([1, 2, 3].map(() => vault.get(entry)))
    expect(together.map((key) => key.ok)).toEqual([false, false, false])
    await vault.get({ ...entry, profileId: 'q' })
    expect(asked).toBe(2)
    await vault.get(entry)
    expect(asked).toBe(3)
  })

  it('are not remembered as missing', async () => {
    const { inner, text } = open()
    expect(await text()).toMatchObject({ reason: 'missing' })
    await inner.set(entry, createSecret('first-key'))
    expect(await text()).toBe('first-key')
  })

  it('do not bring back a key that was replaced while it was asked for', async () => {
    const answers = Promise.withResolvers<void>()
    const slow: KeyVault = {
      ...createMemoryVault(),
      get: async () => (await answers.promise, succeed(createSecret('old-key'))),
      set: async () => (answers.resolve(), await answers.promise, succeed(null)),
      delete: async () => fail({ kind: 'keychain', reason: 'locked' }),
    }
    const vault = holdKeys({ vault: slow, monotonic: () => 0, after: () => undefined })
    const asking = vault.get(entry)
    await vault.set(entry, createSecret('new-key'))
    await asking
    let asked = 0
    slow.get = async () => ((asked += 1), succeed(createSecret('new-key')))
    await vault.get(entry)
    expect(asked).toBe(1)
  })
})
