import type { Outcome } from '../../../contract/failure.ts'
import type { RefusedKey } from '../../../contract/person.ts'
import type { DialResult, TriggerCall } from '../../service/trigger-call.ts'
import type { Secret } from '../../vault/secret.ts'

type RefusedKeysDeps = {
  clock: () => number
  announce: () => void
  /** Invoked for each response that accepts a profile's key. */
  onAccepted: (profileId: string) => void
}

/** Identifies the key that a profile had when a request started: `replaced` counts its replacements until then. */
type KeyUse = { profileId: string; replaced: number }

/** How calls connect and send, as used by `createCalls`. */
type CallConnections<C extends { key: Secret }> = {
  connect: (profileId: string) => Promise<Outcome<C>>
  createClient: (connection: Pick<C, 'key'> & { origin: string }) => { triggerCall: TriggerCall }
}

/**
 * Tracks the profiles whose key the service rejected. A profile is removed after a later success or when it gets
 * another key. A response is attributed only to the key that was sent, because a call's response may arrive minutes
 * after the key was replaced.
 */
export const createRefusedKeys = ({ clock, announce, onAccepted }: RefusedKeysDeps) => {
  const refused = new Map<string, string>()
  const replacements = new Map<string, number>()

  const replacementsOf = (profileId: string): number => replacements.get(profileId) ?? 0
  const startUse = (profileId: string): KeyUse => ({ profileId, replaced: replacementsOf(profileId) })
  const isCurrent = ({ profileId, replaced }: KeyUse): boolean => replaced === replacementsOf(profileId)

  const setRefused = (profileId: string, isRefused: boolean): void => {
    if (refused.has(profileId) === isRefused) return
    if (isRefused) refused.set(profileId, new Date(clock()).toISOString())
    else refused.delete(profileId)
    announce()
  }

  const noteCall = (use: KeyUse, { outcome }: DialResult): void => {
    if (!isCurrent(use)) return
    if (outcome.state === 'accepted') setRefused(use.profileId, false)
    if (outcome.state === 'rejected' && outcome.status === 401) setRefused(use.profileId, true)
  }

  return {
    list: (): RefusedKey[] => [...refused].map(([profileId, at]) => ({ profileId, at })),
    /**
     * Sends a request with the profile's key, and records whether the service accepts the key. Other failures are
     * ignored.
     */
    async noteRequest<T>(profileId: string, send: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
      const use = startUse(profileId)
      const outcome = await send()
      if (!isCurrent(use)) return outcome
      if (outcome.ok) {
        setRefused(profileId, false)
        onAccepted(profileId)
      } else if (outcome.failure.kind === 'unauthorized') setRefused(profileId, true)
      return outcome
    },
    /** Wraps connections so that the responses to their calls are recorded, too. */
    noteCalls<C extends { key: Secret }>({ connect, createClient }: CallConnections<C>): CallConnections<C> {
      const uses = new WeakMap<Secret, KeyUse>()
      return {
        async connect(profileId) {
          const use = startUse(profileId)
          const connection = await connect(profileId)
          if (connection.ok) uses.set(connection.value.key, use)
          return connection
        },
        createClient(connection) {
          const { triggerCall } = createClient(connection)
          const use = uses.get(connection.key)
          return {
            async triggerCall(request, options) {
              const result = await triggerCall(request, options)
              if (use !== undefined) noteCall(use, result)
              return result
            },
          }
        },
      }
    },
    /** Invoked when a profile is removed, or has another key that the service has accepted. */
    forget(profileId: string): void {
      replacements.set(profileId, replacementsOf(profileId) + 1)
      setRefused(profileId, false)
    },
  }
}
