import { type Failure, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Input, Operations, Output } from '../../../contract/operations.ts'
import {
  defaultReferenceName,
  type Profile,
  type ProfileCheck,
  type ServiceProfile,
  type Organization,
} from '../../../contract/profile.ts'
import type { Runtime } from '../../app/runtime.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Secret, secretsAreSame } from '../../vault/secret.ts'
import type { KeyVault } from '../../vault/vault.ts'
import type { ProfileGuard } from '../rotation/index.ts'
import { type Connections, type OriginRules, readAllowedOrigin } from './connections.ts'
import { createImportChoices } from './import-choices.ts'
import { entryOf, type ProfileStore } from './profile-store.ts'
import { removeProfile } from './remove-profile.ts'
import type { StagedKeys } from './staged-keys.ts'
import { createServiceOf, mayBeSameOrganization } from '../../lib/service-origin.ts'

type ProfileOperations = Pick<
  Operations,
  | 'listProfiles'
  | 'stageKey'
  | 'forgetStagedKey'
  | 'addProfile'
  | 'updateProfile'
  | 'replaceKey'
  | 'removeProfile'
  | 'selectProfile'
  | 'checkProfile'
>

type ProfilesDeps = Pick<Runtime, 'clock' | 'clipboard' | 'announce'> & {
  storage: Pick<Storage, 'run'>
  store: ProfileStore
  stagedKeys: StagedKeys
  /** Removes a secret from the clipboard if the user copied it there. */
  clearPasted: (secret: Secret) => Promise<void>
  vault: KeyVault
  connections: Connections
  createProfileId: () => string
  rules: OriginRules
  guard: ProfileGuard
  /** Invoked when a profile has another key. */
  onKeyChanged: (profileId: string) => void
}

type AddService = Extract<Input<'addProfile'>, { kind: 'service' }>

/** A profile to create with a key that the main process already has. */
export type NewProfile = Pick<AddService, 'name' | 'color' | 'origin' | 'keyStorage' | 'unchecked'>

/** Where an imported key goes. If undefined and profiles of its organization exist, the user chooses first. */
export type ImportTarget = Input<'openSealedFile'>['target']

export type Profiles = {
  operations: ProfileOperations
  /** Adds a profile with a key that the main process already has. The selected profile remains selected. */
  addWithKey(profile: NewProfile, key: Secret): Promise<Outcome<Output<'addProfile'>>>
  /** Saves a key from another computer, in a profile of its organization or in a new one. */
  importKey(profile: NewProfile, key: Secret, target: ImportTarget): Promise<Outcome<Output<'openSealedFile'>>>
  check(profileId: string): Promise<Outcome<ProfileCheck>>
}

