import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A place in a file where a needle stands. */
export type Hit = { file: string; needle: string }

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())

/** Looks for every needle in every byte of every file of a folder: database, WAL, index of the WAL, backups, logs. */
export const findRawBytes = (folder: string, needles: readonly string[]): Hit[] =>
  filesIn(folder).flatMap((file) => {
    const bytes = readFileSync(join(folder, file))
    return needles.filter((needle) => bytes.includes(needle)).map((needle) => ({ file, needle }))
  })

/** How many bytes lie in a folder. */
export const bytesIn = (folder: string): number =>
  filesIn(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
