import { inspect } from 'node:util'
import { createLog } from '../../../src/main/log/log.ts'
import { scrubShapes } from '../../../src/main/log/scrub-shapes.ts'
import type { DialResult } from '../../../src/main/service/service-client.ts'
import { type Meaning, meaningOf } from '../faults/fault.ts'

/** What can be held against one trial; all empty when it went well. */
export type Verdict = { wrong: string | null; leak: string | null }

/** Everything that leaves the client and could be seen: as JSON, as inspected, and as a line of the log. */
const outputsOf = (result: DialResult): string => {
  const lines: string[] = []
  const log = createLog({ clock: () => 0, scrub: scrubShapes, write: (line) => void lines.push(line) })
  const { outcome } = result
  const detail = 'detail' in outcome ? outcome.detail : 'workflowRunName' in outcome ? outcome.workflowRunName : ''
  log('info', 'callSettled', { state: outcome.state, detail, all: JSON.stringify(result) })
  return [JSON.stringify(result), inspect(result, { depth: 9, showHidden: true }), ...lines].join('\n')
}

/** Judges one call by what it had to be told as and by the key that must not be in anything that is told. */
export const judge = (result: DialResult, expected: Meaning, findLeak: (output: string) => string | null): Verdict => {
  const meaning = meaningOf(result)
  return {
    wrong: meaning === expected ? null : `${meaning}, not ${expected}`,
    leak: findLeak(outputsOf(result)),
  }
}
