import { answerStorage } from './artifacts/answer-storage.ts'
import { answerControl, isControl } from './control/answer-control.ts'
import { addKey } from './endpoints/keys.ts'
import { faultAskedFor } from './faults/ask-for-fault.ts'
import { answerRequest } from './http/answer-request.ts'
import type { Answer } from './http/answers.ts'
import { promptPace, type Pace } from './pace.ts'
import type { Practice } from './practice.ts'
import type { PracticeClock, Randomness } from './practice-clock.ts'
import { bothKeyPrefixes, practiceRoutes } from './routes.ts'
import { factsOf, type PracticeFacts } from './world/facts.ts'
import { makeSeededKeys } from './world/seed-keys.ts'
import { seedWorld, type SeededKeys } from './world/seed-world.ts'
import type { World } from './world/world.ts'

export type PracticeServiceParts = {
  readonly clock: PracticeClock
  readonly random: Randomness
  /** The id of the first run; the following ones count up. */
  readonly firstRunId?: number
  readonly pace?: Partial<Pace>
  readonly version?: string
  /** The prefixes under which the key endpoints are served; both by default. */
  readonly keyPrefixes?: readonly string[]
  /** Opens the control calls to whoever sends it; without it there are none. */
  readonly controlToken?: string
}

export type PracticeService = {
  readonly now: () => number
  /** Answers one request; the delivery says what a real socket should make of the answer. */
  handle(request: Request): Promise<Answer>
  /** Answers for the storage of recordings and transcripts, which a listener serves from an origin of its own. */
  handleStorage(request: Request): Response
  serveStorageAt(origin: string): void
  /** How often a key reached the storage. */
  readonly keysAtStorage: number
  /** The world as it stands: runs, dials, keys. For looking, not for changing. */
  readonly world: World
  /** What a client needs to know to begin: keys, agents, configurations, caller IDs. */
  readonly facts: PracticeFacts
  /** Makes one more key in the first organization and gives its text. */
  issueKey(name: string): string
  /** Puts everything back to the beginning; the seeded keys keep their texts. */
  reset(): void
}

/**
 * The specification as a function from Request to Response, over a small made-up world, with faults on demand.
 * Nothing in it reads the clock or rolls dice by itself.
 */
export function createPracticeService(parts: PracticeServiceParts): PracticeService {
  const { clock, random, firstRunId = 1, controlToken } = parts
  const keys: SeededKeys = [makeSeededKeys(random), makeSeededKeys(random)]
  const pace = { ...promptPace, ...parts.pace }
  const routes = practiceRoutes(parts.keyPrefixes ?? bothKeyPrefixes)
  const seed = () => seedWorld(keys, firstRunId, clock.now())
  let { world, states } = seed()
  const practice: Practice = {
    clock,
    random,
    version: parts.version ?? '1.45.0',
    world,
    pace,
    armed: [],
    redirectsFollowed: 0,
    storageOrigin: 'http://storage.practice.invalid',
    keysAtStorage: 0,
  }

  function reset(): void {
    ;({ world, states } = seed())
    Object.assign(practice, { world, pace, armed: [], redirectsFollowed: 0, keysAtStorage: 0 })
  }

  return {
    now: () => clock.now(),
    handle(request) {
      if (isControl(request)) return answerControl(request, practice, { token: controlToken, reset })
      return answerRequest(request, routes, practice, faultAskedFor(request, practice))
    },
    handleStorage: (request) => answerStorage(request, practice),
    serveStorageAt(origin) {
      practice.storageOrigin = origin
    },
    get keysAtStorage() {
      return practice.keysAtStorage
    },
    get world() {
      return practice.world
    },
    get facts() {
      return factsOf(practice.world, states, keys)
    },
    issueKey: (name) => addKey(practice, 1, name).text,
    reset,
  }
}
