import { describe, expect, it } from 'vitest'
import { fail, type Failure, succeed } from '../../../../src/contract/failure.ts'
import type { KeyState } from '../../../../src/contract/profile.ts'
import { createImportChoices } from '../../../../src/main/features/profiles/import-choices.ts'
import { createSecret } from '../../../../src/main/vault/secret.ts'
import { acme } from '../../../support/fake-api/data.ts'

const imported = createSecret('dgr_imported')

const failureOf: Partial<Record<KeyState | 'locked', Failure>> = {
  rejected: { kind: 'unauthorized', detail: '' },
  missing: { kind: 'keychain', reason: 'missing' },
  locked: { kind: 'keychain', reason: 'locked' },
  unchecked: { kind: 'unreachable', cause: 'noHost' },
}

/** Returns the choices between profiles named after the state of their key. */
const choose = async (names: readonly (KeyState | 'locked')[], selected: number) => {
  if (acme.kind !== 'service') throw new Error('This profile has no key.')
  const { origin: at, keyStorage } = acme
  const profiles = names.map((name, index) => {
    const id = `${index}`.padStart(26, '0')
    return { ...acme, kind: 'service' as const, origin: at, keyStorage, name, id }
  })
  const read: string[] = []
  const choices = createImportChoices({
    async open(id) {
      read.push(id)
      const profile = profiles.find((one) => one.id === id) ?? acme
      const failure = failureOf[profile.name as keyof typeof failureOf]
      if (failure?.kind === 'keychain') return fail(failure)
      const key = profile.name === 'same' ? imported : createSecret(profile.name)
      return succeed({ origin: profile.name, key, profile })
    },
    async check({ origin }) {
      const failure = failureOf[origin as keyof typeof failureOf]
      return failure === undefined ? succeed({ version: null, milliseconds: 1, account: null }) : fail(failure)
    },
  })
  const chosen = await choices(profiles, imported, profiles[selected]?.id ?? null)
  const suggested = profiles.find(({ id }) => id === chosen.suggestedId)
  return { suggested: suggested?.name ?? null, states: chosen.profiles.map(({ keyState }) => keyState), read }
}

describe('the choice of the profile that gets an imported key', () => {
  it.each([
    [['works', 'missing'], 0, 'missing', ['missing', 'works']],
    [['rejected', 'works', 'missing'], 2, 'missing', ['missing', 'rejected', 'works']],
    [['works', 'unchecked'], 1, 'unchecked', ['unchecked', 'works']],
    [['works', 'unchecked'], -1, null, ['works', 'unchecked']],
    [['works', 'same'], 1, null, ['works', 'same']],
  ] as const)('between %j, with number %i selected, suggests %s', async (names, selected, suggested, states) => {
    expect(await choose(names, selected)).toMatchObject({ suggested, states })
  })

  it('reads no further key after a failure of the keychain', async () => {
    const { states, read } = await choose(['missing', 'locked', 'works'], -1)
    expect(states).toEqual(['missing', 'unchecked', 'unchecked'])
    expect(read).toHaveLength(2)
  })
})
