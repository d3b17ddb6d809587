import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { cacheStatements } from '../../../src/main/storage/database.ts'
import { searchFileOf } from '../../../src/main/storage/search/search-file.ts'
import { createSearchIndex } from '../../../src/main/storage/search/search-index.ts'
import { createSeededRandom, pick } from '../../labs/seeded-random.ts'
import { createRandomCalls, type RandomCall } from './random-calls.ts'
import { writeHistory, writeMark } from './write-history.ts'
import { type CallFilter, everyCall } from '../../../src/contract/call-list.ts'
import { readWords } from '../../../src/main/storage/search/search-text.ts'

type Progress = (words: string) => void

/** A history of a given length on disk with its search file, and some of its calls to search for. */
export type BenchHistory = {
  readonly file: string
  readonly sample: readonly RandomCall[]
  readonly figures: { historyMegabytes: number; searchMegabytes: number; writeSeconds: number; indexSeconds: number }
  remove(): void
}

const sampleSize = 5_000

const secondsOf = (act: () => void): number => {
  const start = performance.now()
  act()
  return Math.round((performance.now() - start) / 100) / 10
}

/** Indexes everything at once; the app does it while idle. */
const indexAll = (file: string, rows: number, progress: Progress): void => {
  const history = cacheStatements(new DatabaseSync(file))
  const search = createSearchIndex({ file, history })
  let reported = rows
  while (search.step()) {
    const left = search.unindexed() ?? 0
    if (reported - left < 50_000) continue
    reported = left
    progress(`${left} calls are still to be indexed`)
  }
  while (search.mergeGrown()) continue
  search.checkpoint()
  search.end()
  history.close()
  // Whether the indexer has changed the file.
  writeMark(file)
}

const megabytes = (file: string): number => Math.round(statSync(file).size / 1e6)