/** Creates, changes and removes profiles. A key is stored only after the service has accepted it. */
export const createProfiles = (deps: ProfilesDeps): Profiles => {
  const { store, stagedKeys, vault, connections, announce } = deps
  const { refusalOfOrganization, profilesOfKey } = createOrganizations(deps)
  const { saveMoved, deleteKeys } = createOldKeys(deps)
  const importChoices = createImportChoices(connections)

  /** Announces the change if the action succeeded. */
  const changing = async <T>(action: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const outcome = await action
    if (outcome.ok) announce('profilesChanged', {})
    return outcome
  }

  const createBase = ({ name, color }: Pick<Profile, 'name' | 'color'>) => {
    const createdAt = new Date(deps.clock()).toISOString()
    return { id: deps.createProfileId(), name, color, createdAt, referenceName: defaultReferenceName }
  }

  /** Saves a key and its profile, and deletes the key again if the profile could not be saved. */
  const saveWithKey = async (profile: ServiceProfile, key: Secret): Promise<Outcome<Profile>> => {
    const stored = await vault.set(entryOf(profile), key)
    const saved = stored.ok ? await store.add(profile) : stored
    if (saved.ok || isNothingStored(saved.failure)) return saved
    // A key that could not be read back may still have been stored.
    const deleted = vault.delete(entryOf(profile))
    // Do not wait for a keychain that has just failed; deleting may take just as long.
    if (stored.ok) await deleted
    return saved
  }

  const addWithKey = async (input: NewProfile, key: Secret): Promise<Outcome<Output<'addProfile'>>> => {
    const origin = readAllowedOrigin(input.origin, deps.rules)
    if (!origin.ok) return origin
    const check = await checkFirst(connections, origin.value, key, input.unchecked)
    if (!check.ok) return check
    const profile: ServiceProfile = {
      ...createBase(input),
      kind: 'service',
      origin: origin.value,
      keyStorage: input.keyStorage,
      organization: organizationIn(check.value),
    }
    const saved = await saveWithKey(profile, key)
    return saved.ok ? succeed({ profile: saved.value, check: check.value }) : saved
  }

  const addService = async (input: AddService): Promise<Outcome<Output<'addProfile'>>> => {
    const key = stagedKeys.find(input.entryId)
    if (!key.ok) return key
    const added = await addWithKey(input, key.value)
    if (added.ok) stagedKeys.forget(input.entryId)
    return added
  }

  const addPractice = async (input: Pick<Profile, 'name' | 'color'>): Promise<Outcome<Output<'addProfile'>>> => {
    const saved = await store.add({ ...createBase(input), kind: 'practice' })
    return saved.ok ? succeed({ profile: saved.value, check: null }) : saved
  }

  const add = async (input: Input<'addProfile'>): Promise<Outcome<Output<'addProfile'>>> => {
    const added = await (input.kind === 'practice' ? addPractice(input) : addService(input))
    // The profile exists even if the selection could not be written.
    if (added.ok) await store.select(added.value.profile.id)
    return added
  }

  const findService = async (profileId: string): Promise<Outcome<ServiceProfile>> => {
    const profile = await store.find(profileId)
    if (!profile.ok) return profile
    return profile.value.kind === 'service' ? succeed(profile.value) : invalid(['profileId'], 'profile')
  }

  /** Gives a profile another key, once the service has accepted it. Refuses the key that the profile already has. */
  const putKey = async (
    profile: ServiceProfile,
    key: Secret,
    { keyStorage, otherOrganization = false }: Pick<Input<'replaceKey'>, 'keyStorage' | 'otherOrganization'>,
  ): Promise<Outcome<Output<'addProfile'>>> => {
    const known = profile.keyStorage === keyStorage ? await vault.get(entryOf(profile)) : null
    if (known?.ok === true && secretsAreSame(known.value, key)) {
      // As the profile's own key, so that the work that an earlier rejection stopped resumes.
      const own = await check(profile.id)
      return own.ok ? invalid(['key'], 'keySame', profile.name) : own
    }
    const checked = await connections.check({ origin: profile.origin, key })
    if (!checked.ok) return checked
    const found = organizationIn(checked.value)
    const refused = await refusalOfOrganization(profile, found, otherOrganization)
    if (refused !== null) return refused
    // The profile may have been removed during the request.
    const present = await findService(profile.id)
    if (!present.ok) return present
    const change = { keyStorage, ...(found === undefined ? {} : { organization: found }) }
    const stored = await vault.set(entryOf({ ...present.value, keyStorage }), key)
    if (!stored.ok) return stored
    const saved = await saveMoved(present.value, change)
    return saved.ok ? succeed({ profile: saved.value, check: checked.value }) : saved
  }

  const replaceKey = async (input: Input<'replaceKey'>): Promise<Outcome<Profile>> => {
    const profile = await findService(input.profileId)
    if (!profile.ok) return profile
    const key = stagedKeys.find(input.entryId)
    if (!key.ok) return key
    const put = await putKey(profile.value, key.value, input)
    if (put.ok) stagedKeys.forget(input.entryId)
    return put.ok ? succeed(put.value.profile) : put
  }

  const importInto = async (profileId: string, input: NewProfile, key: Secret) => {
    const profile = await findService(profileId)
    if (!profile.ok) return profile
    const put = await putKey(profile.value, key, { keyStorage: input.keyStorage })
    // The user imported the key to use it, so its profile is selected. The profile has the key even if the selection
    // fails.
    if (put.ok) await store.select(profileId)
    return put
  }

  const importKey: Profiles['importKey'] = async (input, key, target) => {
    const origin = readAllowedOrigin(input.origin, deps.rules)
    if (!origin.ok) return origin
    if (target === undefined) {
      const existing = await profilesOfKey(origin.value, key)
      if (!existing.ok) return existing
      const { profiles, selectedId } = existing.value
      if (profiles.length > 0) return succeed(await importChoices(profiles, key, selectedId))
    }
    const imported = await (target?.kind === 'profile'
      ? deps.guard.replacing({ profileId: target.profileId, keyStorage: input.keyStorage }, () =>
          importInto(target.profileId, input, key),
        )
      : addWithKey(input, key))
    if (imported.ok && target?.kind === 'profile') deps.onKeyChanged(target.profileId)
    return imported.ok ? succeed({ step: 'saved', ...imported.value }) : imported
  }

  const check = async (profileId: string): Promise<Outcome<ProfileCheck>> => {
    const connection = await connections.open(profileId)
    if (!connection.ok) return connection
    const checked = await connections.check(connection.value)
    const organization = checked.ok ? organizationIn(checked.value) : undefined
    // A profile that was saved unchecked gets its organization from the first response.
    const present = organization === undefined ? null : await findService(profileId)
    if (present?.ok === true && present.value.organization === undefined)
      await store.change(profileId, { organization })
    return checked
  }

  return {
    addWithKey: (profile, key) => changing(addWithKey(profile, key)),
    importKey: (profile, key, target) => changing(importKey(profile, key, target)),
    check,
    operations: {
      listProfiles: () => store.list(),
      async stageKey(input) {
        const text = input.from === 'typed' ? input.text : await deps.clipboard.read()
        const staged = stagedKeys.stage(text, input.isPassphrase)
        const secret = staged.ok ? stagedKeys.find(staged.value.entryId) : staged
        // SECURITY: remove a pasted key from the clipboard, so that no other program can read it there.
        if (secret.ok) await deps.clearPasted(secret.value)
        return staged
      },
      async forgetStagedKey({ entryId }) {
        stagedKeys.forget(entryId)
        return succeed({})
      },
      addProfile: (input) => changing(add(input)),
      updateProfile: ({ profileId, ...change }) => changing(store.change(profileId, change)),
      async replaceKey(input) {
        const replaced = await deps.guard.replacing(input, () => replaceKey(input))
        if (replaced.ok) deps.onKeyChanged(input.profileId)
        return replaced
      },
      removeProfile: ({ profileId }) =>
        changing(deps.guard.unlessRotating(profileId, () => removeProfile({ ...deps, deleteKeys }, profileId))),
      async selectProfile({ profileId }) {
        const selected = await changing(store.select(profileId))
        return selected.ok ? succeed({}) : selected
      },
      checkProfile: ({ profileId }) => check(profileId),
    },
  }
}

