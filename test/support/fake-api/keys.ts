import { invalid, type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { Operations } from '../../../src/contract/operations.ts'
import {
  isOver,
  type KeyCreation,
  type KeyMark,
  type ListedKey,
  mustTypeName,
  type Rotation,
  type RotationStep,
} from '../../../src/contract/key.ts'
import type { Profile } from '../../../src/contract/profile.ts'

export type FakeKeysOptions = {
  now: () => number
  keys: readonly ListedKey[]
  /** The result of the next key creation, instead of a new key. */
  creation?: ((name: string) => KeyCreation) | undefined
  /** The initial rotation. */
  rotation?: Rotation | undefined
  /** Called after each step of a rotation. */
  rotated: () => void
  addProfile: (input: { name: string; color: Profile['color']; keyStorage: 'keychain' | 'session' }) => Profile
}

const rotationUuid = (n: number): string => `7f3c2a1e-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Returns a rotation that has just started; pass the fields to change. */
export const fakeRotation = (profileId: string, at: string, more: Partial<Rotation> = {}): Rotation => ({
  rotationId: rotationUuid(900),
  profileId,
  step: 'keeping',
  oldKey: { id: 1, name: 'desk-07', prefix: 'dgr_4fQa' },
  newKey: null,
  profiles: [{ profileId, name: 'Acme Billing' }],
  keyless: [],
  by: 'ana',
  times: [{ step: 'keeping', at }],
  deadAfterMilliseconds: null,
  ending: null,
  failure: null,
  isRunning: true,
  ...more,
})

/** Creates the key operations for an organization in memory; new keys have no text. */
export const createFakeKeys = (
  parts: FakeKeysOptions,
): Pick<
  Operations,
  | 'archiveKey'
  | 'chooseSealedFile'
  | 'copyNewKey'
  | 'createKey'
  | 'discardNewKey'
  | 'exportKey'
  | 'listKeys'
  | 'listNewKeys'
  | 'listOpenRotations'
  | 'openSealedFile'
  | 'reactivateKey'
  | 'readRotation'
  | 'resumeRotation'
  | 'revealNewKey'
  | 'rotateKey'
  | 'saveNewKey'
  | 'suggestKeyName'
  | 'undoRotation'
> => {
  let keys = [...parts.keys]
  const held = new Set<string>()
  const at = (): string => new Date(parts.now()).toISOString()
  const word = (reason: string) => ({ reason, at: at(), by: 'ana' })
  const change = (id: number, changed: (key: ListedKey) => Partial<ListedKey>): Outcome<ListedKey[]> => {
    keys = keys.map((key) => (key.id === id ? { ...key, ...changed(key) } : key))
    return succeed(keys)
  }
  const whileHeld = <T>(newKeyId: string, value: () => T): Promise<Outcome<T>> =>
    Promise.resolve(held.has(newKeyId) ? succeed(value()) : invalid(['newKeyId'], 'newKeyExpired'))
  const create = (name: string): KeyCreation => {
    const apiKeyId = Math.max(0, ...keys.map(({ id }) => id)) + 1
    const made = { id: apiKeyId, name, prefix: 'dgr_New0', archived: false, createdAt: at() }
    const unused = { lastUsedAt: null, archivedAt: null, usedByThisApp: false, usedBy: [], maybeUsedBy: [], mark: null }
    keys = [...keys, { ...made, ...unused }]
    held.add(rotationUuid(apiKeyId))
    return { step: 'made', newKeyId: rotationUuid(apiKeyId), apiKeyId, name, prefix: made.prefix }
  }
  const reactivated = (mark: KeyMark | null, reason: string): KeyMark | null =>
    mark === null ? null : { ...mark, reactivated: word(reason) }

  const archive = (id: number) =>
    change(id, () => ({ archived: true, archivedAt: at(), usedByThisApp: false, usedBy: [] }))

  let rotation = parts.rotation ?? null
  const end = (step: RotationStep, previous: Rotation): Outcome<Rotation> => {
    const times = [...previous.times, { step, at: at() }]
    rotation = { ...previous, step, times, failure: null, isRunning: false, deadAfterMilliseconds: 1_240 }
    parts.rotated()
    return succeed(rotation)
  }
  const noRotation = () => invalid(['profileId'], 'rotationNone')

  return {
    readRotation: async () => succeed({ rotation }),
    listOpenRotations: async () => succeed(rotation === null || isOver(rotation.step) ? [] : [rotation]),
    rotateKey: async ({ profileId }) => {
      const own = keys.find((key) => key.usedByThisApp && !key.archived)
      if (own === undefined) return invalid(['profileId'], 'ownKeyUnclear')
      const made = create(`desk-07 ana 2026-11-21 ${rotationUuid(1).slice(0, 8)}`)
      if (made.step !== 'made') return invalid(['profileId'], 'ownKeyUnclear')
      archive(own.id)
      change(made.apiKeyId, () => ({ usedByThisApp: true, usedBy: own.usedBy }))
      return end('done', {
        ...fakeRotation(profileId, at()),
        oldKey: { id: own.id, name: own.name, prefix: own.prefix },
        newKey: { id: made.apiKeyId, name: made.name, prefix: made.prefix },
      })
    },
    resumeRotation: async () => {
      if (rotation === null) return noRotation()
      archive(rotation.oldKey.id)
      return end('done', rotation)
    },
    undoRotation: async () => (rotation === null ? noRotation() : end('undone', rotation)),
    exportKey: async () => succeed({ fileName: 'Acme-Billing.rundesk-key' }),
    chooseSealedFile: async () =>
      succeed({ sealed: { sealedId: rotationUuid(700), fileName: 'Acme-Billing.rundesk-key' } }),
    openSealedFile: async ({ keyStorage }) =>
      succeed({
        step: 'saved',
        profile: parts.addProfile({ name: 'Handed over', color: 'green', keyStorage }),
        check: null,
      }),
    listKeys: async () => succeed(keys),
    archiveKey: async ({ apiKeyId, confirmation, compromised }) => {
      const key = keys.find(({ id }) => id === apiKeyId)
      if (keys.filter((one) => !one.archived).length === 1) return invalid(['apiKeyId'], 'onlyKey')
      if (key !== undefined && mustTypeName(key) && confirmation.trim() !== key.name.trim())
        return invalid(['confirmation'], 'confirmation')
      const mark = compromised === null ? (key?.mark ?? null) : { compromised: word(compromised), reactivated: null }
      change(apiKeyId, () => ({ archived: true, archivedAt: at(), mark }))
      return succeed({ keys, reasonFailure: null })
    },
    reactivateKey: async ({ apiKeyId, reason }) => {
      const key = keys.find(({ id }) => id === apiKeyId)
      if (key?.mark && reason === '') return invalid(['reason'], 'keyReason')
      return change(apiKeyId, ({ mark }) => ({ archived: false, archivedAt: null, mark: reactivated(mark, reason) }))
    },
    suggestKeyName: async () => succeed({ name: 'desk-07 ana 2026-11-21' }),
    createKey: async ({ name }) => {
      if (keys.some((key) => key.name === name)) return invalid(['name'], 'keyNameTaken', name)
      return succeed((parts.creation ?? create)(name))
    },
    listNewKeys: async () => succeed([]),
    copyNewKey: ({ newKeyId }) => whileHeld(newKeyId, () => ({ seconds: 45, name: 'new key' })),
    revealNewKey: ({ newKeyId }) => whileHeld(newKeyId, () => ({ name: 'new key', seconds: null })),
    saveNewKey: ({ newKeyId, ...profile }) =>
      whileHeld(newKeyId, () => ({ profile: parts.addProfile(profile), name: 'new key' })),
    discardNewKey: async ({ newKeyId }) => {
      held.delete(newKeyId)
      return succeed({ isDiscarded: true })
    },
  }
}
