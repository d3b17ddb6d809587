import type { DoctorLine, DoctorReport, DoctorSubject } from '../../contract/doctor.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Network } from '../network/network.ts'
import { createChecks, type HereParts } from './checks.ts'
import type { KeyParts } from './checks/key.ts'
import { createJourney } from './journey.ts'
import { runChecks, waitingLine } from './run-checks.ts'

/** Whom a look is about, found out before it begins. */
export type Patient = { origin: string | null; key: KeyParts | null }

export type DoctorParts = {
  here: () => Omit<HereParts, 'clock' | 'find'>
  network: Network
  /** Finds where a subject's service is; a bad address or an unknown profile is a failure. */
  find: (subject: DoctorSubject) => Promise<Outcome<Patient>>
  clock: () => number
  monotonic: () => number
  announce: () => void
  noteTrouble: (check: string, error: unknown) => string
}

/** How long the service may take for its health answer: it may ask elsewhere for 5 s first. */
const healthMilliseconds = 15_000

type Look = { report: DoctorReport; stop: AbortController }

/** Looks at everything that may stand between a person and a call: one look at a time, its lines told as they come in. */
export const createDoctor = (parts: DoctorParts) => {
  const { here, network, find, clock, monotonic, announce, noteTrouble } = parts
  let last: Look | null = null
  const now = (): string => new Date(clock()).toISOString()

  const checksFor = ({ origin, key }: Patient) => {
    const journey =
      origin === null
        ? null
        : createJourney({ origin, network, clock, monotonic, deadlineMilliseconds: healthMilliseconds })
    return createChecks({ ...here(), clock }, journey, key)
  }

  const put = (look: Look, change: Partial<DoctorReport>): void => {
    look.report = { ...look.report, ...change }
    // A look that was followed by another has nobody left who would read it.
    if (last === look) announce()
  }

  const end = (): void => {
    last?.stop.abort()
  }

  return {
    async start(subject: DoctorSubject): Promise<Outcome<DoctorReport>> {
      const patient = await find(subject)
      if (!patient.ok) return patient
      end()
      const checks = checksFor(patient.value)
      const lines: DoctorLine[] = checks.map(({ name }) => waitingLine(name))
      const { origin } = patient.value
      const look: Look = {
        report: { subject, origin, startedAt: now(), endedAt: null, lines },
        stop: new AbortController(),
      }
      last = look
      const { signal } = look.stop
      const tell = (line: DoctorLine): void =>
        put(look, { lines: look.report.lines.map((one) => (one.check === line.check ? line : one)) })
      void runChecks({ checks, signal, monotonic, tell, noteTrouble }).then(() => put(look, { endedAt: now() }))
      return succeed(look.report)
    },
    read: (): DoctorReport | null => last?.report ?? null,
    /** Ends the look that is under way; what it has found stays. */
    cancel: end,
  }
}

export type Doctor = ReturnType<typeof createDoctor>
