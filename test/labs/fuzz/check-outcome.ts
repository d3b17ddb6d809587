import { inspect } from 'node:util'
import { createLog } from '../../../src/main/log/log.ts'
import { scrubShapes } from '../../../src/main/log/redact.ts'
import type { DialResult } from '../../../src/main/service/trigger-call.ts'
import { type Meaning, meaningOf } from '../faults/fault.ts'
import type { ReadBack } from './read-back.ts'

/** The error of one trial; null if there is none. */
export type Check = { wrong: string | null; leak: string | null; unreadable: string | null }

/** All outputs of a result: as JSON, as inspected, and as a log line. */
const outputsOf = (result: DialResult): string => {
  const lines: string[] = []
  const log = createLog({ clock: () => 0, scrub: scrubShapes, write: (line) => void lines.push(line) })
  const { outcome } = result
  const detail = 'detail' in outcome ? outcome.detail : 'workflowRunName' in outcome ? outcome.workflowRunName : ''
  log('info', 'callSettled', { state: outcome.state, detail, all: JSON.stringify(result) })
  return [JSON.stringify(result), inspect(result, { depth: 9, showHidden: true }), ...lines].join('\n')
}

/** The tools of one run: the search for the key, and the history that stores each result. */
export type Checks = { findLeak: (output: string) => string | null; readBack: ReadBack }

/** Compares the outcome with the expected one, searches all outputs for the key, and writes and reads the record. */
export const checkOutcome = (result: DialResult, expected: Meaning, { findLeak, readBack }: Checks): Check => {
  const meaning = meaningOf(result)
  return {
    wrong: meaning === expected ? null : `${meaning}, not ${expected}`,
    leak: findLeak(outputsOf(result)),
    unreadable: readBack.check(result),
  }
}

/** Counts of errors and of expected outcomes, with the first five examples. */
export type Findings = {
  wrongClass: number
  leaks: number
  unreadable: number
  crashes: number
  /** Responses whose JSON became invalid because of the mask: the text after a truncated key happens to continue it. */
  unreadableByMask: number
  examples: string[]
  meanings: Record<string, number>
}

export const createFindings = () => {
  const counts = { wrongClass: 0, leaks: 0, unreadable: 0, crashes: 0, unreadableByMask: 0 }
  const findings: Findings = { ...counts, examples: [], meanings: {} }
  const addExample = (text: string): void => void (findings.examples.length < 5 && findings.examples.push(text))
  return {
    findings,
    add(index: number, expected: string, { wrong, leak, unreadable }: Check): void {
      const name = expected.replace(/ \d+$/, '')
      findings.meanings[name] = (findings.meanings[name] ?? 0) + 1
      if (wrong !== null) addExample(`answer ${index}: ${wrong}`)
      if (leak !== null) addExample(`answer ${index}: ${leak} of the key is in the output`)
      if (unreadable !== null) addExample(`answer ${index}: ${unreadable}`)
      findings.unreadable += unreadable === null ? 0 : 1
      findings.wrongClass += wrong === null ? 0 : 1
      findings.leaks += leak === null ? 0 : 1
    },
    addUnreadableByMask: (): void => void (findings.unreadableByMask += 1),
    /** Whether the history as a whole failed its check. */
    addBrokenHistory(): void {
      findings.unreadable += 1
      addExample('the history fails its own check')
    },
    addCrash(index: number, error: unknown): void {
      findings.crashes += 1
      addExample(
        `answer ${index}: ${error instanceof Error ? `${error.name} ${error.message}` : 'a value other than an error was thrown'}`,
      )
    },
  }
}

/** If this many consecutive characters of a key are found, it is a leak. The service's lists show the first eight. */
const windowLength = 8
const firstWindow = 4

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns a string and its decodings: escapes of JSON, URLs and HTML, up to three levels deep. */
const readings = (text: string): string[] => {
  const all = [text]
  for (let round = 0; round < 3; round += 1) {
    const last = all.at(-1) ?? ''
    const next = last
      .replace(/\\u([\da-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replace(/&#x([\da-f]+);/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replace(/&#(\d+);/g, (_, digits: string) => String.fromCharCode(Number(digits)))
      .replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => entities[name] ?? whole)
      .replace(/\\(["\\/])/g, '$1')
    if (next === last) break
    all.push(next)
  }
  return all
}

const windows = (text: string, length: number, from: number): string[] =>
  Array.from({ length: Math.max(0, text.length - length - from + 1) }, (_, at) =>
    text.slice(from + at, from + at + length),
  )

/** Creates a search for one key in an output. It returns the part that was found, or null. */
export const createLeakSearch = (key: string): ((output: string) => string | null) => {
  const raw = windows(key, windowLength, firstWindow)
  const hex = windows(Buffer.from(key).toString('hex'), windowLength * 2, firstWindow * 2).filter(
    (_, at) => at % 2 === 0,
  )
  const base64 = [0, 1, 2].flatMap((offset) => {
    const text = Buffer.from('\0'.repeat(offset) + key.slice(firstWindow)).toString('base64')
    return windows(text.slice(2, -4), 12, 0).flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
  })
  const needles = [...new Set([...raw, ...hex, ...base64])]
  return (output) => {
    for (const text of readings(output)) {
      const found = needles.find((needle) => text.includes(needle))
      if (found !== undefined) return found
    }
    return null
  }
}
