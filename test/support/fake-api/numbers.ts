import type { CalleeHour, PhoneNumberReading } from '../../../src/contract/phone-number.ts'
import { localTimes } from '../../../src/main/features/numbers/callee-hour.ts'
import type { Call } from '../../../src/contract/call.ts'
import type { OrganizationDay } from '../../../src/contract/day.ts'
import { type DayCall, summarizeDay } from '../../../src/domain/day-summary.ts'
import type { RecentCalls, RecentRun, RecentRuns } from '../../../src/contract/call-list.ts'
import { isSameNumber } from '../../../src/domain/phone-number.ts'
import { acme } from './data.ts'
import type { Run } from '../../../src/contract/run.ts'
import { type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { Input } from '../../../src/contract/operations.ts'
import type { ChosenRoute, RouteLabels } from '../../../src/contract/telephony.ts'
import { type Countries, isNumberCell, isNumberHeader } from '../../../src/main/lib/cells.ts'
import { readFirstRow, readTable, splitRows } from '../../../src/main/features/paste/index.ts'
import { readPhoneNumber, suggestNumbers } from '../../../src/main/lib/read-phone-number.ts'
import type { ColumnTarget, Pasted } from '../../../src/contract/pasted.ts'

/** Returns the callee's time in New York, unless the user chooses another zone; never quiet hours. */
export const fakeCalleeHour = (at: number, zone: string | null): CalleeHour => {
  const zones = [zone ?? 'America/New_York']
  return {
    zones,
    localTimes: localTimes(at, zones),
    doubt: zone === null ? 'mobile' : 'none',
    source: zone === null ? 'prefix' : 'person',
    quiet: { state: 'no', from: '21:00', to: '08:00', endsAt: null },
  }
}

/** Returns the callee's time on the West Coast, in quiet hours. */
export const fakeQuietHour = (at: number): CalleeHour => {
  const zones = ['America/Los_Angeles']
  const endsAt = new Date(at + 6_360_000).toISOString()
  return {
    zones,
    localTimes: localTimes(at, zones),
    doubt: 'none',
    source: 'prefix',
    quiet: { state: 'yes', from: '21:00', to: '08:00', endsAt },
  }
}

type ToNumber = { phoneNumber: string; practice: boolean }

/** A number that was also called from other computers. */
export const calledElsewhere = '+14155550266'

const iso = (at: number): string => new Date(at).toISOString()

/** Returns a run without a call in this history, with its outcome. */
export const fakeRecentRun = (workflowRunId: number, at: number, change: Partial<RecentRun> = {}): RecentRun => ({
  workflowRunId,
  workflowRunName: `WR-API-${workflowRunId}`,
  createdAt: iso(at),
  state: 'ended',
  disposition: 'no-answer',
  error: null,
  durationSeconds: 22,
  callerNumber: '+18005550100',
  callId: null,
  callProfileName: null,
  outcome: null,
  from: 'elsewhere',
  ...change,
})

/** Returns this computer's calls to a number, newest first. */
export const fakeRecentCalls = (calls: readonly Call[], { phoneNumber, practice }: ToNumber): RecentCalls => {
  const same = calls.filter((call) => isSameNumber(call.phoneNumber, phoneNumber) && call.practice === practice)
  return { calls: same.toReversed(), more: false }
}

/** Returns the services' runs: two runs without a call in this history to one number, none to other numbers. */
export const fakeRecentRuns = (now: number, { phoneNumber, practice }: ToNumber): RecentRuns => {
  const runs = [
    fakeRecentRun(48_230, now - 7_200_000),
    fakeRecentRun(48_101, now - 190_000_000, { disposition: 'qualified', durationSeconds: 184 }),
  ]
  const profile = { profileId: acme.id, profileName: acme.name, profileColor: acme.color, practice: false }
  const isCalled = !practice && isSameNumber(phoneNumber, calledElsewhere)
  const profiles = isCalled ? [{ ...profile, failure: null, more: false, runs }] : []
  return { since: iso(now - 604_800_000), profiles }
}

/**
 * Returns an organization's calls on one morning; `missing` is the number of runs that could not be counted, and
 * `counted` that of the others.
 */
export const fakeOrganizationDay = (now: number, missing = 0, counted = 52): OrganizationDay => {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const states = [
    'reached',
    'reached',
    'noAnswer',
    'busy',
    'reached',
    'carrierRefused',
    'voicemail',
    'unknown',
  ] as const
  const agents = ['Renewal reminder', 'Payment follow-up', 'Survey']
  const calls = Array.from({ length: Math.min(counted, 47) }, (_, index): DayCall => {
    const state = states[(index * 5) % states.length] ?? 'reached'
    const name = agents[(index * index) % 7 < 4 ? 0 : (index % 2) + 1] ?? null
    return {
      at: iso(midnight + (8 + (index % 7)) * 3_600_000),
      state,
      agent: { id: name ?? '', name },
      talkSeconds: state === 'reached' ? 83 : 0,
    }
  })
  return { summary: summarizeDay(calls), read: counted, total: counted + missing }
}

const kindAsTyped = (text: string): PhoneNumberReading['kind'] => {
  if (text.includes('@')) return 'sip'
  return /^\d{2,6}$/.test(text) ? 'short' : 'other'
}

/** Parses a number like the main process, accurately enough for a screen. */
export const readFakeNumber = (text: string, asTyped: boolean): PhoneNumberReading | null => {
  const digits = text.replace(/[\s().-]/g, '')
  const plain = { national: null, lineType: null, assumed: null, extension: null }
  if (asTyped) {
    const [dial, kind, validity] = [text.trim(), kindAsTyped(text.trim()), 'unvalidated'] as const
    return {
      ...plain,
      text,
      dial,
      display: dial,
      country: null,
      kind,
      validity: validity,
      isValid: true,
    }
  }
  if (!/^\+\d{7,15}$/.test(digits)) return null
  const display = digits.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')
  const isValid = !digits.startsWith('+1999')
  const country = digits.startsWith('+1') ? 'US' : null
  const validity = isValid ? 'valid' : 'possible'
  return {
    ...plain,
    text,
    dial: digits,
    display,
    country,
    kind: 'telephone',
    validity: validity,
    isValid,
  }
}

/** Returns a finished run from the service. */
export const fakeRun = (workflowRunId: number): Run => ({
  workflowRunId,
  workflowRunName: `WR-API-${workflowRunId}`,
  workflowId: 1,
  isCompleted: true,
  createdAt: '2026-11-21T09:10:17Z',
  calledNumber: '+14155550123',
  callerNumber: '+18005550100',
  disposition: 'qualified',
  error: null,
  carrierCallId: null,
  durationSeconds: 72,
  steps: [
    { status: 'ringing', at: '2026-11-21T09:10:19Z' },
    { status: 'answered', at: '2026-11-21T09:10:31Z' },
  ],
  hasRecording: true,
  hasTranscript: true,
  learned: {
    variables: [
      { name: 'new_email', value: 'jane.d@mail.example' },
      { name: 'pay_date', value: 'December 1' },
    ],
    tags: ['email updated', 'pays by card'],
    steps: ['Start', 'Renewal', 'Payment', 'Goodbye'],
    credits: 0.14,
  },
  initialContext: {},
})

/** Creates the operations for recent numbers and typed IDs in memory, the same for every profile. */
export const createFakeRoutes = () => {
  const routes = new Map<string, ChosenRoute>()
  let labels: RouteLabels = []
  return {
    readLastRoute: ({ agentUuid }: Input<'readLastRoute'>) =>
      Promise.resolve(succeed({ route: routes.get(agentUuid) ?? null })),
    saveLastRoute: ({ agentUuid, route }: Input<'saveLastRoute'>) => {
      routes.set(agentUuid, route)
      return Promise.resolve(succeed({}))
    },
    listRouteLabels: () => Promise.resolve(succeed(labels)),
    labelRouteId: ({ kind, id, label }: Input<'labelRouteId'>) => {
      const others = labels.filter((one) => one.kind !== kind || one.id !== id)
      labels = label === '' ? others : [{ kind, id, label }, ...others]
      return Promise.resolve(succeed(labels))
    },
  }
}

const countries: Countries = { home: null, offered: ['US', 'DE'] }

const readSentence = (text: string): Pasted => {
  const read = readPhoneNumber(text, false)
  if (read.ok) return { kind: 'number', reading: read.value }
  const [first, ...rest] = suggestNumbers(text, countries.offered)
  return first === undefined ? { kind: 'nothing' } : { kind: 'offers', readings: [first, ...rest] }
}

/** Reads pasted rows with the main process's code, and keeps the column mapping in memory. */
export const createFakePasted = () => {
  const kept = new Map<string, ColumnTarget[]>()
  return {
    readPasted: ({ text, names, agentUuid }: Input<'readPasted'>): Promise<Outcome<Pasted>> => {
      const isNumber = (cell: string): boolean => isNumberCell(cell, countries)
      const rows = splitRows(text, { isNumber, isHeader: isNumberHeader })
      if (rows === null) return Promise.resolve(succeed(readSentence(text)))
      const table = readTable(rows, names ?? [], countries)
      const signature = `columns-${String(table.columns.length).padStart(14, '0')}`
      const saved = kept.get(`${agentUuid} ${signature}`) ?? null
      return Promise.resolve(succeed(readFirstRow({ table, signature, names, saved, countries })))
    },
    saveColumnMapping: ({ agentUuid, signature, targets }: Input<'saveColumnMapping'>) => {
      kept.set(`${agentUuid} ${signature}`, targets)
      return Promise.resolve(succeed({}))
    },
  }
}
