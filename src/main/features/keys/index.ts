import { type ApiKeySummary, type ListedKey, mustTypeName, type SealedFile } from '../../../contract/key.ts'
import { fail, type Failure, hasIssue, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Input, Operations, Output } from '../../../contract/operations.ts'
import type { Runtime } from '../../app/runtime.ts'
import type { ServiceClient } from '../../service/client.ts'
import { archiveOwnKey, confirmKeyChange, listAllKeys } from '../../service/keys.ts'
import type { Secret } from '../../vault/secret.ts'
import {
  createPassphrase,
  createSealing,
  createSecretExport,
  deriveByScrypt,
  maxSealedBytes,
  readSealed,
  type SecretExport,
} from '../../vault/secret-export.ts'
import type { Connections, RefusedKeys, WatchKey } from '../profiles/connections.ts'
import type { NewProfile, Profiles } from '../profiles/index.ts'
import type { KeyUsers } from '../profiles/profile-store.ts'
import type { ProfileGuard } from '../rotation/index.ts'
import type { StagedKeys } from '../profiles/staged-keys.ts'
import { type AnnotateKeys, createKeyAnnotator, type KeyMarks, type ListOwner } from './key-marks.ts'
import { createNewKeys } from './new-keys.ts'
import { basename } from 'node:path'
import { errorCode } from '../../../domain/error-code.ts'
import { readUpTo, writePrivateFile } from '../../storage/private-file.ts'

type KeyOperations = Pick<
  Operations,
  | 'listKeys'
  | 'archiveKey'
  | 'reactivateKey'
  | 'suggestKeyName'
  | 'createKey'
  | 'listNewKeys'
  | 'copyNewKey'
  | 'revealNewKey'
  | 'saveNewKey'
  | 'discardNewKey'
  | 'exportKey'
  | 'chooseSealedFile'
  | 'openSealedFile'
>

type KeysDeps = Pick<
  Runtime,
  | 'announce'
  | 'clipboard'
  | 'clock'
  | 'after'
  | 'createUuid'
  | 'randomBytes'
  | 'operator'
  | 'computer'
  | 'sealedFiles'
  | 'showSecret'
> & {
  connections: Connections
  refusedKeys: Pick<RefusedKeys, 'list' | 'watchKey'>
  users: KeyUsers
  marks: KeyMarks
  /** Returns the name that a reason is recorded with. */
  operatorName: () => string
  stagedKeys: StagedKeys
  /** Lets no field accept a key that was created. */
  rememberKey: (key: Secret) => void
  /** Checks a key with the service and saves it as a profile. */
  addProfile: (profile: NewProfile, key: Secret) => Promise<Outcome<Output<'addProfile'>>>
  importKey: Profiles['importKey']
  guard: Pick<ProfileGuard, 'unlessRotating'>
  /** Invoked when the clipboard could not be cleared; clearing is retried. */
  onClipboardNotCleared: () => void
}

const noWindow = (): Promise<never> => Promise.reject(new Error('There is no window to show it in.'))

/** Creates all API key operations except rotation: the list, new keys, and key files. */
export const createKeys = (
  deps: KeysDeps,
): {
  operations: KeyOperations
  countLosable: () => number
  clearPasted: SecretExport['clearPasted']
  checkClipboard: SecretExport['check']
  stop: () => Promise<void>
} => {
  const { connections, refusedKeys, users, marks, clock, operator, computer, createUuid, addProfile } = deps
  const { watchKey } = refusedKeys
  const describe = createKeyAnnotator(marks)
  const list = createKeyList({ connections, watchKey, describe, users, marks, clock, operatorName: deps.operatorName })
  const secretExport = createSecretExport({
    clipboard: deps.clipboard,
    show: deps.showSecret ?? noWindow,
    after: deps.after,
    onCleared: () => deps.announce('clipboardCleared', {}),
    onNotCleared: deps.onClipboardNotCleared,
  })
  const newKeys = createNewKeys({
    connections,
    addProfile,
    rememberKey: deps.rememberKey,
    secretExport,
    createUuid,
    computer,
    operator,
    clock,
  })
  const keyFiles = createKeyFiles({
    connections,
    refusedKeys,
    stagedKeys: deps.stagedKeys,
    randomBytes: deps.randomBytes,
    createUuid,
    dialogs: deps.sealedFiles ?? { toSave: noWindow, toOpen: noWindow },
    showPassphrase: (fileName, passphrase) => secretExport.show({ kind: 'passphrase', fileName }, passphrase),
    importKey: deps.importKey,
    guard: deps.guard,
  })
  return {
    operations: { ...list, ...newKeys.operations, ...keyFiles },
    countLosable: newKeys.countLosable,
    clearPasted: secretExport.clearPasted,
    checkClipboard: secretExport.check,
    async stop() {
      newKeys.stop()
      await secretExport.clear()
    },
  }
}

