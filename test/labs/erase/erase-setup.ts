import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Call, CallState } from '../../../src/contract/call.ts'
import type { InitialContext } from '../../../src/contract/initial-context.ts'
import { createLog, createLogFile } from '../../../src/main/log/log.ts'
import { scrubShapes } from '../../../src/main/log/redact.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { aCall, anId } from '../../support/a-call.ts'
import { findRawBytes } from '../support/raw-bytes.ts'
import { valueOf } from '../../support/value-of.ts'
import { pick } from '../seeded-random.ts'
import { endOfTime } from '../../../src/domain/call-state.ts'

const worker = new URL('../../../src/main/storage/worker.ts', import.meta.url)
const at = '2026-11-21T09:15:00.000Z'

/** A seeded history in its own folder: people, calls to them, calls that mention them, backups, and a log. */
export type EraseSetup = {
  readonly dataFolder: string
  readonly file: string
  readonly storage: Storage
  readonly people: readonly Person[]
  /** By call ID: the called person, and another person whom the call mentions. */
  readonly calls: ReadonlyMap<string, { person: Person; mentions: Person | null }>
  close(): Promise<void>
}

export const isSearchFile = (file: string): boolean => file.startsWith('rundesk-search.db')

/** Returns a context that contains the person's number in some format, at some depth, as a string, name or number. */
const contextWith = ({ formats, phoneNumber }: Person, random: () => number): InitialContext => {
  const format = pick(formats, random)
  return pick(
    [
      { call_back: format },
      { customer: { notes: [`sister: ${format}, after six`, 'x'.repeat(Math.floor(random() * 3_000))] } },
      { phone: Number(phoneNumber.slice(1)) },
      { known_numbers: { [format]: 'home' } },
    ],
    random,
  )
}

const outcomeWith = ({ formats }: Person, random: () => number): CallState =>
  pick<CallState>(
    [
      { state: 'rejected', status: 422, detail: `no route to ${pick(formats, random)}`, issues: [] },
      {
        state: 'rejected',
        status: 422,
        detail: '',
        issues: [{ path: ['to'], code: 'service', words: pick(formats, random) }],
      },
      { state: 'closedByOperator', decision: 'placed', who: 'ana', at, note: `rang ${pick(formats, random)} back` },
      { state: 'failedAtProvider', status: 400, detail: pick(formats, random), doubt: false, workflowRunId: null },
      { state: 'notSent', cause: 'refused' },
    ],
    random,
  )

/** Records a call and its outcome; earlier calls to the number may be in progress. */
const writeCall = async (
  { storage, calls }: Pick<EraseSetup, 'storage' | 'calls'>,
  call: Call,
  initialContext: InitialContext,
  outcome: CallState,
) => {
  const confirmedAfter = [...calls.keys()]
  await valueOf(storage.run('recordCall', { call, initialContext, repeatSince: endOfTime, confirmedAfter }))
  await valueOf(storage.run('moveCall', { callId: call.callId, from: ['queued'], outcome, at, endedAt: at }))
}

/** Waits until the search index contains everyone's mark; otherwise there would be nothing to erase from it. */
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

/** Adds notes, some of which mention another person; reindexing them gives the index several segments. */
const writeNotes = async (
  storage: Storage,
  calls: readonly [string, { person: Person; mentions: Person | null }][],
  random: () => number,
): Promise<void> => {
  for (const [callId, { person, mentions }] of calls) {
    if (random() < 0.5) continue
    const text = `${person.mark} wants ${mentions === null ? 'a letter' : pick(mentions.formats, random)}`
    await valueOf(storage.run('setCallNote', { callId, note: { text, at } }))
  }
  await wait(600)
}

/** An extension, whose digits occur in many numbers and settings. */
const extensionTen: Person = { phoneNumber: '10', display: '10', formats: ['10'], mark: '' }

