import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fail, type Outcome } from '../../../src/contract/failure.ts'
import { createProfileBook } from '../../../src/main/profiles/profile-book.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { acme } from '../../support/fake-desk/fake-world.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { valueOf } from '../../support/test-desk.ts'
import { open } from '../storage/open-storage.ts'

const cobalt = { ...acme, id: '01K000000000000000000ACME9', name: 'Cobalt' }
const refused: Outcome<never> = fail({ kind: 'storage', reason: 'full' })

it('keeps the chosen profile in use while the disk refuses the choice, and the one before for the next start', async () => {
  const storage = open(join(temporaryFolder(), 'rundesk.db'))
  const first = createProfileBook(storage)
  for (const profile of [acme, cobalt]) await valueOf(first.save(profile))
  await valueOf(first.select(acme.id))
  const full: Pick<Storage, 'ask'> = {
    ask: (name, input) => (name === 'writeSetting' ? Promise.resolve(refused) : storage.ask(name, input)),
  }
  const book = createProfileBook(full)
  expect(await valueOf(book.list())).toMatchObject({ selectedId: acme.id })
  expect(await book.select(cobalt.id)).toEqual(refused)
  expect(await valueOf(book.list())).toMatchObject({ selectedId: cobalt.id })
  expect(await valueOf(createProfileBook(storage).list())).toMatchObject({ selectedId: acme.id })
})
