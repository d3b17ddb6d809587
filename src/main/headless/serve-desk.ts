import { randomBytes } from 'node:crypto'
import { createReference } from '../log/reference.ts'
import { events } from '../../contract/events.ts'
import type { DeskService } from '../desk.ts'
import type { Announce } from '../ipc/announce.ts'
import type { Log } from '../log/log.ts'
import { createAnswerLines } from './answer-lines.ts'

export type ServeParts = {
  input: NodeJS.ReadableStream
  write: (line: string) => void
  /** Says a line to whoever started this process, which is no answer; to nobody unless it is handed in. */
  complain?: (line: string) => void
  /** Calls its listener when the desk is asked from outside to end. */
  onStop: (listener: () => void) => void
  log: Log
  version: string
  createDesk: (announce: Announce) => DeskService
}

const ended = (input: NodeJS.ReadableStream): Promise<void> =>
  new Promise((resolve) =>
    input
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve()),
  )

/**
 * Serves a desk over lines of JSON: first `{ "ready", "version", "started" }`, then one answer a question and one line an
 * event. It resolves when its input has ended or it was told to stop, every answer has been given, no call is on its way
 * and everything is closed; with how many calls' answers the disk did not take.
 */
export const serveDesk = async (parts: ServeParts): Promise<{ unwritten: number }> => {
  const { input, write, complain, onStop, log, version, createDesk } = parts
  const stopped = new Promise<void>((resolve) => onStop(resolve))
  const desk = createDesk((event, payload) => write(JSON.stringify({ event, payload: events[event].parse(payload) })))
  // Nobody waits here for a window: what carries requests is read before the first of them, and holds none of them up.
  const [started] = await Promise.all([desk.start(), desk.readAhead()])
  if (!started.ok) log('error', 'startFailed', { kind: started.failure.kind })
  const answers = createAnswerLines({
    handlers: desk.operations,
    createReference: () => createReference(randomBytes),
    log,
    write,
  })
  const inputEnded = ended(input)
  write(JSON.stringify({ ready: true, version, started }))
  input.setEncoding('utf8')
  input.on('data', (piece) => answers.take(String(piece)))
  await Promise.race([inputEnded, stopped])
  await answers.finish()
  // A request on its way is never cut: nobody could say any more what became of its call.
  const { unwritten, sentence } = await desk.endCalls.end()
  if (unwritten > 0) {
    log('error', 'answersNotWritten', { calls: unwritten })
    complain?.(sentence)
  }
  await desk.close()
  return { unwritten }
}
