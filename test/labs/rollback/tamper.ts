import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { damage } from '../disk/corrupt.ts'

const databaseOf = (folder: string): string => join(folder, 'rundesk.db')

/** Copies the database and its WAL from the disk while an app has them open. */
export const copyDatabase = (dataFolder: string, folder: string): void => {
  for (const ending of ['', '-wal'])
    if (existsSync(databaseOf(dataFolder) + ending))
      copyFileSync(databaseOf(dataFolder) + ending, databaseOf(folder) + ending)
}

type TamperInput = {
  file: string
  /** An older copy of the database; its WAL may be next to it. */
  older: string
  /** The database of another data folder. */
  other: string
  random: () => number
}

const remove = (...paths: string[]): void => paths.forEach((path) => rmSync(path, { force: true }))

const replace = (file: string, source: string): void => {
  if (existsSync(source)) copyFileSync(source, file)
  else remove(file)
}

/** Overwrites up to 64 bytes somewhere. */
const overwriteBytes = (file: string, random: () => number): void => {
  const bytes = readFileSync(file)
  const start = Math.floor(random() * bytes.length)
  bytes.fill(Math.floor(random() * 256), start, start + 1 + Math.floor(random() * 64))
  writeFileSync(file, bytes)
}

const cut = (file: string, random: () => number): void => truncateSync(file, Math.floor(random() * statSync(file).size))

/** Changes to the files of a closed history, by name; some need a WAL. */
const tamperings: Record<string, (tampering: TamperInput) => void> = {
  deletedLog: ({ file }) => remove(`${file}-wal`),
  emptyLog: ({ file }) => truncateSync(`${file}-wal`, 0),
  cutLog: ({ file, random }) => cut(`${file}-wal`, random),
  damagedLog: ({ file, random }) => overwriteBytes(`${file}-wal`, random),
  olderLog: ({ file, older }) => replace(`${file}-wal`, `${older}-wal`),
  deletedDatabase: ({ file }) => remove(file),
  deletedFiles: ({ file }) => remove(file, `${file}-wal`, `${file}-shm`),
  emptyDatabase: ({ file }) => truncateSync(file, 0),
  cutDatabase: ({ file, random }) => cut(file, random),
  damagedDatabase: ({ file, random }) => damage(file, random),
  olderDatabase({ file, older }) {
    remove(`${file}-wal`, `${file}-shm`)
    replace(file, older)
  },
  olderDatabaseBesideItsLog: ({ file, older }) => replace(file, older),
  olderFiles({ file, older }) {
    remove(`${file}-shm`)
    for (const ending of ['', '-wal']) replace(file + ending, older + ending)
  },
  otherDatabase({ file, other }) {
    remove(`${file}-wal`, `${file}-shm`)
    replace(file, other)
  },
}

/** Makes a random change to a closed history and returns its name. */
export const tamper = (tampering: TamperInput): string => {
  const { file, random } = tampering
  const hasLog = existsSync(`${file}-wal`)
  const names = Object.keys(tamperings).filter((name) => hasLog || !/^(?!olderDatabase).*Log$/.test(name))
  const name = names[Math.floor(random() * names.length)] ?? ''
  tamperings[name]?.(tampering)
  return name
}
