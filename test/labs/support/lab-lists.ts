import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Operations } from '../../../src/contract/operations.ts'
import { defaultListOptions, type List, type ListOptions } from '../../../src/contract/list.ts'
import type { LabService } from './lab-service.ts'
import { anyRoute } from '../../support/a-call.ts'

/** The list operations of an app, in this process or in another one; they throw on a failure. */
export type ListOperations = {
  [N in 'openListText' | 'saveListPlan' | 'startList' | 'pauseList' | 'getList']: (
    input: Parameters<Operations[N]>[0],
  ) => Promise<List>
}

/** Zones outside the US, whose federal holidays close the calling hours there. */
const zones = [
  'Pacific/Tahiti',
  'America/Edmonton',
  'America/Toronto',
  'Europe/London',
  'Africa/Nairobi',
  'Asia/Kolkata',
]
const farZones = ['Asia/Tokyo', 'Australia/Sydney', 'Pacific/Auckland']

/** Returns a zone in which it is between 10:00 and 18:00, so that a list may call for at least two more hours. */
export const openZone = (now: number): string => {
  const hourIn = (timeZone: string): number =>
    Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now))
  const found = [...zones, ...farZones].find((zone) => hourIn(zone) >= 10 && hourIn(zone) < 18)
  if (found === undefined) throw new Error('It is night everywhere.')
  return found
}

/** Returns a number without a country, so that only the time zone column shows where its phone is. */
const numberAt = (place: number): string => `+800${String(20_000_000 + place)}`

let place = 0

/** Opens a list of new numbers for an agent without variables, and checks it. */
export const openLabList = async (
  app: Pick<ListOperations, 'openListText' | 'saveListPlan'>,
  service: LabService,
  profileId: string,
  rows: number,
  options: Partial<ListOptions> = {},
): Promise<List> => {
  const zone = openZone(Date.now())
  const agent = service.service.organizations[0]?.agents.find(({ state }) => state === 'noVariables')
  if (agent === undefined) throw new Error('The practice world has no agent without variables.')
  const lines = Array.from({ length: rows }, () => `${numberAt((place += 1))}\t${zone}`)
  const list = await app.openListText({ profileId, text: ['Phone\tTime zone', ...lines].join('\n') })
  const checked = await app.saveListPlan({
    listId: list.listId,
    name: 'Lab',
    agentUuid: agent.uuid,
    targets: null,
    route: anyRoute,
    options: { ...defaultListOptions, atOnce: 100, freeSlots: 0, ...options },
  })
  if (checked.counts.ready !== rows) throw new Error(`Only ${checked.counts.ready} of ${rows} rows are ready.`)
  return checked
}

/** Lifts the service's limit of concurrent calls, so that the lab decides how many there are. */
export const liftCallLimit = ({ service }: LabService): void => {
  for (const organization of service.world.organizations) Object.assign(organization, { concurrentCallLimit: 1_000 })
}

export type LabRow = { listId: string; row: number; state: string; phoneNumber: string; callId: string }

/** The rows of all lists on disk, and any inconsistencies. */
export type LabLists = { rows: LabRow[]; problems: string[] }

const problemsIn = (database: DatabaseSync): string[] => {
  const wrong = database
    .prepare(
      `SELECT list, state, sum(counted) AS counted, sum(found) AS found FROM (
         SELECT list, state, rows AS counted, 0 AS found FROM list_counts
         UNION ALL SELECT list, state, 0, count(*) FROM list_rows GROUP BY list, state)
       GROUP BY list, state HAVING sum(counted) <> sum(found)`,
    )
    .all()
  const twice = database.prepare('SELECT call_id FROM list_rows GROUP BY call_id HAVING count(*) > 1').all()
  return [...wrong, ...twice].map((row) => JSON.stringify(row))
}

/** Reads the lists from a copy of the database and its WAL, so that the next app finds the files unchanged. */
export const readLabLists = (dataFolder: string): LabLists => {
  const file = join(dataFolder, 'rundesk.db')
  if (!existsSync(file)) return { rows: [], problems: [] }
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-lab-lists-'))
  try {
    for (const part of ['', '-wal']) if (existsSync(file + part)) copyFileSync(file + part, join(folder, `copy${part}`))
    const database = new DatabaseSync(join(folder, 'copy'))
    try {
      const rows = database
        .prepare(
          `SELECT lists.list_id, list_rows.row, list_rows.state, list_rows.phone_number, list_rows.call_id
           FROM list_rows JOIN lists ON lists.list_number = list_rows.list ORDER BY list_rows.id`,
        )
        .all()
        .map((row) => ({
          listId: String(row['list_id']),
          row: Number(row['row']),
          state: String(row['state']),
          phoneNumber: String(row['phone_number']),
          callId: String(row['call_id']),
        }))
      return { rows, problems: problemsIn(database) }
    } finally {
      database.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** States of rows for which no one was called. */
const uncalled = new Set([
  'held',
  'ready',
  'refused',
  'skipped',
  'notSent',
  'cancelled',
  'rejected',
  'notFound',
  'queued',
])

/** Returns the differences between the rows of all lists and what the service received. */
export const compareLists = ({ rows }: LabLists, service: LabService): { lost: string[]; doubled: string[] } => {
  const made = service.posts.filter(({ runId }) => runId !== null)
  const byNumber = Map.groupBy(made, ({ phoneNumber }) => phoneNumber ?? '')
  const known = new Map(rows.map((row) => [row.phoneNumber, row]))
  return {
    lost: [...byNumber.keys()].filter((number) => uncalled.has(known.get(number)?.state ?? 'ready')),
    doubled: [...byNumber].filter(([, posts]) => posts.length > 1).map(([number]) => number),
  }
}
