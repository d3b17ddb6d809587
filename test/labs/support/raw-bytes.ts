import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

type Hit = { file: string; needle: string }

/**
 * Returns null if the file was deleted between being listed and being read: databases and browsers delete their own
 * files.
 */
const unlessDeleted = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => unlessDeleted(() => statSync(join(folder, name)))?.isFile() === true,
  )

/** Yields every file below a folder with its bytes. */
export function* bytesOfFiles(folder: string): Generator<{ file: string; bytes: Buffer }> {
  for (const file of filesIn(folder)) {
    const bytes = unlessDeleted(() => readFileSync(join(folder, file)))
    if (bytes !== null) yield { file, bytes }
  }
}

/** Searches every byte of every file in a folder: database, WAL, WAL index, backups, logs. */
export const findRawBytes = (folder: string, needles: readonly string[]): Hit[] =>
  [...bytesOfFiles(folder)].flatMap(({ file, bytes }) =>
    needles.filter((needle) => bytes.includes(needle)).map((needle) => ({ file, needle })),
  )

export const bytesIn = (folder: string): number =>
  filesIn(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
