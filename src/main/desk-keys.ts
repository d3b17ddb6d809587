import { setTimeout as wait } from 'node:timers/promises'
import { type Outcome, succeed } from '../contract/failure.ts'
import type { keyOperations } from '../contract/key-operations.ts'
import type { Operations } from '../contract/operations.ts'
import type { DeskParts } from './desk.ts'
import { createDescribeKeys } from './keys/describe-keys.ts'
import { createKeyMarks } from './keys/key-marks.ts'
import { createKeyService } from './keys/key-service.ts'
import { createKeyLock } from './keys/key-lock.ts'
import { createGuardProfiles, type GuardProfiles } from './keys/rotation/guard-profiles.ts'
import { createRotationBook } from './keys/rotation/rotation-book.ts'
import { rotationFacts } from './keys/rotation/rotation-facts.ts'
import { createRotationService, type RotationParts, type RotationService } from './keys/rotation/rotation-service.ts'
import { uniqueName } from './keys/name-key.ts'
import { createHandOver, type HandOver } from './keys/hand-over.ts'
import { createMadeKeys, type MadeKeys } from './keys/made-keys.ts'
import type { Connection, Connections } from './profiles/connections.ts'
import type { KeyEntries } from './profiles/key-entries.ts'
import { createKeyUsers } from './profiles/key-users.ts'
import { mayConnect, type OriginRules } from './profiles/origin.ts'
import type { ProfileBook } from './profiles/profile-book.ts'
import type { ProfileService } from './profiles/profile-service.ts'
import { createProcessScrub } from './process-log.ts'
import type { ServiceClient } from './service/service-client.ts'
import type { Storage } from './storage/storage.ts'
import type { KeyVault } from './vault/key-vault.ts'
import { createPassphrase, createSealing, deriveByScrypt } from './vault/seal-key.ts'
import { mostSealedBytes, readSealed } from './vault/sealed-file.ts'
import { clipboardSeconds, createSecretDoors, type SecretDoors } from './vault/secret-doors.ts'

export type KeyOperations = Pick<Operations, keyof typeof keyOperations>

export type DeskKeysParts = Pick<
  DeskParts,
  | 'announce'
  | 'randomBytes'
  | 'sealedFiles'
  | 'onRotation'
  | 'clipboard'
  | 'clock'
  | 'after'
  | 'createUuid'
  | 'operator'
  | 'computer'
  | 'showSecret'
  | 'log'
> & {
  storage: Storage
  vault: KeyVault
  book: ProfileBook
  entries: KeyEntries
  connections: Connections
  profiles: ProfileService
  createClient: (connection: Connection) => ServiceClient
  /** Told that a profile has another key: what was refused to the old one may be answered to it. */
  switched: (profileId: string) => void
  rules: OriginRules
}

const noWindow = (): Promise<never> => Promise.reject(new Error('There is no window to show it in.'))

/** Runs an act that changes profiles, and announces the change when it succeeded. */
const createChanging =
  (announce: DeskParts['announce']) =>
  async <T>(act: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const outcome = await act
    if (outcome.ok) announce('profilesChanged', {})
    return outcome
  }

/** A key that main holds becomes a profile, checked and read back like any other. */
const createSaveProfile =
  ({ profiles, announce }: DeskKeysParts): Parameters<typeof createMadeKeys>[0]['saveProfile'] =>
  async (profile, key) => {
    const added = await createChanging(announce)(profiles.addWithKey({ ...profile, unchecked: false }, key))
    return added.ok ? succeed(added.value.profile) : added
  }

const madeOperations = (made: MadeKeys) =>
  ({
    suggestKeyName: (input) => made.suggestName(input),
    createKey: (input) => made.create(input),
    copyMadeKey: (input) => made.copy(input),
    revealMadeKey: (input) => made.reveal(input),
    saveMadeKey: (input) => made.save(input),
    dropMadeKey: async (input) => made.drop(input),
  }) satisfies Partial<KeyOperations>

const rotationOperations = (rotations: RotationService) =>
  ({
    readRotation: (input) => rotations.read(input),
    rotateKey: (input) => rotations.rotate(input),
    resumeRotation: (input) => rotations.resume(input),
    undoRotation: (input) => rotations.undo(input),
  }) satisfies Partial<KeyOperations>

const handOverOperations = (handOver: HandOver) =>
  ({
    handOverKey: (input) => handOver.seal(input),
    chooseSealedFile: () => handOver.choose(),
    openSealedFile: (input) => handOver.open(input),
  }) satisfies Partial<KeyOperations>

const createHandOvers = (parts: DeskKeysParts, doors: SecretDoors): HandOver =>
  createHandOver({
    ...parts,
    sealing: createSealing({ derive: deriveByScrypt, randomBytes: parts.randomBytes }),
    createPassphrase: () => createPassphrase(parts.randomBytes),
    readSealed,
    mostBytes: mostSealedBytes,
    dialogs: parts.sealedFiles ?? { toSave: noWindow, toOpen: noWindow },
    showPassphrase: (fileName, passphrase) => doors.show({ kind: 'passphrase', fileName }, passphrase),
    addProfile: (profile, key) => createChanging(parts.announce)(parts.profiles.addWithKey(profile, key)),
  })

const createRotations = (
  parts: DeskKeysParts,
  { users, marks, lock }: Pick<RotationParts, 'users' | 'marks' | 'lock'>,
): RotationService =>
  createRotationService({
    ...parts,
    rotations: createRotationBook(parts.storage),
    profiles: parts.book,
    users,
    marks,
    lock,
    wait: (milliseconds) => wait(milliseconds),
    mayConnect: (origin) => mayConnect(origin, parts.rules),
    freshName: () => uniqueName(parts, parts.createUuid()),
    changed: () => parts.announce('rotationsChanged', {}),
    over: (rotation) => parts.onRotation?.(rotationFacts(rotation)),
  })

export type DeskKeys = {
  operations: KeyOperations
  /** Stands before what takes a key from a profile, or the profile itself, while a rotation may need it. */
  guardProfiles: GuardProfiles
  stop: () => Promise<void>
}

/** Everything about keys: the operations, and the end of what is held for them. */
export const createDeskKeys = (parts: DeskKeysParts): DeskKeys => {
  const { storage, vault, book, connections, clock, operator } = parts
  const marks = createKeyMarks(storage, createProcessScrub())
  const users = createKeyUsers({ book, vault })
  const describe = createDescribeKeys({ users, marks })
  const keys = createKeyService({ connections, describe, marks, clock, operator })
  const doors = createSecretDoors({
    ...parts,
    show: parts.showSecret ?? noWindow,
    uncleared: () => parts.log?.('warn', 'clipboardNotCleared'),
  })
  const made = createMadeKeys({
    ...parts,
    describe,
    saveProfile: createSaveProfile(parts),
    copy: doors.copy,
    show: (name, key) => doors.show({ kind: 'key', name }, key),
    clipboardSeconds,
  })
  const lock = createKeyLock(book)
  const rotations = createRotations(parts, { users, marks, lock })
  return {
    operations: {
      listKeys: (input) => keys.list(input),
      archiveKey: (input) => keys.archive(input),
      reactivateKey: (input) => keys.reactivate(input),
      ...madeOperations(made),
      ...rotationOperations(rotations),
      ...handOverOperations(createHandOvers(parts, doors)),
    },
    guardProfiles: createGuardProfiles({ lock, rotations }),
    async stop() {
      made.stop()
      await doors.clear()
    },
  }
}
