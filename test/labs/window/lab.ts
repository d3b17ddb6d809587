import { join } from 'node:path'
import { appFolder } from '../../support/electron/runtime.ts'
import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { injectionsByPolicy, runInChromium } from './chromium-trial.ts'
import { allowedWithoutFences, type ElectronTrial, runInElectron, runWithTypo } from './electron-trial.ts'
import { injections } from './injections.ts'
import { askScheme } from './scheme-trial.ts'
import { typos } from './typos.ts'

const standard = 100_000

/** How often the controls are run: all of them, or a few by chance in the short form. */
const full = { typos: typos.length, unguarded: injections.length }
const few = { typos: 4, unguarded: 8 }

/** What a part of the run takes of the whole, in steps of which the hostile URLs are a thousand. */
const parts = 30

const throughOf = ({ away, embedded, byMain }: ElectronTrial): string[] =>
  [away, embedded, byMain].flatMap(({ through }) => through)

/** A short list of what went wrong, for a person to begin with. */
const told = (list: readonly string[]): string => list.slice(0, 8).join('; ')

const runAll = async (n: number, seed: number, progress: (done: number, of: number) => void) => {
  const random = createSeededRandom(seed)
  let done = 0
  const step = (): void => progress((done += 1), parts)
  const isFull = n >= standard
  const scheme = await askScheme(join(appFolder, 'out', 'renderer'), { count: n, random, step: () => undefined })
  step()
  const electron = await runInElectron(isFull ? 500 : 40, random)
  step()
  const chromium = await runInChromium(isFull ? full : few, random, step)
  const typo = await runWithTypo()
  const allowed = await allowedWithoutFences()
  progress(parts, parts)
  return { scheme, electron, chromium, typo, allowed }
}

/** The window as an attacker finds it, in the real Electron and in a current Chromium: do its policy and its fences hold? */
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
    const violations = electron.violations + chromium.policy.complaints.length
    const outside = electron.arrived.length + electron.network.length
    const wrong = [
      ...electron.items.filter(({ holds }) => !holds).map(({ number, title }) => `${number}. ${title}`),
      ...electron.open,
      ...chromium.policy.open,
      ...electron.complaints,
      ...chromium.policy.complaints,
      ...electron.allowed,
      ...electron.arrived,
      ...electron.network,
      ...through,
      ...escaped,
    ]
    const caught = {
      typo: typo.complaints > 0 && typo.open > 0,
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
        schemeUrls: scheme.asked,
        schemeUrlsInElectron: electron.engine.asked,
        escaped: escaped.length,
        ledAway: `${through.length} of ${electron.away.tried + electron.embedded.tried + electron.byMain.tried}`,
        permissions: `${electron.allowed.length} of ${electron.asked}`,
        outside,
        wrong: told(wrong),
        planted: `typos caught ${chromium.typos - chromium.missed.length} of ${chromium.typos}; a typo in Electron opens ${typo.open} injections; without a policy ${chromium.triedWithoutPolicy - chromium.idleWithoutPolicy.length} of ${chromium.triedWithoutPolicy} have their effect; without handlers ${allowed} are allowed`,
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
