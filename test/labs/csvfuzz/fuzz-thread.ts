import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { readTable } from '../../../src/main/lists/read-table.ts'
import { createDraw } from '../fuzz/generate-answer.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { makeFile } from './make-file.ts'
import { findFault, type ReadTable, readWith } from './oracle.ts'

/** A bug injected into the reader: it drops a row, repeats one, or reports one too many. */
export type InjectedBug = 'drops' | 'repeats' | 'miscounts' | null

/**
 * Runs the trials from `from` up to, but not including, `to`. `trial` contains the current one, so that the lab can
 * tell which one hangs. Each trial after the first `small` ones is a large file.
 */
export type FuzzData = {
  from: number
  to: number
  small: number
  seed: number
  injectedBug: InjectedBug
  trial: Int32Array
}

export type FuzzResult = {
  trial: number
  kind: string
  state: 'read' | 'refused' | 'wrong' | 'crashed'
  detail: string
}

const readWithBug = (injectedBug: InjectedBug): ReadTable => {
  if (injectedBug === null) return readTable
  return async (source, handlers) => {
    let isDone = false
    const change = (rows: string[][]): string[][] => {
      if (isDone || rows.length < 2 || injectedBug === 'miscounts') return rows
      isDone = true
      return injectedBug === 'drops' ? rows.slice(1) : [rows[0] ?? [], ...rows]
    }
    let given = 0
    const onRows = (rows: string[][]): void => {
      const changed = change(rows)
      given += changed.length
      handlers.onRows(changed)
    }
    const outcome = await readTable(source, { ...handlers, onRows })
    if (!outcome.ok) return outcome
    return { ok: true, value: { ...outcome.value, rows: injectedBug === 'miscounts' ? given + 1 : given } }
  }
}

const fuzz = async ({ from, to, small, seed, injectedBug, trial: current }: FuzzData): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-csvfuzz-'))
  const path = join(folder, 'calls.csv')
  const read = readWithBug(injectedBug)
  let results: FuzzResult[] = []
  const run = async (trial: number): Promise<FuzzResult> => {
    const draw = createDraw(createSeededRandom(seed * 1_000_003 + trial))
    const file = makeFile(draw, trial < small ? null : trial - small)
    const { kind } = file
    writeFileSync(path, file.bytes)
    try {
      const reading = await readWith(read, path)
      const fault = findFault(file, reading)
      if (fault !== null) return { trial, kind, state: 'wrong', detail: fault }
      return { trial, kind, state: reading.outcome.ok ? 'read' : 'refused', detail: '' }
    } catch (error) {
      return {
        trial,
        kind,
        state: 'crashed',
        detail: error instanceof Error ? `${error.name} ${error.message}` : 'no error',
      }
    }
  }
  const post = (): void => {
    parentPort?.postMessage(results)
    results = []
  }
  try {
    for (let trial = from; trial < to; trial += 1) {
      Atomics.store(current, 0, trial)
      results.push(await run(trial))
      if (results.length >= 200) post()
    }
    post()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// Only the lab starts this file, with this data.
await fuzz(workerData as FuzzData)
