import { describe, expect, it } from 'vitest'
import { fail, invalid, type Outcome, succeed } from '../../../../src/contract/failure.ts'
import type { StoredRotation } from '../../../../src/contract/key.ts'
import type { Profile } from '../../../../src/contract/profile.ts'
import { createRotationKeys } from '../../../../src/main/features/rotation/rotation-store.ts'
import type { ProfileStore } from '../../../../src/main/features/profiles/profile-store.ts'
import { createMemoryVault } from '../../../../src/main/vault/vault.ts'
import { createSecret } from '../../../../src/main/vault/secret.ts'
import { acme } from '../../../support/fake-api/data.ts'
import { createTestKeychain } from './create-test-keychain.ts'

if (acme.kind !== 'service') throw new Error('Acme has no service.')
const service = acme
const { id, origin } = service
const [oldKey, newKey, third] = ['dgr_old0-the-rest', 'dgr_new0-the-rest', 'dgr_thi0-the-rest']

const rotation: StoredRotation = {
  rotationId: '7f3c2a1e-0000-4000-8000-000000000001',
  profileId: id,
  origin,
  keyStorage: 'keychain',
  step: 'switching',
  oldKey: { id: 1, name: 'old', prefix: 'dgr_old0' },
  newKey: { id: 2, name: 'new', prefix: 'dgr_new0' },
  profiles: [{ profileId: id, name: 'Acme' }],
  keyless: [],
  by: 'ana',
  times: [],
  deadAfterMilliseconds: null,
  ending: null,
  failure: null,
  names: ['new'],
  decidedAt: 0,
}

/** Creates the keys of one rotation, with a test keychain and the result of the profile lookup. */
const keysOf = (profile: Outcome<Profile>, kept: Record<string, string>) => {
  const keychain = createTestKeychain()
  for (const [owner, text] of Object.entries(kept)) keychain.texts.set(`${owner} ${origin}`, text)
  const vault = createMemoryVault(keychain.store)
  const store: Pick<ProfileStore, 'find'> = { find: async () => profile }
  return { keychain, keys: createRotationKeys({ profiles: store, vault }, rotation) }
}

describe('copies of a rotation', () => {
  it('are stored where the record says, regardless of the profile’s current key storage, and even without the profile', async () => {
    for (const profile of [
      succeed<Profile>({ ...service, keyStorage: 'session' }),
      invalid(['profileId'], 'profile'),
    ]) {
      const { keys, keychain } = keysOf(profile, { [`${id}/old`]: oldKey })
      expect(await keys.find('old')).toMatchObject({ ok: true, value: {} })
      expect((await keys.keep('new', createSecret(newKey))).ok).toBe(true)
      expect((await keys.drop('old')).ok).toBe(true)
      expect(keychain.copies()).toEqual([`${id}/new ${origin}`])
    }
  })

  it('of another rotation are not used', async () => {
    const { keys } = keysOf(succeed<Profile>(service), { [id]: third, [`${id}/new`]: third })
    expect(await keys.find('new')).toEqual(succeed(null))
  })
})

describe('a key lookup in the profiles', () => {
  it('does not report a key as missing if the profiles cannot be read', async () => {
    const locked = fail({ kind: 'storage', reason: 'locked' })
    expect(await keysOf(locked, {}).keys.find('old')).toEqual(locked)
  })
})

describe('a key handed to a profile', () => {
  it.each([
    ['in place of the old one', { [id]: oldKey }, oldKey, newKey],
    ['to a profile that has none', {}, oldKey, newKey],
    ['to a profile without a key, if no profile has the old one', {}, null, newKey],
    ['not in place of a key that the user entered', { [id]: third }, oldKey, third],
    ['not over a key that the user entered, if no profile has the old one', { [id]: third }, null, third],
  ])('goes %s', async (_name, kept, instead, after) => {
    const { keys, keychain } = keysOf(succeed<Profile>(service), kept)
    await keys.give(createSecret(newKey), instead === null ? null : createSecret(instead))
    expect(keychain.texts.get(`${id} ${origin}`)).toBe(after)
  })
})
