import { watchablePace, type Pace } from './pace.ts'
import type { PracticeClock, Randomness } from './practice-clock.ts'
import { startPracticeListener, type PracticeListener } from './practice-listener.ts'
import { createPracticeService, type PracticeService } from './practice-service.ts'

export type PracticeHostParts = {
  readonly clock: PracticeClock
  readonly random: Randomness
  /** Runs count up from here; hand in a number no earlier session has used. */
  readonly firstRunId: number
  readonly pace?: Partial<Pace>
  readonly onError?: (error: unknown) => void
}

export type RunningPractice = {
  /** `http://127.0.0.1:port`, a port of the system's choosing. */
  readonly origin: string
  /** A key made for this session, good for the organization "Practice". */
  readonly key: string
  readonly service: PracticeService
}

export type PracticeHost = {
  /** Serves the practice organization; a second call gives what is running already. */
  start(): Promise<RunningPractice>
  /** Frees the port; a later start begins afresh, with another key. */
  stop(): Promise<void>
}

/** Keeps the practice service on loopback while somebody uses it. No control calls are open. */
export function createPracticeHost(parts: PracticeHostParts): PracticeHost {
  let running: Promise<{ practice: RunningPractice; listener: PracticeListener }> | undefined

  async function open() {
    const { clock, random, firstRunId, onError } = parts
    const pace = { ...watchablePace, ...parts.pace }
    const service = createPracticeService({ clock, random, firstRunId, pace })
    const key = service.issueKey('This computer')
    const listener = await startPracticeListener(service, onError === undefined ? {} : { onError })
    return { practice: { origin: listener.origin, key, service }, listener }
  }

  return {
    async start() {
      running ??= open()
      try {
        return (await running).practice
      } catch (error) {
        // A start that failed must not stand in the way of the next one.
        running = undefined
        throw error
      }
    },
    async stop() {
      const ending = running
      running = undefined
      if (ending !== undefined) await (await ending).listener.close()
    },
  }
}
