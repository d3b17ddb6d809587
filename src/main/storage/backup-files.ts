import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** How many backups are kept. */
const kept = 7

const month = 30 * 24 * 60 * 60 * 1000

const pattern = /^rundesk-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.db$/

export type BackupFile = { file: string; at: string }

/** The folder beside the database in which its backups lie. */
export const backupFolder = (file: string): string => join(dirname(file), 'backups')

/** The name of the backup made at `at` (ISO 8601): no sign in it that a file system refuses. */
export const backupName = (at: string): string => `rundesk-${at.replace(/[:.]/g, '-')}.db`

const readName = (folder: string, name: string): BackupFile[] => {
  const parts = pattern.exec(name)
  if (parts === null) return []
  const [, day, hour, minute, second, milliseconds] = parts
  return [{ file: join(folder, name), at: `${day}T${hour}:${minute}:${second}.${milliseconds}Z` }]
}

const namesIn = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : []

/** All finished backups, newest first. */
export const listBackups = (folder: string): BackupFile[] => {
  const found = namesIn(folder).flatMap((name) => readName(folder, name))
  return found.toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

/**
 * Removes backups beyond those that are kept, and, where the app is seldom used, those a month older than the newest:
 * what was taken out of the history because its time was over would live on in them.
 */
export const tidyBackups = (folder: string): void => {
  const found = listBackups(folder)
  const newest = Date.parse(found[0]?.at ?? '')
  for (const [place, { file, at }] of found.entries())
    if (place >= kept || newest - Date.parse(at) > month) rmSync(file, { force: true })
}

/** Removes unfinished files: an app that was killed while it made a copy leaves one. */
export const removeUnfinished = (folder: string): void => {
  for (const name of namesIn(folder)) if (/\.part(-journal|-wal|-shm)?$/.test(name)) rmSync(join(folder, name))
}
