import { isLoopback } from '../../contract/loopback.ts'
import { type Policy, policySchema, type PolicySetting, type PolicyStanding } from '../../contract/policy.ts'
import { defaultSettings, type Settings } from '../../contract/settings.ts'
import type { Storage } from '../storage/storage.ts'
import { type PolicyFile, readPolicyFile, type PolicyFileParts } from './policy-file.ts'

/** The policy that holds on this computer, read once at the start. */
export type PolicyBook = {
  read(): Promise<void>
  standing(): PolicyStanding
  /** The settings as they hold: what the policy sets or locks takes the place of what people chose. */
  over(settings: Settings): Settings
  isLocked(name: string): boolean
  /** Whether a service may be connected; this computer itself always may. */
  allows(origin: string): boolean
  plainHttpOnLan(): boolean
}

const name = 'policy'

const lockedBy = (policy: Policy | null): PolicySetting[] => [
  // The names come from the schema that this very object went through.
  ...new Set([...(Object.keys(policy?.settings ?? {}) as PolicySetting[]), ...(policy?.lockedSettings ?? [])]),
]

const readKept = (text: string | null): Policy | null => {
  try {
    return text === null ? null : (policySchema.safeParse(JSON.parse(text)).data ?? null)
  } catch {
    // What this app wrote and cannot read any more was no word of an admin's either.
    return null
  }
}

/** Makes the book of one policy file; without a file there is no policy. */
export const createPolicyBook = (storage: Pick<Storage, 'ask'>, parts: PolicyFileParts | null): PolicyBook => {
  let policy: Policy | null = null
  let found: PolicyFile = { found: 'none' }
  /** The file is refused, and what held before could not be read: nothing far is connected until it can. */
  let isUnread = false

  const settle = async (): Promise<Policy | null> => {
    if (found.found === 'none') return null
    const kept = await storage.ask('readSetting', { name })
    const last = kept.ok ? kept.value : null
    // A slip in the file must not set a computer free: what the admin said last holds until it is mended.
    if (found.found === 'refused') {
      isUnread = !kept.ok
      return readKept(last)
    }
    const value = JSON.stringify(found.policy)
    if (value !== last) await storage.ask('writeSetting', { name, value })
    return found.policy
  }

  const stateOf = (): PolicyStanding['state'] => {
    if (found.found === 'none') return 'none'
    if (found.found === 'policy') return 'inForce'
    return policy === null ? 'refused' : 'kept'
  }

  return {
    async read() {
      if (parts === null) return
      found = await readPolicyFile(parts)
      policy = await settle()
    },
    standing: () => ({
      state: stateOf(),
      file: parts?.file ?? null,
      reason: found.found === 'refused' ? found.reason : null,
      at: found.found === 'refused' ? found.at : null,
      allowedOrigins: policy?.allowedOrigins ?? null,
      plainHttpOnLan: policy?.plainHttpOnLan ?? false,
      locked: lockedBy(policy),
    }),
    over(settings) {
      const locked = lockedBy(policy).map((one) => [one, policy?.settings?.[one] ?? defaultSettings[one]])
      // Names and values are the settings’ own.
      return { ...settings, ...(Object.fromEntries(locked) as Partial<Settings>) }
    },
    isLocked: (one) => lockedBy(policy).some((locked) => locked === one),
    allows: (origin) =>
      isLoopback(new URL(origin).hostname) || (!isUnread && policy?.allowedOrigins?.includes(origin) !== false),
    plainHttpOnLan: () => policy?.plainHttpOnLan ?? false,
  }
}
