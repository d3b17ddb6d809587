import { join } from 'node:path'
import { createDesk } from '../desk.ts'
import { createLog, type Log } from '../log/log.ts'
import { createLogFile } from '../log/log-file.ts'
import { headlessParts, type HeadlessParts } from './headless-parts.ts'
import { serveDesk } from './serve-desk.ts'

export type RunParts = Omit<HeadlessParts, 'announce'>

const logIn = (dataFolder: string): Log =>
  createLog({ clock: () => Date.now(), write: createLogFile(join(dataFolder, 'logs', 'rundesk.log')) })

/** Ends on the usual signals, and when nobody reads what we say any more. */
const onStop = (listener: () => void): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, listener)
  process.stdout.on('error', listener)
}

/** Runs a desk on this process's standard input and output until the input ends or a signal comes. */
export const runHeadless = async (parts: RunParts): Promise<void> => {
  const log = logIn(parts.dataFolder)
  log('info', 'started', { headless: true, version: parts.version })
  await serveDesk({
    input: process.stdin,
    write: (line) => void process.stdout.write(`${line}\n`),
    onStop,
    log,
    version: parts.version,
    createDesk: (announce) => createDesk(headlessParts({ ...parts, announce })),
  })
  // An input that is still open would keep the process alive.
  process.stdin.destroy()
}