type KeyListDeps = {
  connections: Connections
  watchKey: WatchKey
  describe: AnnotateKeys
  users: Pick<KeyUsers, 'readable'>
  marks: Pick<KeyMarks, 'write'>
  clock: () => number
  operatorName: () => string
}

type Session = { client: ServiceClient; owner: ListOwner }
type FoundKey = Session & { keys: ApiKeySummary[]; allListed: ListedKey[]; key: ApiKeySummary; listed: ListedKey }

/**
 * Lists, archives and reactivates keys. Each operation returns the list as the service returns it afterwards. If it can't
 * be read after a change that the service made, returns the earlier list with the change.
 */
export const createKeyList = (deps: KeyListDeps) => {
  const { connections, watchKey, describe, users, marks, clock, operatorName } = deps
  const statement = (reason: string) => ({ reason, at: new Date(clock()).toISOString(), by: operatorName() })

  const open = async (profileId: string): Promise<Outcome<Session>> => {
    const connection = await connections.open(profileId)
    if (!connection.ok) return connection
    const client = await connections.client(profileId)
    if (!client.ok) return client
    const { origin, profile } = connection.value
    const organization = profile.kind === 'service' ? profile.organization : undefined
    return succeed({ client: client.value, owner: { origin, id: profile.id, name: profile.name, organization } })
  }

  /** If the user confirmed the change by typing the key's name, waits for no key of another profile. */
  const find = async (profileId: string, apiKeyId: number, confirmation: string): Promise<Outcome<FoundKey>> => {
    const session = await open(profileId)
    if (!session.ok) return session
    const { client, owner } = session.value
    const keys = await listAllKeys(client)
    if (!keys.ok) return keys
    const key = keys.value.find((one) => one.id === apiKeyId)
    const isNamed = key !== undefined && isNameOf(key, confirmation)
    const usersOf = await users.readable(owner.origin, isNamed ? 0 : undefined)
    if (!usersOf.ok) return usersOf
    const described = await describe(owner, keys.value, usersOf.value)
    if (!described.ok) return described
    const listed = described.value.find((one) => one.id === apiKeyId)
    if (key === undefined || listed === undefined) return fail({ kind: 'notFound', detail: '' })
    return succeed({ client, owner, keys: keys.value, allListed: described.value, key, listed })
  }

  /** Records a change for every profile that uses the key, because those profiles may send no request for days. */
  const changed = async (
    { owner, key, allListed }: Pick<FoundKey, 'owner' | 'key' | 'allListed'>,
    keys: Outcome<ApiKeySummary[]>,
    change: Pick<ListedKey, 'archived' | 'mark'>,
  ): Promise<Outcome<ListedKey[]>> => {
    if (!keys.ok) return keys
    const usersOf = await users.readable(owner.origin)
    if (usersOf.ok) for (const { id } of usersOf.value(key.prefix).users) watchKey(id).answered(!change.archived)
    const listed = usersOf.ok ? await describe(owner, keys.value, usersOf.value) : usersOf
    if (listed.ok) return listed
    // The service made the change, but this computer can't read the profiles or the marks again.
    return succeed(allListed.map((one) => (one.id === key.id ? { ...one, ...change } : one)))
  }

  return {
    async listKeys({ profileId, includeArchived }: Input<'listKeys'>): Promise<Outcome<ListedKey[]>> {
      const session = await open(profileId)
      if (!session.ok) return session
      const { client, owner } = session.value
      const [keys, usersOf] = await Promise.all([client.keys({ includeArchived }), users.readable(owner.origin)])
      if (!keys.ok) return keys
      return usersOf.ok ? describe(owner, keys.value, usersOf.value) : usersOf
    },

    /** To archive a key that this app uses or may use, the user must type its name. */
    async archiveKey(input: Input<'archiveKey'>): Promise<Outcome<Output<'archiveKey'>>> {
      const found = await find(input.profileId, input.apiKeyId, input.confirmation)
      if (!found.ok) return found
      const refused = refusalToArchive(found.value, input.confirmation)
      if (refused !== null) return refused
      const { client, owner, keys, key, listed } = found.value
      let { mark } = listed
      let reasonFailure: Failure | null = null
      if (input.compromised !== null) {
        // Write the mark first: the key may be compromised even if the request fails.
        const compromised = statement(input.compromised)
        const marked = await marks.write(owner.origin, key, { compromised, reactivated: null })
        // A storage failure must not keep a compromised key active.
        if (!marked.ok && marked.failure.kind !== 'storage') return marked
        if (marked.ok) mark = marked.value
        else reasonFailure = marked.failure
      }
      const archived = true
      const after = key.usedByThisApp
        ? await archiveOwnKey(client, keys, key)
        : await confirmKeyChange(client, await client.archiveKey(key.id), { id: key.id, archived }, keys)
      const list = await changed(found.value, after, { archived, mark })
      if (list.ok) return succeed({ keys: list.value, reasonFailure })
      return list.unconfirmed === true && reasonFailure !== null ? { ...list, reasonFailure } : list
    },

    /** A compromised key needs a reason and keeps its mark. */
    async reactivateKey({ profileId, apiKeyId, reason }: Input<'reactivateKey'>): Promise<Outcome<ListedKey[]>> {
      const found = await find(profileId, apiKeyId, '')
      if (!found.ok) return found
      const { client, owner, keys, listed } = found.value
      let { mark } = listed
      if (mark !== null) {
        if (reason === '') return invalid(['reason'], 'keyReason')
        const marked = await marks.write(owner.origin, listed, { ...mark, reactivated: statement(reason) })
        if (!marked.ok) return marked
        mark = marked.value
      }
      const archived = false
      const answer = await client.reactivateKey(apiKeyId)
      return changed(found.value, await confirmKeyChange(client, answer, { id: apiKeyId, archived }, keys), {
        archived,
        mark,
      })
    },
  }
}

