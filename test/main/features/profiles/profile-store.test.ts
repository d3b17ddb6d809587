import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Profile } from '../../../../src/contract/profile.ts'
import { fail, type Outcome, succeed } from '../../../../src/contract/failure.ts'
import {
  createKeyUsers,
  createProfileStore,
  readableMilliseconds,
} from '../../../../src/main/features/profiles/profile-store.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import { createSecret, type Secret } from '../../../../src/main/vault/secret.ts'
import type { KeyVault } from '../../../../src/main/vault/vault.ts'
import { acme } from '../../../support/fake-api/data.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { valueOf } from '../../../support/test-app.ts'
import { open } from '../../storage/open-storage.ts'

const cobalt = { ...acme, id: '01K000000000000000000ACME9', name: 'Cobalt' }
const refused: Outcome<never> = fail({ kind: 'storage', reason: 'full' })

it('keeps using the selected profile if the write fails, and starts with the previous one', async () => {
  const storage = open(join(temporaryFolder(), 'rundesk.db'))
  const first = createProfileStore(storage)
  for (const profile of [acme, cobalt]) await valueOf(first.add(profile))
  await valueOf(first.select(acme.id))
  const full: Pick<Storage, 'run'> = {
    run: (name, input) => (name === 'writeSetting' ? Promise.resolve(refused) : storage.run(name, input)),
  }
  const store = createProfileStore(full)
  expect(await valueOf(store.list())).toMatchObject({ selectedId: acme.id })
  expect(await store.select(cobalt.id)).toEqual(refused)
  expect(await valueOf(store.list())).toMatchObject({ selectedId: cobalt.id })
  expect(await valueOf(createProfileStore(storage).list())).toMatchObject({ selectedId: acme.id })
})

it('keeps both of two changes to one profile, and adds no profile that was removed', async () => {
  const store = createProfileStore(open(join(temporaryFolder(), 'rundesk.db')))
  await valueOf(store.add(acme))
  const changes = [{ name: 'Acme North' }, { keyStorage: 'session' }] as const
  await Promise.all(changes.map(async (change) => valueOf(store.change(acme.id, change))))
  expect(await valueOf(store.find(acme.id))).toEqual({ ...acme, name: 'Acme North', keyStorage: 'session' })
  await valueOf(store.remove(acme.id))
  expect(await store.change(acme.id, { name: 'Acme' })).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
  expect(await valueOf(store.list())).toMatchObject({ profiles: [] })
})

it('returns the profiles whose key can’t be read in time, which may use any key, but not those without a key', async () => {
  const store = createProfileStore(open(join(temporaryFolder(), 'rundesk.db')))
  const named = (name: string, n: number): Profile => ({ ...acme, id: `01K000000000000000000ACME${n}`, name })
  const profiles = [named('Prompt', 0), named('Readable', 1), named('Locked', 2), named('Missing', 3)]
  for (const profile of profiles) await valueOf(store.add(profile))
  const promptOpen = new Promise<never>(() => undefined)
  const keys: (Outcome<Secret> | Promise<never>)[] = [
    promptOpen,
    succeed(createSecret('dgr_0001rest')),
    fail({ kind: 'keychain', reason: 'locked' }),
    fail({ kind: 'keychain', reason: 'missing' }),
  ]
  const get: KeyVault['get'] = async ({ profileId }) =>
    keys[profiles.findIndex(({ id }) => id === profileId)] ?? fail({ kind: 'keychain', reason: 'missing' })
  const waits: number[] = []
  const after = (milliseconds: number, action: () => void) => {
    waits.push(milliseconds)
    const timer = setTimeout(action, 0)
    return () => clearTimeout(timer)
  }
  const users = createKeyUsers({ profiles: store, vault: { get }, after })
  const usersOf = await valueOf(users.readable('https://voice.acme.example'))
  const unreadable = [{ name: 'Prompt' }, { name: 'Locked' }]
  expect(usersOf('dgr_0001')).toMatchObject({ users: [{ name: 'Readable' }], unreadable })
  expect(usersOf('dgr_0002')).toMatchObject({ users: [], unreadable })
  expect(waits).toEqual([readableMilliseconds])
})
