import type { DoctorCheckName, DoctorFacts, DoctorFinding, DoctorFindingCode } from '../../contract/doctor.ts'

/** One thing the doctor looks at. */
export type Check = {
  name: DoctorCheckName
  /** What must be well before this one says anything: otherwise it is skipped, and the one cause stands alone. */
  after: readonly DoctorCheckName[]
  /** How long it may take. */
  milliseconds: number
  /** Looks; `signal` says that nobody waits any more. */
  look: (signal: AbortSignal) => Promise<DoctorFinding>
}

/** A finding with its facts; what is not known is left out. */
export const found = (
  code: DoctorFindingCode,
  facts: { [name in keyof DoctorFacts]?: string | number | null | undefined } = {},
): DoctorFinding => ({
  code,
  facts: Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) =>
      fact === null || fact === undefined ? [] : [[name, String(fact).slice(0, 400)] as const],
    ),
  ),
})
