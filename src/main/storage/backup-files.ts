import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** How many backups are kept. */
const kept = 7

const month = 30 * 24 * 60 * 60 * 1000

const pattern = /^rundesk-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z(?:-e(\d{1,15}))?\.db$/

/** A backup: when it was made by the clock of then, and how many events its history has; null where its name does not tell. */
export type BackupFile = { file: string; at: string; events: number | null }

/** The folder beside the database in which its backups lie. */
export const backupFolder = (file: string): string => join(dirname(file), 'backups')

/** The name of a backup made at `at` (ISO 8601) of so many events: no sign in it that a file system refuses. */
export const backupName = (at: string, events: number | null): string =>
  `rundesk-${at.replace(/[:.]/g, '-')}${events === null ? '' : `-e${events}`}.db`

const readName = (folder: string, name: string): BackupFile[] => {
  const parts = pattern.exec(name)
  if (parts === null) return []
  const [, day, hour, minute, second, milliseconds, events] = parts
  const at = `${day}T${hour}:${minute}:${second}.${milliseconds}Z`
  return [{ file: join(folder, name), at, events: events === undefined ? null : Number(events) }]
}

const namesIn = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : []

/** A history only grows, so what holds more of it is newer, whatever the clocks said; the time decides where both hold the same. */
const byAge = (one: BackupFile, other: BackupFile): number => {
  const more = one.events === null || other.events === null ? 0 : other.events - one.events
  return more === 0 ? (one.at < other.at ? 1 : -1) : more
}

/** All finished backups, newest first. */
export const listBackups = (folder: string): BackupFile[] =>
  namesIn(folder)
    .flatMap((name) => readName(folder, name))
    .toSorted(byAge)

/** When the newest backup was made; one from a time that is yet to come was made under a wrong clock and does not count. */
export const newestBackupAt = (folder: string, now: string): string | null =>
  listBackups(folder).find(({ at }) => at <= now)?.at ?? null

/**
 * Removes backups beyond those that are kept, and, where the app is seldom used and the clock can be believed, those made
 * a month before `made`: what was taken out of the history because its time was over would live on in them. The one that
 * has just been made stays in any case.
 */
export const tidyBackups = (folder: string, made: string, clockIsBelieved: boolean): void => {
  const others = listBackups(folder).filter(({ file }) => file !== made)
  const madeAt = Date.parse(listBackups(folder).find(({ file }) => file === made)?.at ?? '')
  for (const [place, { file, at }] of others.entries()) {
    const isOver = clockIsBelieved && madeAt - Date.parse(at) > month
    if (place >= kept - 1 || isOver) rmSync(file, { force: true })
  }
}

/** Removes unfinished files: an app that was killed while it made a copy leaves one. */
export const removeUnfinished = (folder: string): void => {
  for (const name of namesIn(folder)) if (/\.part(-journal|-wal|-shm)?$/.test(name)) rmSync(join(folder, name))
}