const isNameOf = ({ name }: ApiKeySummary, confirmation: string): boolean => confirmation.trim() === name.trim()

/**
 * SECURITY: archiving the last active key locks the organization out, because an archived key cannot reactivate itself.
 */
const refusalToArchive = ({ keys, key, listed }: FoundKey, confirmation: string) => {
  if (keys.filter((one) => !one.archived).length === 1 && !key.archived) return invalid(['apiKeyId'], 'onlyKey')
  const isConfirmed = !mustTypeName(listed) || isNameOf(key, confirmation)
  return isConfirmed ? null : invalid(['confirmation'], 'confirmation', key.name)
}

type KeyFilesDeps = {
  connections: Connections
  refusedKeys: Pick<RefusedKeys, 'list'>
  /** Holds the passphrase that the user typed. */
  stagedKeys: StagedKeys
  randomBytes: (count: number) => Uint8Array
  createUuid: () => string
  /** The dialogs resolve to a path, or to null if the user cancels. */
  dialogs: { toSave(name: string): Promise<string | null>; toOpen(): Promise<string | null> }
  showPassphrase: (fileName: string, passphrase: Secret) => Promise<Outcome<unknown>>
  importKey: Profiles['importKey']
  guard: Pick<ProfileGuard, 'unlessRotating'>
}

