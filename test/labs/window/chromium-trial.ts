import { messages } from '../../../src/messages/index.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { type MainOnNode, startMain } from '../../browser/main-on-node.ts'
import { launchChromium, openPage } from '../../browser/page-in-chromium.ts'
import { mapConcurrently, shuffled } from '../lab.ts'
import { type AttemptResult, inject, type Injection, injections, showEffects } from './injections.ts'
import { driveNormalRun } from './normal-run.ts'
import { contentSecurityPolicy } from '../../../src/main/platform/app-scheme.ts'

/** Number of concurrent pages; they mostly wait. */
const concurrency = 3

const outside = 'https://elsewhere.invalid'

/** Excludes injections that only Electron's window can block. */
const byPolicy = injections.filter(({ attempts }) => attempts.every(({ refusedBy }) => !refusedBy.includes('window')))

type PolicyResult = { blocked: number; pageErrors: string[]; open: string[] }

const names = (results: readonly { name: string; blocked: boolean; attempts: readonly AttemptResult[] }[]): string[] =>
  results.flatMap(({ name, blocked, attempts }) =>
    blocked ? [] : [`${name} (${attempts.flatMap((one) => (one.blocked ? [] : [one.name])).join(', ')})`],
  )

/**
 * Opens the page with a policy, uses it, and tries the injections. A page that does not load is reported as a
 * error.
 */
const tryPolicy = async (
  browser: Browser,
  main: MainOnNode,
  { change, drive, tried }: { change: Typo['change']; drive: boolean; tried: readonly Injection[] },
): Promise<PolicyResult> => {
  const arrived: string[] = []
  const { page, pageErrors } = await openPage(browser, main, {
    changePolicy: change,
    onForeign: (url) => void arrived.push(url),
  })
  try {
    await page
      .getByRole('navigation', { name: messages.shell.nav })
      .or(page.getByRole('button', { name: messages.onboarding.practice.action }))
      .first()
      .waitFor({ timeout: 10_000 })
    if (drive) await driveNormalRun(page)
    const seen = [...pageErrors]
    const results = seen.length > 0 ? [] : await inject(page, { origin: outside, arrived }, tried)
    return { blocked: results.filter(({ blocked }) => blocked).length, pageErrors: seen, open: names(results) }
  } catch (error) {
    return { blocked: 0, pageErrors: [...pageErrors, String(error)], open: [] }
  } finally {
    await page.context().close()
  }
}

/** Control: returns whether an injection has an effect without a policy. */
const hasEffect = async (browser: Browser, main: MainOnNode, injection: Injection): Promise<boolean> => {
  const arrived: string[] = []
  const onForeign = (url: string): void => void arrived.push(url)
  const { page } = await openPage(browser, main, { changePolicy: () => '', onForeign })
  const effect = await showEffects(page, { origin: outside, arrived }, injection)
  await page.context().close()
  return effect
}

type ChromiumTrial = {
  version: string
  policy: PolicyResult
  /** Injections without a policy, and those without an effect. */
  triedWithoutPolicy: number
  idleWithoutPolicy: string[]
  typos: number
  /** Typos that were not detected. */
  missed: string[]
}

/**
 * Runs the page in the system's Chromium with the policy from the main process's bundle, with typos injected into it,
 * and without a policy.
 */
export const runInChromium = async (
  counts: { typos: number; unguarded: number },
  random: () => number,
  step: () => void,
): Promise<ChromiumTrial> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-window-'))
  const browser = await launchChromium()
  const main = await startMain(folder)
  try {
    const policy = await tryPolicy(browser, main, { change: (same) => same, drive: true, tried: byPolicy })
    step()
    const unguarded = shuffled(injections, random).slice(0, counts.unguarded)
    const idle = await mapConcurrently(concurrency, unguarded, async (one) =>
      (await hasEffect(browser, main, one)) ? [] : [one.name],
    )
    step()
    const injected = shuffled(typos, random).slice(0, counts.typos)
    const missed = await mapConcurrently(concurrency, injected, async ({ name, change }) => {
      const { pageErrors, open } = await tryPolicy(browser, main, { change, drive: false, tried: byPolicy })
      step()
      return pageErrors.length === 0 && open.length === 0 ? [name] : []
    })
    return {
      version: browser.version(),
      policy,
      triedWithoutPolicy: unguarded.length,
      idleWithoutPolicy: idle.flat(),
      typos: injected.length,
      missed: missed.flat(),
    }
  } finally {
    await browser.close()
    await main.quit()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** Number of injections that a policy can block. */
export const injectionsByPolicy = byPolicy.length

type Typo = { name: string; change: (policy: string) => string }

const directives = contentSecurityPolicy.split('; ').map((text) => text.split(' ')[0] ?? '')

/** Swaps two letters in the middle of a word. */
const swapped = (word: string): string => {
  const at = Math.floor(word.length / 2)
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
}

const inDirective =
  (name: string, change: (text: string) => string) =>
  (policy: string): string =>
    policy
      .split('; ')
      .map((text) => (text.split(' ')[0] === name ? change(text) : text))
      .join('; ')

/** Misspells every directive of the policy, once in its name and once in its value. */
export const typos: readonly Typo[] = directives.flatMap((name) => [
  { name: `${name}: its name`, change: inDirective(name, (text) => text.replace(name, swapped(name))) },
  { name: `${name}: its value`, change: inDirective(name, (text) => text.replace(/'(\w)(\w)/, "'$2$1")) },
])
