import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { type MainOnNode, startMain } from '../../engines/main-on-node.ts'
import { launchChromium, openPage } from '../../engines/page-in-chromium.ts'
import { inLanes, shuffled } from '../faults/in-lanes.ts'
import { type Attempted, inject, showEffects } from './inject.ts'
import { type Injection, injections } from './injections.ts'
import { driveNormalRun } from './normal-run.ts'
import { type Typo, typos } from './typos.ts'

/** So many pages at once: they mostly wait. */
const lanes = 3

const outside = 'https://elsewhere.invalid'

/** What only a window's fences can stop is for Electron: a browser has none. */
const byPolicy = injections.filter(({ attempts }) => attempts.every(({ refusedBy }) => !refusedBy.includes('fence')))

export type Judged = { blocked: number; complaints: string[]; open: string[] }

const names = (results: readonly { name: string; blocked: boolean; attempts: readonly Attempted[] }[]): string[] =>
  results.flatMap(({ name, blocked, attempts }) =>
    blocked ? [] : [`${name} (${attempts.flatMap((one) => (one.blocked ? [] : [one.name])).join(', ')})`],
  )

/** Opens the page under a policy, drives it, and tries the injections. A page that does not come up is a complaint. */
const judge = async (
  browser: Browser,
  main: MainOnNode,
  { change, drive, tried }: { change: Typo['change']; drive: boolean; tried: readonly Injection[] },
): Promise<Judged> => {
  const arrived: string[] = []
  const { page, complaints } = await openPage(browser, main, {
    changePolicy: change,
    onForeign: (url) => void arrived.push(url),
  })
  try {
    await page
      .getByRole('navigation', { name: 'Screens' })
      .or(page.getByRole('button', { name: 'Try it in practice' }))
      .first()
      .waitFor({ timeout: 10_000 })
    if (drive) await driveNormalRun(page)
    const seen = [...complaints]
    const results = seen.length > 0 ? [] : await inject(page, { origin: outside, arrived }, tried)
    return { blocked: results.filter(({ blocked }) => blocked).length, complaints: seen, open: names(results) }
  } catch (error) {
    return { blocked: 0, complaints: [...complaints, String(error)], open: [] }
  } finally {
    await page.context().close()
  }
}

/** Without any policy the very same attempts have their effect: what they prove is the policy's doing. */
const hasEffect = async (browser: Browser, main: MainOnNode, injection: Injection): Promise<boolean> => {
  const arrived: string[] = []
  const onForeign = (url: string): void => void arrived.push(url)
  const { page } = await openPage(browser, main, { changePolicy: () => '', onForeign })
  const effect = await showEffects(page, { origin: outside, arrived }, injection)
  await page.context().close()
  return effect
}

export type ChromiumTrial = {
  version: string
  policy: Judged
  /** How many injections were tried without a policy, and which of them had no effect even so. */
  triedWithoutPolicy: number
  idleWithoutPolicy: string[]
  typos: number
  /** Typos that nobody noticed. */
  missed: string[]
}

/** The page's bundle in the system's Chromium under the policy that main's bundle sends; so many typos are planted, and so many injections tried without one. */
export const runInChromium = async (
  counts: { typos: number; unguarded: number },
  random: () => number,
  step: () => void,
): Promise<ChromiumTrial> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-window-'))
  const browser = await launchChromium()
  const main = await startMain(folder)
  try {
    const policy = await judge(browser, main, { change: (same) => same, drive: true, tried: byPolicy })
    step()
    const unguarded = shuffled(injections, random).slice(0, counts.unguarded)
    const idle = await inLanes(lanes, unguarded, async (one) =>
      (await hasEffect(browser, main, one)) ? [] : [one.name],
    )
    step()
    const planted = shuffled(typos, random).slice(0, counts.typos)
    const missed = await inLanes(lanes, planted, async ({ name, change }) => {
      const { complaints, open } = await judge(browser, main, { change, drive: false, tried: byPolicy })
      step()
      return complaints.length === 0 && open.length === 0 ? [name] : []
    })
    return {
      version: browser.version(),
      policy,
      triedWithoutPolicy: unguarded.length,
      idleWithoutPolicy: idle.flat(),
      typos: planted.length,
      missed: missed.flat(),
    }
  } finally {
    await browser.close()
    await main.quit()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** How many injections a browser can be asked to block. */
export const injectionsByPolicy = byPolicy.length
