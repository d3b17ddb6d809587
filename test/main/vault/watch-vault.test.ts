import { expect, it } from 'vitest'
import { fail, succeed } from '../../../src/contract/failure.ts'
import { type KeyVault, watchVault } from '../../../src/main/vault/vault.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'

const entry = { profileId: 'p', origin: 'https://voice.example', keyStorage: 'keychain' } as const
const key = createSecret('dgr_AKeyThatIsLongEnoughToBeOne0123456789abcdef')

/** Sets up a vault whose result the test sets, and counts its "usable again" reports. */
const setUpVault = () => {
  let answer: Awaited<ReturnType<KeyVault['get']>> = succeed(key)
  let reports = 0
  const vault: KeyVault = {
    get: () => Promise.resolve(answer),
    set: () => Promise.resolve(answer.ok ? succeed(null) : answer),
    delete: () => Promise.resolve(succeed(null)),
    status: () => Promise.resolve({ usable: true }),
    close: () => {},
  }
  return {
    vault: watchVault(vault, () => (reports += 1)),
    become: (reason: 'locked' | 'missing' | 'unavailable' | 'timedOut' | null): void => {
      answer = reason === null ? succeed(key) : fail({ kind: 'keychain', reason })
    },
    reports: () => reports,
  }
}

it.each(['locked', 'unavailable', 'timedOut'] as const)(
  'reports once that a vault works again after %s',
  async (reason) => {
    const { vault, become, reports } = setUpVault()
    await vault.get(entry)
    become(reason)
    for (let count = 0; count < 3; count += 1) expect((await vault.get(entry)).ok).toBe(false)
    expect(reports()).toBe(0)
    become(null)
    await vault.get(entry)
    await vault.get(entry)
    expect(reports()).toBe(1)
  },
)

it('also reports "usable again" after a key was stored', async () => {
  const { vault, become, reports } = setUpVault()
  become('locked')
  await vault.set(entry, key)
  become(null)
  await vault.set(entry, key)
  expect(reports()).toBe(1)
})

it('reports nothing for a missing key or a status', async () => {
  const { vault, become, reports } = setUpVault()
  become('missing')
  await vault.get(entry)
  become(null)
  await vault.get(entry)
  become('locked')
  await vault.get(entry)
  await vault.status()
  await vault.delete(entry)
  expect(reports()).toBe(0)
})

it('ignores keys for this session, which work without the keychain', async () => {
  const { vault, become, reports } = setUpVault()
  const session = { ...entry, keyStorage: 'session' } as const
  become('locked')
  await vault.get(entry)
  become(null)
  await vault.set(session, key)
  await vault.get(session)
  expect(reports()).toBe(0)
  await vault.get(entry)
  expect(reports()).toBe(1)
})
