import { type Outcome, succeed } from '../../../contract/failure.ts'
import {
  type ApiKeySummary,
  type KeyMark,
  type ListedKey,
  maxReasonLength,
  type StoredKeyMark,
  storedKeyMarksSchema,
} from '../../../contract/key.ts'
import type { Organization, Profile } from '../../../contract/profile.ts'
import { canonicalOrigin, createServiceOf, mayBeSameOrganization } from '../../lib/service-origin.ts'
import type { Scrub } from '../../log/redact.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ProfileStore, UsersOf } from '../profiles/profile-store.ts'
import { parseJson } from '../../../domain/json.ts'

/** Maximum number of marks per setting; the oldest is dropped first. */
const maxMarks = 500

type MarkedKey = { id: number; prefix: string }

/** Remembers, per service, the keys that were archived as compromised. */
export type KeyMarks = {
  read(origin: string): Promise<Outcome<StoredKeyMark[]>>
  find(origin: string, key: MarkedKey): Promise<Outcome<KeyMark | null>>
  /** Returns the mark as it was stored. */
  write(origin: string, key: MarkedKey, mark: KeyMark): Promise<Outcome<KeyMark>>
}

/** Creates the store of marks. Each write waits for the one before it. */
export const createKeyMarks = (
  storage: Pick<Storage, 'run'>,
  profiles: Pick<ProfileStore, 'list'>,
  scrub: Scrub,
): KeyMarks => {
  let last: Promise<unknown> = Promise.resolve()

  const settings = async (origin: string): Promise<Outcome<string[]>> => {
    const list = await profiles.list()
    return list.ok ? succeed(settingsOf(list.value.profiles, origin)) : list
  }

  const readAll = async (names: readonly string[]): Promise<Outcome<StoredKeyMark[]>> => {
    const marks: StoredKeyMark[] = []
    for (const name of names) {
      const text = await storage.run('readSetting', { name })
      if (!text.ok) return text
      marks.push(...parse(text.value))
    }
    return succeed(newestOf(marks))
  }

  const read = async (origin: string): Promise<Outcome<StoredKeyMark[]>> => {
    const names = await settings(origin)
    return names.ok ? readAll(names.value) : names
  }

  const write = async (origin: string, { id, prefix }: MarkedKey, mark: KeyMark): Promise<Outcome<KeyMark>> => {
    const names = await settings(origin)
    if (!names.ok) return names
    const marks = await readAll(names.value)
    if (!marks.ok) return marks
    const others = marks.value.filter((one) => one.id !== id || one.prefix !== prefix)
    const stored = redact(mark, scrub)
    const value = JSON.stringify([{ id, prefix, mark: stored }, ...others].slice(0, maxMarks))
    for (const name of names.value) {
      const written = await storage.run('writeSetting', { name, value })
      if (!written.ok) return written
    }
    return succeed(stored)
  }

  return {
    read,
    async find(origin, key) {
      const marks = await read(origin)
      return marks.ok ? succeed(markOf(marks.value, key)) : marks
    },
    write(origin, key, mark) {
      const written = last.then(() => write(origin, key, mark))
      last = written
      return written
    },
  }
}

/**
 * Returns the mark of a key. The prefix must match too: if a service starts numbering its IDs from 1 again, it reuses
 * them for other keys.
 */
const markOf = (marks: readonly StoredKeyMark[], { id, prefix }: MarkedKey): KeyMark | null =>
  marks.find((one) => one.id === id && one.prefix === prefix)?.mark ?? null

/** The profile for which keys are listed. Its name comes first among the profiles that use its key. */
export type ListOwner = { origin: string; id: string; name: string; organization: Organization | undefined }

export type AnnotateKeys = (
  owner: ListOwner,
  keys: readonly ApiKeySummary[],
  usersOf: UsersOf,
) => Promise<Outcome<ListedKey[]>>

/** Adds to each listed key the profiles that use it or may use it, and its mark on this computer. */
export const createKeyAnnotator =
  (marks: Pick<KeyMarks, 'read'>): AnnotateKeys =>
  async ({ origin, id, name, organization }, keys, usersOf) => {
    const stored = await marks.read(origin)
    if (!stored.ok) return stored
    // Two profiles can have the same name.
    const namesOfOthers = (profiles: readonly Profile[]): string[] =>
      profiles.filter((other) => other.id !== id).map((other) => other.name)
    const annotate = (key: ApiKeySummary): ListedKey => {
      const { users, unreadable } = usersOf(key.prefix)
      const names = namesOfOthers(users)
      const usedBy = key.usedByThisApp ? [name, ...names] : names
      const mayUse = unreadable.filter((other) => mayBeSameOrganization(organization, other.organization))
      const mark = markOf(stored.value, key)
      return { ...key, usedBy, usedByThisApp: usedBy.length > 0, maybeUsedBy: namesOfOthers(mayUse), mark }
    }
    return succeed(keys.map(annotate))
  }

/**
 * Returns the settings with the marks of a service: one for each address and each organization of its profiles. With
 * the organization, the marks are found at a new address after the profile of the old one was removed.
 */
const settingsOf = (profiles: readonly Profile[], origin: string): string[] => {
  const serviceOf = createServiceOf(profiles)
  const service = profiles
    .filter((one) => one.kind === 'service')
    .filter((one) => serviceOf(one.origin) === serviceOf(origin))
  const organizations = service.flatMap(({ organization }) =>
    typeof organization?.providerId === 'string' ? [`${organization.id ?? ''} ${organization.providerId}`] : [],
  )
  const origins = [origin, ...service.map((one) => one.origin)].map(canonicalOrigin)
  return [...new Set([...origins, ...organizations])].map((name) => `key-marks:${name}`)
}

/**
 * Returns the newest mark of each key, newest first. A key may have been marked twice, at two addresses that were not
 * known to be one service.
 */
const newestOf = (marks: readonly StoredKeyMark[]): StoredKeyMark[] => {
  const changedAt = ({ mark }: StoredKeyMark): number => Date.parse((mark.reactivated ?? mark.compromised).at)
  const sorted = marks.toSorted((one, other) => changedAt(other) - changedAt(one))
  return sorted.filter(
    ({ id, prefix }, index) => sorted.findIndex((one) => one.id === id && one.prefix === prefix) === index,
  )
}

/** Unreadable marks are ignored: the service's own list still shows what is archived. */
const parse = (text: string | null): StoredKeyMark[] => storedKeyMarksSchema.safeParse(parseJson(text ?? '')).data ?? []

/** SECURITY: a reason that the user types may contain a key or a number. */
const redact = ({ compromised, reactivated }: KeyMark, scrub: Scrub): KeyMark => {
  const clean = (statement: KeyMark['compromised']): KeyMark['compromised'] => ({
    ...statement,
    reason: scrub(statement.reason).slice(0, maxReasonLength),
  })
  return { compromised: clean(compromised), reactivated: reactivated === null ? null : clean(reactivated) }
}