/**
 * Checks a key before it is saved. A rejected key is never saved. If the service does not respond, the user may choose
 * to save it unchecked.
 */
const checkFirst = async (
  connections: Connections,
  origin: string,
  key: Secret,
  unchecked: boolean,
): Promise<Outcome<ProfileCheck | null>> => {
  const check = await connections.check({ origin, key })
  if (check.ok || !unchecked) return check
  const isUnanswered =
    check.failure.kind === 'unreachable' ||
    (check.failure.kind === 'unavailable' && check.failure.cause !== 'otherServer')
  return isUnanswered ? succeed(null) : check
}

/** What another key changes in its profile. */
type ChangeOfKey = Pick<ServiceProfile, 'keyStorage' | 'organization'>

/**
 * Deletes the keys that profiles no longer use. A setting notes whether a profile with a key for this session may still
 * have an older key in the keychain. Earlier versions wrote no such setting.
 */
const createOldKeys = ({ storage, store, vault }: Pick<ProfilesDeps, 'storage' | 'store' | 'vault'>) => {
  const nameOf = (profileId: string): string => `old-key:${profileId}`
  const note = (profileId: string, value: 'left' | 'deleted') =>
    storage.run('writeSetting', { name: nameOf(profileId), value })

  return {
    /** Changes a profile whose new key is already stored, and deletes the old key if it was stored elsewhere. */
    async saveMoved(profile: ServiceProfile, change: ChangeOfKey): Promise<Outcome<Profile>> {
      const save = () => store.change(profile.id, change)
      if (profile.keyStorage === change.keyStorage) return save()
      const isLeft = change.keyStorage === 'session'
      // Before the profile is saved, so that the old key is deleted with the profile even if the app ends here.
      const noted = isLeft ? await note(profile.id, 'left') : succeed(null)
      const saved = noted.ok ? await save() : noted
      if (!saved.ok) return saved
      // The old key stays in a keychain that can't be used now, until the profile is removed or saves a key there again.
      const deleted = await vault.delete(entryOf(profile))
      if (isLeft && deleted.ok) await note(profile.id, 'deleted')
      return saved
    },

    async deleteKeys(profile: ServiceProfile): Promise<Outcome<null>> {
      const noted = await storage.run('readSetting', { name: nameOf(profile.id) })
      if (!noted.ok) return noted
      if (profile.keyStorage === 'session') {
        const mayBeLeft = noted.value === null ? (await vault.status()).usable : noted.value === 'left'
        // The older key first, so that the profile keeps its current one if the keychain can't be used.
        const older = entryOf({ ...profile, keyStorage: 'keychain' })
        const deleted = mayBeLeft ? await vault.delete(older) : succeed(null)
        if (!deleted.ok) return deleted
      }
      const deleted = await vault.delete(entryOf(profile))
      if (deleted.ok && noted.value === 'left') await note(profile.id, 'deleted')
      return deleted
    },
  }
}

