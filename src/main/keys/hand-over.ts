import { basename } from 'node:path'
import { errorCode } from '../../contract/error-code.ts'
import { fail, type Failure, invalid, type IssueCode, type Outcome, succeed } from '../../contract/failure.ts'
import type { SealedFile } from '../../contract/hand-over.ts'
import type { Input, Output } from '../../contract/operations.ts'
import type { NewProfile } from '../profiles/add-profile.ts'
import type { Connections } from '../profiles/connections.ts'
import type { KeyEntries } from '../profiles/key-entries.ts'
import type { Sealing } from '../vault/seal-key.ts'
import type { SealedParts } from '../vault/sealed-file.ts'
import type { Secret } from '../vault/secret.ts'
import { readUpTo, writeOwnFile } from './sealed-files.ts'

export type HandOverParts = {
  connections: Connections
  sealing: Sealing
  createPassphrase: () => Secret
  /** Looks at the outside of a sealed file. */
  readSealed: (bytes: Uint8Array) => Outcome<SealedParts>
  mostBytes: number
  /** The system's own windows for files; null when a person chose none. */
  dialogs: { toSave(name: string): Promise<string | null>; toOpen(): Promise<string | null> }
  showPassphrase: (fileName: string, passphrase: Secret) => Promise<Outcome<null>>
  /** Where a passphrase is entered, as a key is. */
  entries: KeyEntries
  addProfile: (profile: NewProfile, key: Secret) => Promise<Outcome<Output<'openSealedFile'>>>
  createUuid: () => string
}

const isRefusal = (failure: Failure, code: IssueCode): boolean =>
  failure.kind === 'invalid' && failure.issues.some((issue) => issue.code === code)

/**
 * The file is written by now. A passphrase that nobody saw opens nothing; one that was shown, and only not copied, was there to
 * be noted: whoever had it copied must hear that it was not, and of which file.
 */
const unshown = (failure: Failure, fileName: string): { ok: false; failure: Failure } => {
  if (isRefusal(failure, 'windowRefused')) return invalid([], 'passphraseUnshown')
  return isRefusal(failure, 'clipboardRefused') ? invalid([], 'passphraseUncopied', fileName) : fail(failure)
}

const plainName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'key'

const read = async (path: string, mostBytes: number): Promise<Outcome<Uint8Array>> => {
  try {
    return succeed(await readUpTo(path, mostBytes))
  } catch (error) {
    return invalid(['sealed'], 'sealedUnread', errorCode(error) ?? 'unknown')
  }
}

/** Hands a key from this desk to another one: a sealed file here, and its passphrase by another way. */
export const createHandOver = (parts: HandOverParts) => {
  /** The file that was chosen last. */
  let chosen: { sealedId: string; bytes: Uint8Array } | null = null

  const sealTo = async (path: string, { profileId }: Input<'handOverKey'>): Promise<Outcome<Secret>> => {
    const connection = await parts.connections.open(profileId)
    if (!connection.ok) return connection
    const { profile, origin, key } = connection.value
    const passphrase = parts.createPassphrase()
    const bytes = await parts.sealing.seal({ name: profile.name, color: profile.color, origin }, key, passphrase)
    try {
      await writeOwnFile(path, bytes)
      return succeed(passphrase)
    } catch (error) {
      return invalid(['file'], 'exportFile', errorCode(error) ?? 'unknown')
    }
  }

  return {
    /** Writes the profile's key into a sealed file and shows its passphrase in a window of the system. */
    async seal(input: Input<'handOverKey'>): Promise<Outcome<Output<'handOverKey'>>> {
      const connection = await parts.connections.open(input.profileId)
      if (!connection.ok) return connection
      const { profile } = connection.value
      if (profile.kind === 'practice') return invalid([], 'practiceKey')
      const path = await parts.dialogs.toSave(`${plainName(profile.name)}.rundesk-key`)
      if (path === null) return succeed({ fileName: null })
      const passphrase = await sealTo(path, input)
      if (!passphrase.ok) return passphrase
      const fileName = basename(path)
      const shown = await parts.showPassphrase(fileName, passphrase.value)
      return shown.ok ? succeed({ fileName }) : unshown(shown.failure, fileName)
    },

    /** Lets a person choose a sealed file, and looks at its outside before anybody types a passphrase. */
    async choose(): Promise<Outcome<{ sealed: SealedFile | null }>> {
      const path = await parts.dialogs.toOpen()
      if (path === null) return succeed({ sealed: null })
      const bytes = await read(path, parts.mostBytes)
      if (!bytes.ok) return bytes
      const looked = parts.readSealed(bytes.value)
      if (!looked.ok) return looked
      chosen = { sealedId: parts.createUuid(), bytes: bytes.value }
      return succeed({ sealed: { sealedId: chosen.sealedId, fileName: basename(path).slice(0, 300) } })
    },

    /** Opens the chosen file, asks the service about its key, and keeps both as a profile of this computer. */
    async open({ sealedId, entryId, custody }: Input<'openSealedFile'>): Promise<Outcome<Output<'openSealedFile'>>> {
      if (chosen?.sealedId !== sealedId) return invalid(['sealed'], 'sealedGone')
      const passphrase = parts.entries.find(entryId)
      if (!passphrase.ok) return passphrase
      const opened = await parts.sealing.open(chosen.bytes, passphrase.value)
      if (!opened.ok) return opened
      const { about, key } = opened.value
      const added = await parts.addProfile({ ...about, custody, unchecked: false }, key)
      if (!added.ok) return added
      parts.entries.forget(entryId)
      chosen = null
      return added
    },
  }
}

export type HandOver = ReturnType<typeof createHandOver>