/** Moves a key to another computer as an encrypted file; the passphrase is transferred separately. */
export const createKeyFiles = (deps: KeyFilesDeps) => {
  const { connections, refusedKeys, stagedKeys, randomBytes, dialogs, guard } = deps
  const sealing = createSealing({ derive: deriveByScrypt, randomBytes })
  /** The most recently chosen file. */
  let chosen: { sealedId: string; bytes: Uint8Array } | null = null

  const openExportable = async (profileId: string): ReturnType<Connections['open']> => {
    const connection = await connections.open(profileId)
    if (!connection.ok) return connection
    if (connection.value.profile.kind === 'practice') return invalid([], 'practiceKey')
    const isRejected = (await refusedKeys.list()).some((refused) => refused.profileId === profileId)
    return isRejected ? invalid([], 'rejectedKey') : connection
  }

  const writeSealedKey = async (path: string, profileId: string): Promise<Outcome<Secret>> => {
    // Open the connection again: the key may have been replaced or rejected while the dialog was open.
    const connection = await openExportable(profileId)
    if (!connection.ok) return connection
    const { profile, origin, key } = connection.value
    const passphrase = createPassphrase(randomBytes)
    const bytes = await sealing.seal({ name: profile.name, color: profile.color, origin }, key, passphrase)
    try {
      await writePrivateFile(path, bytes)
      return succeed(passphrase)
    } catch (error) {
      return invalid(['file'], 'exportFile', errorCode(error) ?? 'unknown')
    }
  }

  return {
    /** Writes the profile's key into an encrypted file and shows the passphrase in a system dialog. */
    async exportKey({ profileId }: Input<'exportKey'>): Promise<Outcome<Output<'exportKey'>>> {
      const exportable = await guard.unlessRotating(profileId, () => openExportable(profileId))
      if (!exportable.ok) return exportable
      const path = await dialogs.toSave(`${fileNameOf(exportable.value.profile.name)}.rundesk-key`)
      if (path === null) return succeed({ fileName: null })
      // Check again: a rotation may have started while the dialog was open.
      const passphrase = await guard.unlessRotating(profileId, () => writeSealedKey(path, profileId))
      if (!passphrase.ok) return passphrase
      const fileName = basename(path)
      const shown = await deps.showPassphrase(fileName, passphrase.value)
      return shown.ok ? succeed({ fileName }) : notShown(shown.failure, fileName)
    },

    /** Lets the user choose a file and checks its format before a passphrase is entered. */
    async chooseSealedFile(): Promise<Outcome<{ sealed: SealedFile | null }>> {
      const path = await dialogs.toOpen()
      if (path === null) return succeed({ sealed: null })
      const bytes = await readFile(path)
      if (!bytes.ok) return bytes
      const format = readSealed(bytes.value)
      if (!format.ok) return format
      chosen = { sealedId: deps.createUuid(), bytes: bytes.value }
      return succeed({ sealed: { sealedId: chosen.sealedId, fileName: basename(path).slice(0, 300) } })
    },

    /**
     * Opens the chosen file, checks its key with the service, and saves it in a profile of its organization or in a new
     * one.
     */
    async openSealedFile(input: Input<'openSealedFile'>): Promise<Outcome<Output<'openSealedFile'>>> {
      if (chosen?.sealedId !== input.sealedId) return invalid(['sealed'], 'chooseFileAgain')
      const passphrase = stagedKeys.find(input.entryId)
      if (!passphrase.ok) return passphrase
      const opened = await sealing.open(chosen.bytes, passphrase.value)
      if (!opened.ok) return opened
      const { about, key } = opened.value
      const profile = { ...about, keyStorage: input.keyStorage, unchecked: false }
      const imported = await deps.importKey(profile, key, input.target)
      // The same file and passphrase are used again after the user chooses a profile.
      if (!imported.ok || imported.value.step === 'exists') return imported
      stagedKeys.forget(input.entryId)
      chosen = null
      return imported
    },
  }
}

const fileNameOf = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'key'

/**
 * Returns the failure for a key file that was written but whose passphrase was not shown or copied. Without the
 * passphrase the file cannot be opened; if it was shown, the user may still have written it down.
 */
const notShown = (failure: Failure, fileName: string): { ok: false; failure: Failure } => {
  if (hasIssue(failure, 'windowRefused')) return invalid([], 'passphraseUnshown')
  return hasIssue(failure, 'clipboardRefused') ? invalid([], 'passphraseUncopied', fileName) : fail(failure)
}

const readFile = async (path: string): Promise<Outcome<Uint8Array>> => {
  try {
    return succeed(await readUpTo(path, maxSealedBytes))
  } catch (error) {
    return invalid(['sealed'], 'sealedUnread', errorCode(error) ?? 'unknown')
  }
}
