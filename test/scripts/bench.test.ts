import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { figuresFile, tableOf, withTable } from '../../scripts/lib/bench-figures.mjs'

const root = join(import.meta.dirname, '..', '..')
const script = join(root, 'scripts', 'bench.mjs')
const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', timeout: 55_000 })

const spread = z.object({ p50: z.number().positive(), p99: z.number().positive() })
const difference = z.object({ p50: z.number(), p99: z.number() })
const comparison = z.object({
  desk: spread,
  bare: spread,
  over: difference,
  sync: spread,
  goal: spread,
  met: z.boolean(),
  growth: z.number().positive(),
})
const lineSchema = z.object({
  bench: z.literal('call'),
  n: z.int(),
  history: z.int(),
  growth: z.number().positive(),
  asItIs: comparison,
  slowSync: comparison,
  ok: z.boolean(),
})

describe('npm run bench', () => {
  it.each([
    [['--n', '20'], 'Options need the name of a benchmark'],
    [['screen', '--history', '5'], 'has no history'],
    [['none'], 'unknown benchmark'],
    [['call', 'twice'], 'unknown benchmark'],
    [['../labs'], 'unknown benchmark'],
    [['call', '--n', '0'], '--n must be a whole number'],
    [['call', '--speed'], '--speed'],
  ])('refuses %j with a message', (args, sentence) => {
    const { stderr, status } = run(...args)
    expect(stderr).toContain(sentence)
    expect(status).toBe(1)
  })

  it('ends with one line: app and bare figures, their difference, the disk, and whether the goal was met', () => {
    const { stdout, status } = run('call', '--n', '20')
    const { asItIs, slowSync, ok } = lineSchema.parse(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''))
    for (const { desk, bare, over } of [asItIs, slowSync]) expect(over.p50).toBeCloseTo(desk.p50 - bare.p50, 2)
    // Each call waits once for the added sync delay before anything is sent.
    expect(slowSync.desk.p50).toBeGreaterThan(10)
    expect(ok).toBe(asItIs.met && slowSync.met)
    expect(status).toBe(ok ? 0 : 1)
  })
})

const readText = (file: string): string => readFileSync(join(root, file), 'utf8')

const machine = { cores: 2, processor: 'a processor', gigabytes: 8, load: 0.1 }
const measured = { commit: 'abc1234', changed: false, date: '2026-11-22', machine }
const rowOf = (table: string, what: string): string | undefined =>
  table.split('\n').find((line) => line.startsWith(`| ${what} `))

describe('the table of figures', () => {
  it('in docs/proofs.md matches docs/bench.json', () => {
    const proofs = readText('docs/proofs.md')
    expect(withTable(proofs, JSON.parse(readText(figuresFile)))).toBe(proofs)
  })

  it('says for each figure whether its goal was met, or that it was not measured', () => {
    const call = { growth: 1.3, asItIs: { inFlight: { desk: 1600, bare: 5000 } } }
    const table = tableOf({ ...measured, benches: { call } })
    expect(rowOf(table, 'last hundred calls over the first hundred, p50')).toMatch(
      /\| 1\.3 +\| at most 1\.2 +\| \*\*no\*\*/,
    )
    expect(rowOf(table, 'calls per second, 50 in flight')).toMatch(/\| 1,600 +\| at least 1,500 +\| yes/)
    expect(rowOf(table, 'search, p95')).toMatch(/not measured/)
  })
})