/** Creates a setup, with backups between the calls, so that no two backups are identical. */
export const createEraseSetup = async (random: () => number): Promise<EraseSetup> => {
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
    await writeCall(
      { storage, calls },
      call,
      { ...context, mark: person.mark },
      outcomeWith(mentions ?? person, random),
    )
    calls.set(call.callId, { person, mentions })
    log('warn', 'refused', { words: `no line to ${pick(person.formats, random)}` })
    if (number % 15 === 7)
      await valueOf(storage.run('backUp', { now: `2026-11-${(10 + number / 15) | 0}T09:00:00.000Z` }))
  }
  const name = `Line of ${pick(people, random).display}`
  for (const person of people) {
    const double = makeDouble(person, random)
    const call = aCall({ phoneNumber: double.phoneNumber, phoneNumberDisplay: double.display })
    await writeCall({ storage, calls }, call, contextWith(double, random), { state: 'notSent', cause: 'refused' })
    calls.set(call.callId, { person: double, mentions: double })
  }
  const extension = aCall({ phoneNumber: '10', phoneNumberDisplay: '10' })
  await writeCall({ storage, calls }, extension, { table: 10 }, { state: 'notSent', cause: 'refused' })
  calls.set(extension.callId, { person: extensionTen, mentions: null })
  const profile = { kind: 'practice', id: anId(), name, color: 'teal', createdAt: at, referenceName: null } as const
  await valueOf(storage.run('saveProfile', { profile }))
  await valueOf(storage.run('writeSetting', { name: 'lastDialled', value: pick(people, random).phoneNumber }))
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

/** A person with a number in every format that this lab uses. */
export type Person = {
  phoneNumber: string
  display: string
  formats: readonly string[]
  /** Three characters (one trigram) that occur only in the contexts of this person's calls. */
  mark: string
}

type Country = { prefix: string; groups: readonly number[]; zero: boolean }

const countries: readonly Country[] = [
  { prefix: '1', groups: [3, 3, 4], zero: false },
  { prefix: '44', groups: [2, 4, 4], zero: true },
  { prefix: '49', groups: [2, 4, 4], zero: true },
  { prefix: '33', groups: [1, 2, 2, 2, 2], zero: true },
  { prefix: '972', groups: [2, 3, 4], zero: true },
]

const groupsOf = (digits: string, sizes: readonly number[]): string[] => {
  let start = 0
  return sizes.map((size) => digits.slice(start, (start += size)))
}

const sharedDigits = 7

/**
 * Returns a person whose number has the same last seven digits, or the same digits except the last, and whom the
 * erasure must not affect. (In raw bytes, the same number with another country code could not be distinguished.)
 */
const makeDouble = ({ phoneNumber }: Person, random: () => number): Person => {
  const digits = phoneNumber.slice(1)
  const last = (Number(digits.at(-1)) + 1 + Math.floor(random() * 8)) % 10
  const sameEnding = `+39${Math.floor(random() * 900) + 100}${digits.slice(-sharedDigits)}`
  const double = random() < 0.5 ? sameEnding : `+${digits.slice(0, -1)}${last}`
  return { phoneNumber: double, display: double, formats: [double], mark: '' }
}

/** Makes a mark from characters of Unicode's private use area. */
const makeMark = (random: () => number): string =>
  Array.from({ length: 3 }, () => String.fromCodePoint(0xe000 + Math.floor(random() * 0x1800))).join('')

/** Creates a person with a random number. */
const makePerson = (random: () => number): Person => {
  const { prefix, groups, zero } = countries[Math.floor(random() * countries.length)] ?? countryOfLast
  const length = groups.reduce((sum, size) => sum + size, 0)
  const digits = Array.from(
    { length },
    (_, index) => Math.floor(random() * (index === 0 ? 8 : 10)) + (index === 0 ? 2 : 0),
  )
  const national = digits.join('')
  const parts = groupsOf(national, groups)
  const [first = '', ...rest] = parts
  const trunk = zero ? '0' : ''
  return {
    phoneNumber: `+${prefix}${national}`,
    display: `+${prefix} ${parts.join(' ')}`,
    formats: [
      `+${prefix}${national}`,
      `${prefix}${national}`,
      `00${prefix}${national}`,
      `+${prefix} ${parts.join(' ')}`,
      `+${prefix}-${parts.join('-')}`,
      `(${trunk}${first}) ${rest.join('-')}`,
      `${trunk}${parts.join('.')}`,
      `${trunk}${national}`,
      ...(zero ? [`+${prefix} (0)${parts.join(' ')}`] : []),
    ],
    mark: makeMark(random),
  }
}

const countryOfLast: Country = { prefix: '1', groups: [3, 3, 4], zero: false }

/**
 * Returns the end of a mark, because the index may store a term without the prefix it shares with the previous term.
 */
export const markNeedle = ({ mark }: Person): string => mark.slice(1)

/**
 * Returns everything that must not be found after an erasure: every format, the digits that all formats share, and the
 * mark.
 */
export const needlesOf = (person: Person): string[] => {
  const { formats, phoneNumber } = person
  const shortest = formats.map((format) => format.replace(/\D/g, '')).toSorted((a, b) => a.length - b.length)
  return [...new Set([...formats, phoneNumber.slice(1), ...shortest.slice(0, 1), markNeedle(person)])]
}
