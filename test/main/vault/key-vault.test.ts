import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createSessionStore, type KeyStore } from '../../../src/main/vault/key-store.ts'
import { createSecret, openSecret } from '../../../src/main/vault/secret.ts'
import { createMemoryVault } from '../../../src/main/vault/vault.ts'

const entry = {
  profileId: '01KAJ3ZZZZZZZZZZZZZZZZZZZZ',
  origin: 'https://voice.acme.example',
  keyStorage: 'keychain',
} as const
const secret = createSecret('dgr_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG')

/** The measured behavior of a locked keyring: nothing is found, stored or removed. */
const locked: KeyStore = {
  get: () => Promise.resolve(null),
  set: () => Promise.reject(new Error('Cannot create an item in a locked collection')),
  delete: () => Promise.resolve(false),
}
const absent: KeyStore = {
  get: () => Promise.reject(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY')),
  set: () => Promise.reject(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY')),
  delete: () => Promise.reject(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY')),
}
const hanging: KeyStore = {
  get: () => new Promise(() => {}),
  set: () => new Promise(() => {}),
  delete: () => new Promise(() => {}),
}

const keychain = (reason: string) => ({ ok: false, failure: { kind: 'keychain', reason } })

describe('the vault', () => {
  it('returns a stored key for its profile and origin only', async () => {
    const vault = createMemoryVault()
    expect(await vault.set(entry, secret)).toEqual({ ok: true, value: null })
    const found = await vault.get(entry)
    expect(found.ok && openSecret(found.value)).toBe(openSecret(secret))
    expect(await vault.get({ ...entry, origin: 'https://other.example' })).toEqual(keychain('missing'))
    expect(inspect(found, { depth: 9, showHidden: true })).not.toContain('dgr_')
  })

  it('keeps a session key out of the keychain', async () => {
    const store = createSessionStore()
    const vault = createMemoryVault(store)
    await vault.set({ ...entry, keyStorage: 'session' }, secret)
    expect(await store.get(`${entry.profileId} ${entry.origin}`)).toBeNull()
    expect((await vault.get({ ...entry, keyStorage: 'session' })).ok).toBe(true)
  })

  it('deletes a key, and succeeds even if it is already missing', async () => {
    const vault = createMemoryVault()
    await vault.set(entry, secret)
    expect(await vault.delete(entry)).toEqual({ ok: true, value: null })
    expect(await vault.delete(entry)).toEqual({ ok: true, value: null })
    expect(await vault.get(entry)).toEqual(keychain('missing'))
  })

  it('distinguishes a locked keyring from a missing key', async () => {
    const vault = createMemoryVault(locked)
    expect(await vault.get(entry)).toEqual(keychain('locked'))
    expect(await vault.set(entry, secret)).toEqual(keychain('locked'))
    expect(await vault.delete(entry)).toEqual(keychain('locked'))
  })

  it('reports a missing keychain', async () => {
    const vault = createMemoryVault(absent)
    expect(await vault.status()).toEqual({ usable: false, reason: 'unavailable' })
    expect(await vault.set(entry, secret)).toEqual(keychain('unavailable'))
  })

  it('times out on a hanging keychain, and uses a new process for the next request', async () => {
    const vault = createMemoryVault(hanging, 50)
    expect(await vault.get(entry)).toEqual(keychain('timedOut'))
    expect((await vault.set({ ...entry, keyStorage: 'session' }, secret)).ok).toBe(true)
  })

  it('does not prompt again right after a prompt may have been closed', async () => {
    let writes = 0
    const slow: KeyStore = {
      ...locked,
      get: () => new Promise((resolve) => void setTimeout(() => resolve(null), 1_050)),
      set: () => ((writes += 1), locked.set('', '')),
    }
    expect(await createMemoryVault(slow).get(entry)).toEqual(keychain('locked'))
    expect(writes).toBe(0)
  })

  it.each([
    ['nothing', '', 'required'],
    ['a NUL', 'dgr_before\0after', 'keyCharacter'],
    ['a line break', 'dgr_before\nafter', 'keyCharacter'],
    ['half a character', 'dgr_\ud83d_after', 'keyCharacter'],
    ['a megabyte', 'x'.repeat(1024 * 1024), 'keyLong'],
    ['more bytes than Windows stores', 'ü'.repeat(1_281), 'keyLong'],
  ])('stores no key in the keychain that is %s', async (_title, text, code) => {
    const untouched: KeyStore = { ...locked, set: () => Promise.reject(new Error('This must not be called.')) }
    expect(await createMemoryVault(untouched).set(entry, createSecret(text))).toEqual({
      ok: false,
      failure: { kind: 'invalid', issues: [{ path: ['key'], code }] },
    })
  })

  it.each([
    ['nothing', ''],
    ['lines', 'dgr_one\r\nx-other: two'],
    ['a megabyte', 'x'.repeat(1024 * 1024)],
  ])('does not accept %s under our name as a key', async (_title, text) => {
    const foreign: KeyStore = { ...createSessionStore(), get: () => Promise.resolve(text) }
    expect(await createMemoryVault(foreign).get(entry)).toEqual(keychain('missing'))
  })

  it('rejects a store that does not return what was stored', async () => {
    const storeWithOtherText: KeyStore = { ...createSessionStore(), get: () => Promise.resolve('something else') }
    expect(await createMemoryVault(storeWithOtherText).set(entry, secret)).toEqual(keychain('unavailable'))
  })
})
