import type { Verdict } from './judge.ts'

/** What was found wrong, counted, with the first few examples. */
export type Findings = {
  wrongClass: number
  leaks: number
  crashes: number
  examples: string[]
  meanings: Record<string, number>
}

/** Counts verdicts. */
export const createFindings = () => {
  const findings: Findings = { wrongClass: 0, leaks: 0, crashes: 0, examples: [], meanings: {} }
  const note = (words: string): void => void (findings.examples.length < 5 && findings.examples.push(words))
  return {
    findings,
    take(index: number, expected: string, { wrong, leak }: Verdict): void {
      const name = expected.replace(/ \d+$/, '')
      findings.meanings[name] = (findings.meanings[name] ?? 0) + 1
      if (wrong !== null) note(`answer ${index}: ${wrong}`)
      if (leak !== null) note(`answer ${index}: ${leak} of the key is in what is told`)
      findings.wrongClass += wrong === null ? 0 : 1
      findings.leaks += leak === null ? 0 : 1
    },
    crash(index: number, error: unknown): void {
      findings.crashes += 1
      note(`answer ${index}: ${error instanceof Error ? `${error.name} ${error.message}` : 'a thing was thrown'}`)
    },
  }
}
