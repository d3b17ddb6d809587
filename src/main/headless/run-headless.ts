import { createDesk } from '../desk.ts'
import { createProcessLog, createProcessScrub } from '../process-log.ts'
import { headlessParts, type HeadlessParts } from './headless-parts.ts'
import { createOnStop } from './on-stop.ts'
import { serveDesk } from './serve-desk.ts'

export type RunParts = Omit<HeadlessParts, 'announce' | 'log'>

/** Runs a desk on this process's standard input and output until the input ends or a signal comes. */
export const runHeadless = async (parts: RunParts): Promise<void> => {
  const log = createProcessLog(parts.dataFolder, createProcessScrub())
  log('info', 'started', { headless: true, version: parts.version })
  const { unwritten } = await serveDesk({
    input: process.stdin,
    write: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    onStop: createOnStop(log),
    log,
    version: parts.version,
    createDesk: (announce) => createDesk(headlessParts({ ...parts, announce, log })),
  })
  if (unwritten > 0) process.exitCode = 1
  // An input that is still open would keep the process alive.
  process.stdin.destroy()
}
