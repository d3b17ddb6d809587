import { expect, it } from 'vitest'
import { fail, succeed } from '../../../src/contract/failure.ts'
import type { KeyVault } from '../../../src/main/vault/key-vault.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { watchVault } from '../../../src/main/vault/watch-vault.ts'

const entry = { profileId: 'p', origin: 'https://voice.example', custody: 'keychain' } as const
const key = createSecret('dgr_AKeyThatIsLongEnoughToBeOne0123456789abcdef')

/** A vault that answers as it is told to, and how often it was said to be usable again. */
const aVault = () => {
  let answer: Awaited<ReturnType<KeyVault['get']>> = succeed(key)
  let said = 0
  const vault: KeyVault = {
    get: () => Promise.resolve(answer),
    set: () => Promise.resolve(answer.ok ? succeed(null) : answer),
    delete: () => Promise.resolve(succeed(null)),
    status: () => Promise.resolve({ usable: true }),
    close: () => {},
  }
  return {
    vault: watchVault(vault, () => (said += 1)),
    become: (reason: 'locked' | 'missing' | 'unavailable' | 'timedOut' | null): void => {
      answer = reason === null ? succeed(key) : fail({ kind: 'keychain', reason })
    },
    said: () => said,
  }
}

it.each(['locked', 'unavailable', 'timedOut'] as const)(
  'tells once that a vault works again that was %s',
  async (reason) => {
    const { vault, become, said } = aVault()
    await vault.get(entry)
    become(reason)
    for (let count = 0; count < 3; count += 1) expect((await vault.get(entry)).ok).toBe(false)
    expect(said()).toBe(0)
    become(null)
    await vault.get(entry)
    await vault.get(entry)
    expect(said()).toBe(1)
  },
)

it('takes a key that was stored for the same proof', async () => {
  const { vault, become, said } = aVault()
  become('locked')
  await vault.set(entry, key)
  become(null)
  await vault.set(entry, key)
  expect(said()).toBe(1)
})

it('says nothing where a key was missing, or of a status', async () => {
  const { vault, become, said } = aVault()
  become('missing')
  await vault.get(entry)
  become(null)
  await vault.get(entry)
  become('locked')
  await vault.get(entry)
  await vault.status()
  await vault.delete(entry)
  expect(said()).toBe(0)
})
