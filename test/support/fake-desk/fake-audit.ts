import type { AuditedAct, ListedAuditEntry } from '../../../src/contract/audit.ts'
import { succeed } from '../../../src/contract/failure.ts'
import type { Operations } from '../../../src/contract/operations.ts'

type Told = Partial<Pick<ListedAuditEntry, 'profileName' | 'about' | 'failure' | 'person'>> & {
  act: AuditedAct
  /** False for an act that was cut short. */
  ended?: boolean
}

const hour = 3_600_000

/** Acts as their entries, the newest first: two an act, an hour between one act and the next. */
export const fakeEntries = (told: readonly Told[], now: () => number): ListedAuditEntry[] =>
  told
    .flatMap(({ act, ended = true, failure = null, ...facts }, index): ListedAuditEntry[] => {
      const entry = {
        actId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        act,
        account: 'ana',
        person: null,
        computer: 'desk-7',
        profileId: null,
        profileName: null,
        about: null,
        ...facts,
        failure: null,
      }
      const at = new Date(now() - (told.length - index) * hour).toISOString()
      const begun = { ...entry, at, phase: 'begun' as const, sequence: 2 * index + 1 }
      const phase = failure === null ? ('done' as const) : ('failed' as const)
      return ended ? [begun, { ...entry, at, phase, failure, sequence: 2 * index + 2 }] : [begun]
    })
    .toReversed()

export const usualActs: readonly Told[] = [
  { act: 'addProfile', about: 'Acme Billing' },
  { act: 'changeSettings', about: 'repeatMinutes, quietHours', person: 'Ana Lima' },
  { act: 'archiveKey', profileName: 'Acme Billing', about: 'key 12', failure: 'refused', person: 'Ana Lima' },
  { act: 'rotateKey', profileName: 'Acme Billing', ended: false, person: 'Ana Lima' },
  { act: 'exportCalls', about: 'csv', person: 'Ana Lima' },
]

export type FakeAudit = { acts?: readonly Told[]; firstBroken?: number | null }

/** The log of acts of the fake desk. */
export const createFakeAudit = ({ acts = usualActs, firstBroken = null, now }: FakeAudit & { now: () => number }) => {
  const entries = fakeEntries(acts, now)
  return {
    listAudit: async ({ before, limit }) => {
      const older = entries.filter(({ sequence }) => before === null || sequence < before)
      return succeed({ entries: older.slice(0, limit), more: older.length > limit })
    },
    checkAudit: async () => succeed({ entries: entries.length, intact: firstBroken === null, firstBroken }),
    exportAudit: async () => succeed({ file: 'rundesk-acts-2026-11-21.jsonl', entries: entries.length }),
  } satisfies Pick<Operations, 'listAudit' | 'checkAudit' | 'exportAudit'>
}
