import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A place in a file where a needle stands. */
export type Hit = { file: string; needle: string }

/** A file may go between being named and being read: databases and browsers remove their own all the time. */
const unlessGone = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => unlessGone(() => statSync(join(folder, name)))?.isFile() === true,
  )

/** Every file below a folder with all its bytes, one after the other. */
export function* bytesOfFiles(folder: string): Generator<{ file: string; bytes: Buffer }> {
  for (const file of filesIn(folder)) {
    const bytes = unlessGone(() => readFileSync(join(folder, file)))
    if (bytes !== null) yield { file, bytes }
  }
}

/** Looks for every needle in every byte of every file of a folder: database, WAL, index of the WAL, backups, logs. */
export const findRawBytes = (folder: string, needles: readonly string[]): Hit[] =>
  [...bytesOfFiles(folder)].flatMap(({ file, bytes }) =>
    needles.filter((needle) => bytes.includes(needle)).map((needle) => ({ file, needle })),
  )

/** How many bytes lie in a folder. */
export const bytesIn = (folder: string): number =>
  filesIn(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