export const createBenchHistory = (rows: number, progress: Progress): BenchHistory => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-bench-runs-'))
  const file = join(folder, 'data', 'rundesk.db')
  const made = createRandomCalls(createSeededRandom(rows))
  const sample: RandomCall[] = []
  const every = Math.max(1, Math.floor(rows / sampleSize))
  function* calls(): Generator<RandomCall> {
    for (let count = 0; count < rows; count += 1) {
      const call = made.next()
      if (count % every === 0) sample.push(call)
      yield call
    }
  }
  const writeSeconds = secondsOf(() =>
    writeHistory(file, calls(), (count) => count % 100_000 === 0 && progress(`${count} calls are written`)),
  )
  const indexSeconds = secondsOf(() => indexAll(file, rows, progress))
  return {
    file,
    sample,
    figures: {
      historyMegabytes: megabytes(file),
      searchMegabytes: megabytes(searchFileOf(file)),
      writeSeconds,
      indexSeconds,
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The kind of the query, the typed text, and the filter. */
export type BenchQuery = { kind: string; typed: string; filter: CallFilter }

type Random = () => number

const digitsOf = ({ call }: RandomCall): string => call.phoneNumber.slice(1)

const nameOf = ({ context }: RandomCall): string => {
  const name = context['customer_name']
  return typeof name === 'string' ? name : ''
}

const spelled = (made: RandomCall, random: Random): string => {
  const shown = made.call.phoneNumberDisplay
  const [, ...groups] = shown.split(' ')
  return pick(
    [shown, shown.replaceAll(' ', '-'), `(${groups[0] ?? ''}) ${groups.slice(1).join('-')}`, `00${digitsOf(made)}`],
    random,
  )
}

/** The kinds of searches, all equally frequent. */
const kinds: Record<string, (made: RandomCall, random: Random) => string> = {
  common: (_made, random) => pick(['renewal', 'friday', 'acme', 'the end', 'welcome', 'wr-api'], random),
  name: (made) => nameOf(made),
  partOfName: (made) => nameOf(made).slice(0, 4),
  rare: (made) => nameOf(made).split(' ').toReversed().join(' '),
  absent: (_made, random) => pick(['zzyzx', 'qwertz', 'no such name', '99999999999', 'xx-xx'], random),
  oneSign: (_made, random) => pick(['a', '7', 'é', '#', 'x', 'ß'], random),
  twoSigns: (_made, random) => pick(['ba', 'zu', 'qq', '77', 'é ', '€5', 'ko'], random),
  number: (made) => made.call.phoneNumber,
  spelledNumber: spelled,
  lastDigits: (made) => digitsOf(made).slice(-4),
  partOfNumber: (made, random) => digitsOf(made).slice(2, 5 + Math.floor(random() * 5)),
  run: (made) => String('workflowRunId' in made.call.outcome ? made.call.outcome.workflowRunId : 48_213),
  note: (_made, random) => pick(['wants', 'rang', 'wants ba'], random),
  twoWords: (made) => `${nameOf(made).split(' ')[0] ?? ''} renewal`,
}

export const queryKinds = Object.keys(kinds)

const filterOf = ({ call }: RandomCall, random: Random): CallFilter => {
  const day = call.preparedAt.slice(0, 10)
  const week = new Date(Date.parse(day) + 7 * 86_400_000).toISOString()
  return pick<CallFilter>(
    [
      { ...everyCall, states: ['rejected', 'notSent'] },
      { ...everyCall, states: ['cancelled'] },
      { ...everyCall, agentUuids: [call.agentUuid] },
      { ...everyCall, profileIds: [call.profileId], states: ['accepted'] },
      { ...everyCall, from: `${day}T00:00:00.000Z`, until: week },
      { ...everyCall, practice: true },
    ],
    random,
  )
}

/** Returns a query of the next kind for a random call. */
export const createQuery = (turn: number, made: RandomCall, random: Random): BenchQuery => {
  const kind = queryKinds[turn % queryKinds.length] ?? 'common'
  return { kind, typed: kinds[kind]?.(made, random) ?? '', filter: everyCall }
}

/** Returns such a query with a filter, or only a filter. */
export const createFilteredQuery = (turn: number, made: RandomCall, random: Random): BenchQuery => {
  const { kind, typed } = createQuery(turn, made, random)
  const alone = turn % 4 === 3
  return { kind: alone ? 'filter' : kind, typed: alone ? '' : typed, filter: filterOf(made, random) }
}

/** Reads the same files with SQLite alone: no thread, no contract, no filter, no pending calls. */
export type BareSqlite = {
  newest(): number
  before(sequence: number): number
  ofRun(runId: number): number
  find(typed: string): number
  close(): void
}

const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`

const trigramsOf = (text: string): string[] => {
  const signs = Array.from(text)
  return signs.slice(2).map((_, place) => signs.slice(place, place + 3).join(''))
}

export const openBare = (file: string): BareSqlite => {
  const calls = new DatabaseSync(file, { readOnly: true })
  const search = new DatabaseSync(searchFileOf(file), { readOnly: true })
  const newest = calls.prepare('SELECT * FROM calls ORDER BY sequence DESC LIMIT 50')
  const before = calls.prepare('SELECT * FROM calls WHERE sequence < ? ORDER BY sequence DESC LIMIT 100')
  const ofRun = calls.prepare('SELECT * FROM calls WHERE workflow_run_id = ?')
  const at = calls.prepare(
    'SELECT * FROM calls WHERE sequence IN (SELECT value FROM json_each(?)) ORDER BY sequence DESC',
  )
  const match = search.prepare(
    'SELECT rowid AS sequence FROM texts_index WHERE texts_index MATCH ? ORDER BY rowid DESC LIMIT 50',
  )
  const scan = search.prepare('SELECT sequence FROM texts WHERE instr(text, ?) > 0 ORDER BY sequence DESC LIMIT 50')

  const sequencesOf = (part: string) => {
    const threes = trigramsOf(part)
    return threes.length === 0 ? scan.all(part) : match.all(threes.map(quoted).join(' AND '))
  }

  return {
    newest: () => newest.all().length,
    before: (sequence) => before.all(sequence).length,
    ofRun: (runId) => ofRun.all(runId).length,
    find(typed) {
      // Searches only for the longest word, in its shortest form: the least that any search must do.
      const words = readWords(typed).map((word) => word.at(-1) ?? '')
      const longest = words.toSorted((one, other) => other.length - one.length)[0] ?? ''
      return at.all(JSON.stringify(sequencesOf(longest).map((row) => row['sequence']))).length
    },
    close() {
      search.close()
      calls.close()
    },
  }
}
