import {
  type DoctorCheckName,
  type DoctorDetails,
  type DoctorFinding,
  type DoctorFindingCode,
  type DoctorLine,
  severityOf,
} from '../../../contract/doctor.ts'

/** One check of the doctor. */
export type Check = {
  name: DoctorCheckName
  /** If one of these checks is bad, this one is skipped, because its result would be meaningless. */
  after: readonly DoctorCheckName[]
  /** Time limit, in milliseconds. */
  milliseconds: number
  /** `signal` aborts when the result is no longer needed. */
  run: (signal: AbortSignal) => Promise<DoctorFinding>
}

/** Creates a finding with its details; unknown details are omitted. */
export const found = (
  code: DoctorFindingCode,
  details: { [name in keyof DoctorDetails]?: string | number | null | undefined } = {},
): DoctorFinding => ({
  code,
  details: Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, String(value).slice(0, 400)] as const],
    ),
  ),
})

/** Returns the line of a check that has not started. */
export const waitingLine = (check: DoctorCheckName): DoctorLine => ({
  check,
  step: 'waiting',
  finding: null,
  because: null,
  milliseconds: null,
})

type RunChecksDeps = {
  checks: readonly Check[]
  signal: AbortSignal
  /** A monotonic clock in milliseconds. */
  monotonic: () => number
  /** Invoked with each line when it changes. */
  onLine: (line: DoctorLine) => void
  /** Logs an error that a check threw and returns the error's reference in the log. */
  logUnexpected: (check: DoctorCheckName, error: unknown) => string
}

/** `root` is the first bad check among this one and those before it. */
type Result = { root: DoctorCheckName | null }

/**
 * Runs all checks concurrently, each one after those it depends on and within its own time limit. A check that depends
 * on a bad one is skipped, and its line names the bad one. Resolves when every line is final.
 */
export const runChecks = async ({ checks, signal, monotonic, onLine, logUnexpected }: RunChecksDeps): Promise<void> => {
  const results = new Map<DoctorCheckName, Promise<Result>>()

  const end = (check: Check, change: Partial<DoctorLine>, root: DoctorCheckName | null): Result => {
    onLine({ ...waitingLine(check.name), ...change })
    return { root }
  }

  const runOne = async (check: Check): Promise<Result> => {
    const before = await Promise.all(check.after.flatMap((name) => results.get(name) ?? []))
    if (signal.aborted) return end(check, { step: 'cancelled' }, check.name)
    const root = before.find((result) => result.root !== null)?.root ?? null
    if (root !== null) return end(check, { step: 'skipped', because: root }, root)
    const startedAt = monotonic()
    onLine({ ...waitingLine(check.name), step: 'running' })
    const finding = await withTimeLimit(check, signal).catch((error: unknown) =>
      found('broken', { reference: logUnexpected(check.name, error) }),
    )
    if (finding === null) return end(check, { step: 'cancelled' }, check.name)
    const isBad = severityOf(finding) === 'bad'
    return end(check, { step: 'done', finding, milliseconds: monotonic() - startedAt }, isBad ? check.name : null)
  }

  for (const check of checks) results.set(check.name, runOne(check))
  await Promise.all(results.values())
}

/** Runs a check within its time limit; returns null if the checks were canceled. */
const withTimeLimit = async (check: Check, outer: AbortSignal): Promise<DoctorFinding | null> => {
  const signal = AbortSignal.any([outer, AbortSignal.timeout(check.milliseconds)])
  const aborted = Promise.withResolvers<null>()
  signal.addEventListener('abort', () => aborted.resolve(null), { once: true })
  if (signal.aborted) return null
  const finding = await Promise.race([check.run(signal), aborted.promise])
  return finding ?? (outer.aborted ? null : found('late', { seconds: check.milliseconds / 1000 }))
}
