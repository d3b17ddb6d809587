import { labReference } from '../support/lab-service.ts'

/** One system call of a traced desk, in the order in which the tracer wrote it down. */
export type TracedCall = {
  name: string
  /** Path of a file, or the address of a socket's object: what its number meant at that moment. */
  target: string
  text: string
  /** `whole` in one line; otherwise another thread came between its beginning and its end. */
  part: 'whole' | 'begin' | 'end'
}

const begin = /^(\d+)\s+(\w+)\((\d+)<((?:[^>\\]|\\.|->)*)>/
const resumed = /^(\d+)\s+<\.\.\. (\w+) resumed>/

/** Reads the tracer's lines. A call that is interrupted by another thread's has two lines; both are kept in their places. */
export const readTrace = (text: string): TracedCall[] => {
  const open = new Map<string, string>()
  return text.split('\n').flatMap((line): TracedCall[] => {
    const started = begin.exec(line)
    if (started) {
      const [, thread = '', name = '', , target = ''] = started
      const unfinished = line.endsWith('<unfinished ...>')
      if (unfinished) open.set(`${thread} ${name}`, target)
      return [{ name, target, text: line, part: unfinished ? 'begin' : 'whole' }]
    }
    const [, thread = '', name = ''] = resumed.exec(line) ?? []
    const target = open.get(`${thread} ${name}`)
    return target === undefined ? [] : [{ name, target, text: line, part: 'end' }]
  })
}

const isLog = ({ target }: TracedCall): boolean => target.endsWith('rundesk.db-wal')
const isSync = ({ name }: TracedCall): boolean => name === 'fdatasync' || name === 'fsync'
const isSocket = ({ target }: TracedCall): boolean => target.startsWith('socket:') || target.startsWith('TCP')

/** Whether a request to place a call left before its record was on the disk. */
export type Verdict = 'synced first' | 'sent first' | 'not recorded'

/** How far the log is on the disk: everything written to it before this place in the trace. */
const createSyncLine = () => {
  let began = -1
  let reached = -1
  return {
    reached: (): number => reached,
    take({ part }: TracedCall, at: number): void {
      if (part !== 'end') began = at
      // What is written while a sync is under way may miss it: only what was there when it began is safe.
      if (part !== 'begin') reached = began
    },
  }
}

/** For each call: was its record as `sending` written to the log, and the log synced, before the first byte of its request? */
export const judgeOrder = (trace: readonly TracedCall[], callIds: readonly string[]): Map<string, Verdict> => {
  const sync = createSyncLine()
  const recordedAt = new Map<string, number>()
  /** How far the log was on the disk when the first byte left on a socket. */
  const syncedAtFirstByte = new Map<string, number>()
  const verdicts = new Map<string, Verdict>()
  const open = (): string[] => callIds.filter((callId) => !verdicts.has(callId))

  const takeLogWrite = ({ text }: TracedCall, at: number): void => {
    if (!text.includes('sending')) return
    for (const callId of open()) if (!recordedAt.has(callId) && text.includes(callId)) recordedAt.set(callId, at)
  }

  const takeSocketWrite = ({ target, text }: TracedCall): void => {
    const synced = syncedAtFirstByte.get(target) ?? sync.reached()
    syncedAtFirstByte.set(target, synced)
    const callId = open().find((one) => text.includes(`${labReference}\\":\\"${one}`))
    if (callId === undefined) return
    const recorded = recordedAt.get(callId)
    verdicts.set(callId, recorded === undefined ? 'not recorded' : recorded < synced ? 'synced first' : 'sent first')
  }

  for (const [at, step] of trace.entries()) {
    if (isLog(step) && isSync(step)) sync.take(step, at)
    else if (isLog(step) && step.part !== 'end') takeLogWrite(step, at)
    else if (isSocket(step) && step.part !== 'end') takeSocketWrite(step)
  }
  return verdicts
}
