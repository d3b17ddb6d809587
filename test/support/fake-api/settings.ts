import { type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { HistoryHealth } from '../../../src/contract/app-status.ts'
import type { Input, Operations } from '../../../src/contract/operations.ts'
import { defaultSettings, type Settings } from '../../../src/contract/settings.ts'
import type { AuditedAction, ListedAuditEntry } from '../../../src/contract/audit.ts'
import type { ExternalRequest, OsIntegrationStatus } from '../../../src/contract/external-request.ts'

type SettingsOptions = { settings: Partial<Settings>; history: Partial<HistoryHealth>; announce: () => void }

const healthyHistory: HistoryHealth = {
  stopped: null,
  check: null,
  backups: { count: 7, newestAt: '2026-11-21T03:10:00.000Z', failed: null },
  recovered: null,
  unfinishedErasures: null,
  lastRecovery: null,
}

/**
 * Creates the operations for settings and the history's state in memory; the proxy password is accepted and discarded.
 */
export const createFakeSettings = ({ settings: set, history, announce }: SettingsOptions) => {
  let settings: Settings = { ...defaultSettings, ...set }
  let health: HistoryHealth = { ...healthyHistory, ...history }
  const reply = <T>(value: T): Promise<Outcome<T>> => Promise.resolve(succeed(value))
  return {
    repeatMinutes: () => settings.repeatMinutes,
    readSettings: () => reply(settings),
    changeSettings: (next: Input<'changeSettings'>) => reply((settings = next)),
    setProxyPassword: () => reply({}),
    reportUnsaved: () => reply({}),
    historyHealth: () => reply(health),
    acknowledgeRecovery: () => {
      health = { ...health, recovered: null }
      announce()
      return reply({})
    },
    checkHistory: () => {
      const intact = { events: 3_604, intact: true, firstBroken: null }
      const check = { ...(health.check ?? intact), at: '2026-11-21T08:58:00.000Z' }
      health = { ...health, check }
      announce()
      return reply(check)
    },
  }
}

type FakeAction = Partial<Pick<ListedAuditEntry, 'profileName' | 'about' | 'failure' | 'person'>> & {
  action: AuditedAction
  /** False for an action that was interrupted. */
  ended?: boolean
}

const hour = 3_600_000

/** Returns audit entries, newest first: two per action, with an hour between actions. */
export const fakeEntries = (actions: readonly FakeAction[], now: () => number): ListedAuditEntry[] =>
  actions
    .flatMap(({ action, ended = true, failure = null, ...details }, index): ListedAuditEntry[] => {
      const entry = {
        actionId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        action,
        account: 'ana',
        person: null,
        computer: 'desk-7',
        profileId: null,
        profileName: null,
        about: null,
        ...details,
        failure: null,
        isRunning: false,
      }
      const at = new Date(now() - (actions.length - index) * hour).toISOString()
      const started = { ...entry, at, phase: 'started' as const, sequence: 2 * index + 1 }
      const phase = failure === null ? ('done' as const) : ('failed' as const)
      return ended ? [started, { ...entry, at, phase, failure, sequence: 2 * index + 2 }] : [started]
    })
    .toReversed()

export const defaultActions: readonly FakeAction[] = [
  { action: 'addProfile', about: 'Acme Billing' },
  { action: 'changeSettings', about: 'repeatMinutes, quietHours', person: 'Ana Lima' },
  { action: 'archiveKey', profileName: 'Acme Billing', about: 'key 12', failure: 'refused', person: 'Ana Lima' },
  { action: 'rotateKey', profileName: 'Acme Billing', ended: false, person: 'Ana Lima' },
  { action: 'exportCalls', about: 'csv', person: 'Ana Lima' },
]

export type FakeAudit = { actions?: readonly FakeAction[]; firstBroken?: number | null }

/** The audit log of the fake API. */
export const createFakeAudit = ({
  actions = defaultActions,
  firstBroken = null,
  now,
  announce,
}: FakeAudit & { now: () => number; announce: () => void }) => {
  let entries = fakeEntries(actions, now)
  /** Adds the entries of an action that has just ended. */
  const add = (action: AuditedAction): void => {
    const last = entries[0]?.sequence ?? 0
    const actionId = crypto.randomUUID()
    const added = fakeEntries([{ action }], now)
    entries = [...added.map((entry) => ({ ...entry, actionId, sequence: entry.sequence + last })), ...entries]
    announce()
  }
  return {
    add,
    listAudit: async ({ before, limit }) => {
      const older = entries.filter(({ sequence }) => before === null || sequence < before)
      return succeed({ entries: older.slice(0, limit), more: older.length > limit })
    },
    checkAudit: async () => succeed({ entries: entries.length, intact: firstBroken === null, firstBroken }),
    exportAudit: async () => {
      add('exportAudit')
      return succeed({ file: 'rundesk-audit-log-2026-11-21.jsonl', entries: entries.length - 1 })
    },
  } satisfies Pick<Operations, 'listAudit' | 'checkAudit' | 'exportAudit'> & { add: (action: AuditedAction) => void }
}

/** Creates the operations for the external request, which is kept until the page takes it. */
export const createFakeExternalRequests = (announce: () => void, ties: Partial<OsIntegrationStatus>) => {
  let waiting: ExternalRequest | null = null
  return {
    request: (external: ExternalRequest): void => {
      waiting = external
      announce()
    },
    takeExternalRequest: (): Promise<Outcome<{ request: ExternalRequest | null }>> => {
      const request = waiting
      waiting = null
      return Promise.resolve(succeed({ request }))
    },
    readOsIntegration: (): Promise<Outcome<OsIntegrationStatus>> =>
      Promise.resolve(succeed({ shortcut: 'off', telLinks: 'off', ...ties })),
  }
}
