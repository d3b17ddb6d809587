import { type DoctorCheckName, type DoctorFinding, type DoctorLine, verdictOf } from '../../contract/doctor.ts'
import { type Check, found } from './check.ts'

export type RunChecksParts = {
  checks: readonly Check[]
  signal: AbortSignal
  /** A clock that only goes forward, in milliseconds. */
  monotonic: () => number
  /** Told of each line as it changes. */
  tell: (line: DoctorLine) => void
  /** A check threw what nobody foresaw; gives the reference under which it is logged. */
  noteTrouble: (check: DoctorCheckName, error: unknown) => string
}

/** How a check ended: its line, and the check at the root of it where it or an earlier one is bad. */
type Ended = { line: DoctorLine; root: DoctorCheckName | null }

/** A line that has not begun. */
export const waitingLine = (check: DoctorCheckName): DoctorLine => ({
  check,
  step: 'waiting',
  finding: null,
  because: null,
  milliseconds: null,
})

const inTime = async (check: Check, outer: AbortSignal): Promise<DoctorFinding | null> => {
  const late = AbortSignal.timeout(check.milliseconds)
  const signal = AbortSignal.any([outer, late])
  const stopped = Promise.withResolvers<null>()
  signal.addEventListener('abort', () => stopped.resolve(null), { once: true })
  if (signal.aborted) return null
  const finding = await Promise.race([check.look(signal), stopped.promise])
  return finding ?? (outer.aborted ? null : found('late', { seconds: check.milliseconds / 1000 }))
}

/**
 * Runs all checks at once, each as soon as those before it are well and within its own time. What comes after a bad one
 * is skipped and names it. Resolves when every line has its end.
 */
export const runChecks = async (parts: RunChecksParts): Promise<void> => {
  const { checks, signal, monotonic, tell, noteTrouble } = parts
  const ends = new Map<DoctorCheckName, Promise<Ended>>()

  const end = (check: Check, change: Partial<DoctorLine>, root: DoctorCheckName | null): Ended => {
    const line = { ...waitingLine(check.name), ...change }
    tell(line)
    return { line, root }
  }

  const look = async (check: Check): Promise<Ended> => {
    const begun = monotonic()
    tell({ ...waitingLine(check.name), step: 'running' })
    const finding = await inTime(check, signal).catch((error: unknown) =>
      found('broken', { reference: noteTrouble(check.name, error) }),
    )
    if (finding === null) return end(check, { step: 'cancelled' }, check.name)
    const isBad = verdictOf(finding) === 'bad'
    return end(check, { step: 'done', finding, milliseconds: monotonic() - begun }, isBad ? check.name : null)
  }

  const run = async (check: Check): Promise<Ended> => {
    const before = await Promise.all(check.after.flatMap((name) => ends.get(name) ?? []))
    if (signal.aborted) return end(check, { step: 'cancelled' }, check.name)
    const cause = before.find(({ root }) => root !== null)?.root ?? null
    return cause === null ? look(check) : end(check, { step: 'skipped', because: cause }, cause)
  }

  for (const check of checks) ends.set(check.name, run(check))
  await Promise.all(ends.values())
}
