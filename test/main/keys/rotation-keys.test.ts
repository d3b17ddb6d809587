import { describe, expect, it } from 'vitest'
import { fail, invalid, type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { KeptRotation } from '../../../src/contract/key-rotation.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import { createRotationKeys } from '../../../src/main/keys/rotation/rotation-keys.ts'
import type { ProfileBook } from '../../../src/main/profiles/profile-book.ts'
import { createMemoryVault } from '../../../src/main/vault/memory-vault.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { acme } from '../../support/fake-desk/fake-world.ts'
import { createHandKeychain } from './hand-keychain.ts'

if (acme.kind !== 'service') throw new Error('Acme has no service.')
const service = acme
const { id, origin } = service
const [oldKey, newKey, third] = ['dgr_old0-the-rest', 'dgr_new0-the-rest', 'dgr_thi0-the-rest']

const rotation: KeptRotation = {
  rotationId: '7f3c2a1e-0000-4000-8000-000000000001',
  profileId: id,
  origin,
  custody: 'keychain',
  step: 'switching',
  oldKey: { id: 1, name: 'old', prefix: 'dgr_old0' },
  newKey: { id: 2, name: 'new', prefix: 'dgr_new0' },
  profiles: [{ profileId: id, name: 'Acme' }],
  by: 'ana',
  times: [],
  deadAfterMilliseconds: null,
  ending: null,
  failure: null,
  names: ['new'],
  decidedAt: 0,
}

/** The keys of one rotation, over a keychain in hand and a list that answers about its profile as told. */
const keysOf = (profile: Outcome<Profile>, kept: Record<string, string>) => {
  const keychain = createHandKeychain()
  for (const [owner, text] of Object.entries(kept)) keychain.texts.set(`${owner} ${origin}`, text)
  const vault = createMemoryVault(keychain.store)
  const book: Pick<ProfileBook, 'find'> = { find: async () => profile }
  return { keychain, keys: createRotationKeys({ book, vault }, rotation) }
}

describe('the copies of a rotation', () => {
  it('lie where its record says, wherever the profile keeps its key by now, and also without the profile', async () => {
    for (const profile of [succeed<Profile>({ ...service, custody: 'session' }), invalid(['profileId'], 'profile')]) {
      const { keys, keychain } = keysOf(profile, { [`${id}/old`]: oldKey })
      expect(await keys.find('old')).toMatchObject({ ok: true, value: {} })
      expect((await keys.keep('new', createSecret(newKey))).ok).toBe(true)
      expect((await keys.drop('old')).ok).toBe(true)
      expect(keychain.copies()).toEqual([`${id}/new ${origin}`])
    }
  })

  it('that begin otherwise are none of its own', async () => {
    const { keys } = keysOf(succeed<Profile>(service), { [id]: third, [`${id}/new`]: third })
    expect(await keys.find('new')).toEqual(succeed(null))
  })
})

describe('a key that is looked for with the profiles', () => {
  it('is not taken for missing when the disk does not tell which they are', async () => {
    const locked = fail({ kind: 'storage', reason: 'locked' })
    expect(await keysOf(locked, {}).keys.find('old')).toEqual(locked)
  })
})

describe('a key that is given', () => {
  it.each([
    ['in the place of the old one', { [id]: oldKey }, oldKey, newKey],
    ['to a profile that has none', {}, oldKey, newKey],
    ['to a profile that has none, where nobody has the old one', {}, null, newKey],
    ['not in the place of what a person has put in', { [id]: third }, oldKey, third],
    ['not in the place of what a person has put in, where nobody has the old one', { [id]: third }, null, third],
  ])('goes %s', async (_name, kept, instead, after) => {
    const { keys, keychain } = keysOf(succeed<Profile>(service), kept)
    await keys.give(createSecret(newKey), instead === null ? null : createSecret(instead))
    expect(keychain.texts.get(`${id} ${origin}`)).toBe(after)
  })
})
