import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Call, CallState } from '../../../src/contract/call.ts'
import type { Outcome } from '../../../src/contract/failure.ts'
import type { InitialContext } from '../../../src/contract/initial-context.ts'
import { createLogFile } from '../../../src/main/log/log-file.ts'
import { createLog } from '../../../src/main/log/log.ts'
import { scrubShapes } from '../../../src/main/log/scrub-shapes.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { aCall, anId } from '../../support/a-call.ts'
import { findRawBytes } from '../support/raw-bytes.ts'
import { makeDouble, makePerson, markNeedle, type Person } from './people.ts'

const worker = new URL('../../../src/main/storage/storage-worker.ts', import.meta.url)
const at = '2026-11-21T09:15:00.000Z'

/** A seeded history in a folder of its own: people, calls to them and about them, backups, and a log. */
export type EraseHouse = {
  readonly dataFolder: string
  readonly file: string
  readonly storage: Storage
  readonly people: readonly Person[]
  /** How each call was written, by its id, with the person it was for. */
  readonly calls: ReadonlyMap<string, { person: Person; mentions: Person | null }>
  close(): Promise<void>
}

export const valueOf = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(`Refused: ${JSON.stringify(outcome.failure)}`)
  return outcome.value
}

const pick = <T>(from: readonly T[], random: () => number): T => {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('There is nothing to pick from.')
  return found
}

/** The search file with its parts. */
export const isSearchFile = (file: string): boolean => file.startsWith('rundesk-search.db')

/** A context in which a number stands in some spelling, at some depth, as a text, a name or a number. */
const contextWith = ({ spellings, phoneNumber }: Person, random: () => number): InitialContext => {
  const spelling = pick(spellings, random)
  return pick(
    [
      { call_back: spelling },
      { customer: { notes: [`sister: ${spelling}, after six`, 'x'.repeat(Math.floor(random() * 3_000))] } },
      { phone: Number(phoneNumber.slice(1)) },
      { known_numbers: { [spelling]: 'home' } },
    ],
    random,
  )
}

const outcomeWith = ({ spellings }: Person, random: () => number): CallState =>
  pick<CallState>(
    [
      { state: 'rejected', status: 422, detail: `no route to ${pick(spellings, random)}`, issues: [] },
      {
        state: 'rejected',
        status: 422,
        detail: '',
        issues: [{ path: ['to'], code: 'service', words: pick(spellings, random) }],
      },
      { state: 'closedByOperator', verdict: 'placed', who: 'ana', at, note: `rang ${pick(spellings, random)} back` },
      { state: 'failedAtProvider', status: 400, detail: pick(spellings, random), doubt: false, workflowRunId: null },
      { state: 'notSent', cause: 'refused' },
    ],
    random,
  )

const writeCall = async (storage: Storage, call: Call, initialContext: InitialContext, outcome: CallState) => {
  valueOf(await storage.ask('placeCall', { call, initialContext, repeatSince: null, confirmedAfter: [] }))
  valueOf(await storage.ask('moveCall', { callId: call.callId, from: ['queued'], outcome, at, endedAt: at }))
}

/** Waits until the search index holds everybody's mark: what was never in it cannot be taken out of it. */
const untilIndexed = async (dataFolder: string, calls: readonly { person: Person }[]): Promise<void> => {
  const marks = new Set(calls.map(({ person }) => markNeedle(person)).filter((mark) => mark !== ''))
  const inSearch = () =>
    new Set(
      findRawBytes(dataFolder, [...marks])
        .filter(({ file }) => isSearchFile(file))
        .map(({ needle }) => needle),
    )
  for (const until = Date.now() + 30_000; inSearch().size < marks.size; await wait(100))
    if (Date.now() > until) throw new Error('The search does not follow the history.')
}

/** Notes to calls of which some name another person; each call is indexed anew, so that the index has more than one piece. */
const writeNotes = async (
  storage: Storage,
  calls: readonly [string, { person: Person; mentions: Person | null }][],
  random: () => number,
): Promise<void> => {
  for (const [callId, { person, mentions }] of calls) {
    if (random() < 0.5) continue
    const text = `${person.mark} wants ${mentions === null ? 'a letter' : pick(mentions.spellings, random)}`
    valueOf(await storage.ask('noteCall', { callId, note: { text, at } }))
  }
  await wait(600)
}

/** An extension: its digits stand in many numbers, and in settings. */
const extensionTen: Person = { phoneNumber: '10', display: '10', spellings: ['10'], mark: '' }

/** Makes the history. Backups are made between the calls, so that no two of them hold the same. */
export const createEraseHouse = async (random: () => number): Promise<EraseHouse> => {
  const dataFolder = join(mkdtempSync(join(tmpdir(), 'rundesk-erase-')), 'data')
  const file = join(dataFolder, 'rundesk.db')
  const storage = createStorage({ file, worker })
  const log = createLog({
    clock: () => Date.now(),
    scrub: scrubShapes,
    write: createLogFile(join(dataFolder, 'logs', 'rundesk.log')),
  })
  const people = Array.from({ length: 12 }, () => makePerson(random))
  const calls = new Map<string, { person: Person; mentions: Person | null }>()
  for (let number = 0; number < 60; number += 1) {
    const person = pick(people, random)
    const mentions = random() < 0.4 ? pick(people, random) : null
    const call = aCall({ phoneNumber: person.phoneNumber, phoneNumberDisplay: person.display })
    const context = mentions === null ? { name: 'Jane' } : contextWith(mentions, random)
    await writeCall(storage, call, { ...context, mark: person.mark }, outcomeWith(mentions ?? person, random))
    calls.set(call.callId, { person, mentions })
    log('warn', 'refused', { words: `no line to ${pick(person.spellings, random)}` })
    if (number % 15 === 7)
      valueOf(await storage.ask('backUp', { now: `2026-11-${(10 + number / 15) | 0}T09:00:00.000Z` }))
  }
  const name = `Line of ${pick(people, random).display}`
  for (const person of people) {
    const double = makeDouble(person, random)
    const call = aCall({ phoneNumber: double.phoneNumber, phoneNumberDisplay: double.display })
    await writeCall(storage, call, contextWith(double, random), { state: 'notSent', cause: 'refused' })
    calls.set(call.callId, { person: double, mentions: double })
  }
  const extension = aCall({ phoneNumber: '10', phoneNumberDisplay: '10' })
  await writeCall(storage, extension, { table: 10 }, { state: 'notSent', cause: 'refused' })
  calls.set(extension.callId, { person: extensionTen, mentions: null })
  const profile = { kind: 'practice', id: anId(), name, color: 'teal', createdAt: at, referenceName: null } as const
  valueOf(await storage.ask('saveProfile', { profile }))
  valueOf(await storage.ask('writeSetting', { name: 'lastDialled', value: pick(people, random).phoneNumber }))
  await untilIndexed(dataFolder, [...calls.values()])
  await writeNotes(storage, [...calls], random)
  return {
    dataFolder,
    file,
    storage,
    people,
    calls,
    async close() {
      await storage.close()
      rmSync(join(dataFolder, '..'), { recursive: true, force: true })
    },
  }
}
