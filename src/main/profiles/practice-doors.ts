import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { Storage } from '../storage/storage.ts'
import type { OpenPractice } from './connections.ts'

/** A practice service that can be started and stopped; starting a running one gives what runs. */
export type PracticeHostLike = { start(): Promise<{ origin: string; key: string }>; stop(): Promise<void> }

export type PracticeParts = {
  /** Makes the practice service whose runs are numbered from `firstRunId`. */
  createHost: (firstRunId: number) => PracticeHostLike
  /** The number of the first run of a new profile. */
  firstRunId: number
}

/** Runs one practice service a practice profile, on loopback, from its first question until the app ends. */
export const createPracticeDoors = ({
  createHost,
  firstRunId,
  storage,
}: PracticeParts & { storage: Pick<Storage, 'ask'> }): { open: OpenPractice; close(): Promise<void> } => {
  const hosts = new Map<string, Promise<Outcome<PracticeHostLike>>>()

  /** Each session's world is new, but its runs go on counting: two runs in the history never share an id. */
  const prepare = async (profileId: string): Promise<Outcome<PracticeHostLike>> => {
    const highest = await storage.ask('highestRunId', { profileId })
    if (!highest.ok) return highest
    return succeed(createHost(Math.max(firstRunId, (highest.value ?? 0) + 1)))
  }

  const hostOf = async (profileId: string): Promise<Outcome<PracticeHostLike>> => {
    const pending = hosts.get(profileId) ?? prepare(profileId)
    hosts.set(profileId, pending)
    const host = await pending
    if (!host.ok) hosts.delete(profileId)
    return host
  }

  return {
    async open(profileId) {
      const host = await hostOf(profileId)
      if (!host.ok) return host
      try {
        return succeed(await host.value.start())
      } catch {
        // The only thing that can go wrong here is the loopback port; the app's own words say what that means.
        return fail({ kind: 'unreachable', cause: 'other' })
      }
    },
    async close() {
      const open = await Promise.all(hosts.values())
      for (const host of open) if (host.ok) await host.value.stop()
    },
  }
}
