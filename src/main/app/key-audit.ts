import type { ListedKey } from '../../contract/key.ts'
import { type Input, operations, type Operations } from '../../contract/operations.ts'
import type { Scrub } from '../log/redact.ts'

/** Returns the key's name and prefix, as the screens show it; before the service has listed the keys, its ID. */
const keyIn = (apiKeyId: number, keys: readonly ListedKey[]): string => {
  const key = keys.find(({ id }) => id === apiKeyId)
  return key === undefined ? `key ${apiKeyId}` : `${key.name} (${key.prefix}…)`
}

export const archivedKey = (
  { apiKeyId, compromised }: Input<'archiveKey'>,
  { keys }: { keys: readonly ListedKey[] },
): string => keyIn(apiKeyId, keys) + (compromised === null ? '' : `, compromised: ${compromised}`)

export const reactivatedKey = (
  { apiKeyId, reason }: Input<'reactivateKey'>,
  { keys }: { keys: readonly ListedKey[] },
): string => keyIn(apiKeyId, keys) + (reason === '' ? '' : `: ${reason}`)

/** SECURITY: masks the reason for a change of a key: the key guard doesn't check it, and it may contain parts of keys. */
export const maskReason = <T extends object>(input: T, scrub: Scrub): T => ({
  ...input,
  ...('compromised' in input && typeof input.compromised === 'string' && { compromised: scrub(input.compromised) }),
  ...('reason' in input && typeof input.reason === 'string' && { reason: scrub(input.reason) }),
})

const keyInput = operations.reactivateKey.input.pick({ profileId: true, apiKeyId: true })

type ChangedKey = { profileId: string; apiKeyId: number; archived: boolean }

/** Returns the key that an action archives or reactivates; null for any other action. */
const changedKey = (action: string, input: object): ChangedKey | null => {
  if (action !== 'archiveKey' && action !== 'reactivateKey') return null
  const key = keyInput.safeParse(input)
  return key.success ? { ...key.data, archived: action === 'archiveKey' } : null
}

/**
 * Remembers the keys as each profile's list showed them last, and the changes of keys whose outcome is unknown; `T` are
 * the details of their audit entries.
 */
export const createKeyChanges = <T>() => {
  const listed = new Map<string, readonly ListedKey[]>()
  let unknown: (ChangedKey & { details: T })[] = []
  const isOf =
    (key: ChangedKey) =>
    ({ profileId, apiKeyId }: ChangedKey): boolean =>
      profileId === key.profileId && apiKeyId === key.apiKeyId
  return {
    keysOf: (profileId: string | null): readonly ListedKey[] =>
      profileId === null ? [] : (listed.get(profileId) ?? []),
    /**
     * Removes the earlier changes of the key before an action, because a list may show the action's result from then on.
     * Returns a function that restores them; it is invoked if the action certainly failed.
     */
    takeEarlier: (action: string, input: object): (() => void) => {
      const key = changedKey(action, input)
      const taken = key === null ? [] : unknown.filter(isOf(key))
      unknown = unknown.filter((change) => !taken.includes(change))
      return () => void unknown.push(...taken)
    },
    addUnknown: (action: string, input: object, details: T): void => {
      const key = changedKey(action, input)
      if (key !== null) unknown.push({ ...key, details })
    },
    /** Wraps the operation that lists keys; `onMade` is invoked with each unknown change that a list shows as made. */
    watch:
      (run: Operations['listKeys'], onMade: (details: T) => Promise<void>): Operations['listKeys'] =>
      async (input) => {
        const answer = await run(input)
        if (!answer.ok) return answer
        listed.set(input.profileId, answer.value)
        const made = unknown.filter(
          (change) =>
            change.profileId === input.profileId &&
            answer.value.some(({ id, archived }) => id === change.apiKeyId && archived === change.archived),
        )
        unknown = unknown.filter((change) => !made.some(isOf(change)))
        for (const { details } of made) await onMade(details)
        return answer
      },
  }
}
