import { join } from 'node:path'
import { appFolder } from '../../support/electron/runtime.ts'
import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { injectionsByPolicy, runInChromium, typos } from './chromium-trial.ts'
import { allowedWithoutProtections, type ElectronTrial, runInElectron, runWithTypo } from './electron-trial.ts'
import { injections } from './injections.ts'
import { requestFromHandler } from './scheme-trial.ts'

const standard = 100_000

/** Number of controls: all of them, or a few random ones in the short form. */
const full = { typos: typos.length, unguarded: injections.length }
const few = { typos: 4, unguarded: 8 }

/** Number of progress steps in a run. */
const progressSteps = 30

const throughOf = ({ away, embedded, byMain }: ElectronTrial): string[] =>
  [away, embedded, byMain].flatMap(({ through }) => through)

/** Shortens a list of problems. */
const summarize = (list: readonly string[]): string => list.slice(0, 8).join('; ')

const runAll = async (n: number, seed: number, progress: (done: number, of: number) => void) => {
  const random = createSeededRandom(seed)
  let done = 0
  const step = (): void => progress((done += 1), progressSteps)
  const isFull = n >= standard
  const scheme = await requestFromHandler(join(appFolder, 'out', 'renderer'), {
    count: n,
    random,
    step: () => undefined,
  })
  step()
  const electron = await runInElectron(isFull ? 500 : 40, random)
  step()
  const chromium = await runInChromium(isFull ? full : few, random, step)
  const typo = await runWithTypo()
  const allowed = await allowedWithoutProtections()
  progress(progressSteps, progressSteps)
  return { scheme, electron, chromium, typo, allowed }
}

/**
 * Attacks the window in Electron and in a current Chromium to test its content security policy and other protections.
 */
export const lab: Lab = {
  name: 'window',
  standard,
  short: 5_000,
  needs: 'window',
  async run({ n, seed, progress }) {
    const { scheme, electron, chromium, typo, allowed } = await runAll(n, seed, progress)
    const items = electron.items.filter(({ holds }) => holds)
    const through = throughOf(electron)
    const escaped = [...scheme.escaped, ...electron.engine.escaped]
    const violations = electron.violations + chromium.policy.pageErrors.length
    const outside = electron.arrived.length + electron.network.length
    const wrong = [
      ...electron.items.filter(({ holds }) => !holds).map(({ number, title }) => `${number}. ${title}`),
      ...electron.open,
      ...chromium.policy.open,
      ...electron.pageErrors,
      ...chromium.policy.pageErrors,
      ...electron.allowed,
      ...electron.arrived,
      ...electron.network,
      ...through,
      ...escaped,
    ]
    const caught = {
      typo: typo.pageErrors > 0 && typo.open > 0,
      typos: chromium.missed.length === 0 && chromium.typos > 0,
      withoutPolicy: chromium.idleWithoutPolicy.length === 0,
      withoutHandlers: allowed > 0,
    }
    return {
      figures: {
        electron: electron.version,
        chromium: chromium.version,
        items: items.length,
        injections: injections.length,
        blocked: electron.blocked,
        blockedInChromium: `${chromium.policy.blocked} of the ${injectionsByPolicy} that a policy can block`,
        violations,
        schemeUrls: scheme.requested,
        schemeUrlsInElectron: electron.engine.requested,
        escaped: escaped.length,
        ledAway: `${through.length} of ${electron.away.tried + electron.embedded.tried + electron.byMain.tried}`,
        permissions: `${electron.allowed.length} of ${electron.requested}`,
        outside,
        wrong: summarize(wrong),
        injected: `typos caught ${chromium.typos - chromium.missed.length} of ${chromium.typos}; a typo in Electron opens ${typo.open} injections; without a policy ${chromium.triedWithoutPolicy - chromium.idleWithoutPolicy.length} of ${chromium.triedWithoutPolicy} have their effect; without handlers ${allowed} are allowed`,
      },
      control: { caught: Object.values(caught).every(Boolean) },
      ok:
        wrong.length === 0 &&
        items.length === 20 &&
        electron.blocked === injections.length &&
        chromium.policy.blocked === injectionsByPolicy,
    }
  },
}
