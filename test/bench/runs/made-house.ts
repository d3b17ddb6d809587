import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { rememberStatements } from '../../../src/main/storage/remember-statements.ts'
import { searchFileOf } from '../../../src/main/storage/search/search-file.ts'
import { createSearch } from '../../../src/main/storage/search/search.ts'
import { createSeededRandom } from '../../labs/seeded-random.ts'
import { createMadeCalls, type MadeCall } from './made-calls.ts'
import { writeHistory } from './write-history.ts'

export type Progress = (words: string) => void

/** A history of so many calls on the disk with its search file, and some of its calls to ask about. */
export type MadeHouse = {
  readonly file: string
  readonly sample: readonly MadeCall[]
  readonly figures: { historyMegabytes: number; searchMegabytes: number; writeSeconds: number; indexSeconds: number }
  remove(): void
}

const sampleSize = 5_000

const secondsOf = (act: () => void): number => {
  const start = performance.now()
  act()
  return Math.round((performance.now() - start) / 100) / 10
}

/** Everything is taken in at once: in the app it is done when nobody waits, a little at a time. */
const indexAll = (file: string, rows: number, progress: Progress): void => {
  const history = rememberStatements(new DatabaseSync(file))
  const search = createSearch({ file, history })
  let told = rows
  while (search.step()) {
    const left = search.left() ?? 0
    if (told - left < 50_000) continue
    told = left
    progress(`${left} calls are still to be indexed`)
  }
  search.settle()
  search.end()
  history.close()
}

const megabytes = (file: string): number => Math.round(statSync(file).size / 1e6)

/** Makes the house. */
export const makeHouse = (rows: number, progress: Progress): MadeHouse => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-bench-runs-'))
  const file = join(folder, 'data', 'rundesk.db')
  const made = createMadeCalls(createSeededRandom(rows))
  const sample: MadeCall[] = []
  const every = Math.max(1, Math.floor(rows / sampleSize))
  function* calls(): Generator<MadeCall> {
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