/**
 * Returns whether a failed write certainly stored nothing. If the keychain is locked, deleting would ask the user to
 * unlock it again.
 */
const isNothingStored = (failure: Failure): boolean =>
  failure.kind === 'invalid' || (failure.kind === 'keychain' && failure.reason === 'locked')

/** Compares the organizations of keys and profiles. */
const createOrganizations = ({
  storage,
  store,
  connections,
}: Pick<ProfilesDeps, 'storage' | 'store' | 'connections'>) => {
  /** Returns the organization of a profile; if it is unknown, reads it with the profile's current key. */
  const organizationOf = async (profile: ServiceProfile): Promise<Organization | undefined> => {
    if (profile.organization !== undefined) return profile.organization
    const present = await connections.open(profile.id)
    const check = present.ok ? await connections.check(present.value) : present
    return check.ok ? organizationIn(check.value) : undefined
  }

  /**
   * Refuses a key of another organization unless the user has confirmed it. SECURITY: with such a key, reconciliation
   * would search the wrong lists and mark an unresolved call as not found, so a profile with unresolved calls always
   * refuses it.
   */
  const refusalOfOrganization = async (
    profile: ServiceProfile,
    found: Organization | undefined,
    isConfirmed: boolean,
  ): Promise<{ ok: false; failure: Failure } | null> => {
    const known = await organizationOf(profile)
    if (known === undefined || found === undefined || mayBeSameOrganization(known, found)) return null
    if (!isConfirmed) {
      const words = known.id === found.id ? '' : `${String(found.id)} ${String(known.id)}`
      return invalid([], 'otherOrganization', words)
    }
    const unresolved = await storage.run('unresolvedCalls', {})
    if (!unresolved.ok) return unresolved
    const count = unresolved.value.filter(({ profileId }) => profileId === profile.id).length
    return count === 0 ? null : invalid([], 'unresolvedCalls', String(count))
  }

  /** Returns the profiles of the organization that this key belongs to, on the same service, and the selected one. */
  const profilesOfKey = async (origin: string, key: Secret) => {
    const check = await connections.check({ origin, key })
    if (!check.ok) return check
    const list = await store.list()
    if (!list.ok) return list
    const found = organizationIn(check.value)
    const serviceOf = createServiceOf(list.value.profiles)
    const same: ServiceProfile[] = []
    for (const profile of list.value.profiles.filter((one) => one.kind === 'service')) {
      const isHere = serviceOf(profile.origin) === serviceOf(origin)
      const known = isHere ? await organizationOf(profile) : profile.organization
      const isSame = isHere ? mayBeSameOrganization(known, found) : isSameAccount(known, found)
      if (isSame) same.push(profile)
    }
    return succeed({ profiles: same, selectedId: list.value.selectedId })
  }

  return { refusalOfOrganization, profilesOfKey }
}

/** Returns the organization that a check found; undefined if the service names none. */
const organizationIn = (check: ProfileCheck | null): Organization | undefined => {
  const account = check?.account ?? null
  if (account === null || (account.organizationId === null && account.providerId === null)) return undefined
  return { id: account.organizationId, providerId: account.providerId }
}

/** At another origin, only the account's ID shows that it is the same organization. */
const isSameAccount = (one: Organization | undefined, other: Organization | undefined): boolean =>
  typeof one?.providerId === 'string' && one.providerId === other?.providerId && one.id === other.id
