import type { ArmedFault } from './faults/fault.ts'
import type { Pace } from './pace.ts'
import type { PracticeClock, Randomness } from './practice-clock.ts'
import type { World } from './world/world.ts'

/** What every endpoint is handed: the world, the time, chance, and the faults that were asked for. */
export type Practice = {
  readonly clock: PracticeClock
  readonly random: Randomness
  /** The version the health answer reports; before 1.45.0 a chosen caller ID is ignored without a word. */
  readonly version: string
  world: World
  pace: Pace
  armed: ArmedFault[]
  /** How often somebody walked after a redirect; a careful client never does. */
  redirectsFollowed: number
  /** Where the storage of recordings and transcripts is served: another host than the service. */
  storageOrigin: string
  /** How often a key reached the storage; a careful client never sends it there. */
  keysAtStorage: number
}
