import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const script = join(import.meta.dirname, '..', '..', 'scripts', 'bench.mjs')
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
})
const lineSchema = z.object({
  bench: z.literal('call'),
  n: z.int(),
  asItIs: comparison,
  slowSync: comparison,
  ok: z.boolean(),
})

describe('npm run bench', () => {
  it.each([
    [[], 'which bench?'],
    [['none'], 'which bench?'],
    [['call', 'twice'], 'which bench?'],
    [['../labs'], 'which bench?'],
    [['call', '--n', '0'], '--n wants a whole number'],
    [['call', '--speed'], '--speed'],
  ])('refuses %j with a sentence', (args, sentence) => {
    const { stderr, status } = run(...args)
    expect(stderr).toContain(sentence)
    expect(status).toBe(1)
  })

  it('ends with one line: both ways, their difference, the disk, and whether the goal was met', () => {
    const { stdout, status } = run('call', '--n', '20')
    const { asItIs, slowSync, ok } = lineSchema.parse(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''))
    for (const { desk, bare, over } of [asItIs, slowSync]) expect(over.p50).toBeCloseTo(desk.p50 - bare.p50, 2)
    // The planted sync is slept through once a call, before anything is sent.
    expect(slowSync.desk.p50).toBeGreaterThan(10)
    expect(ok).toBe(asItIs.met && slowSync.met)
    expect(status).toBe(ok ? 0 : 1)
  })
})
