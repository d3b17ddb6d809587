import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { launchRundesk } from '../../support/electron/launch.ts'
import { appFolder } from '../../support/electron/runtime.ts'
import { answerChecklist, type Findings, type Item } from './checklist.ts'
import { copyApp } from './changed-copy.ts'
import { embed, leadAway, loadByMain, reachOut, type Tried } from './fence-trials.ts'
import { inject } from './inject.ts'
import { injections } from './injections.ts'
import { readNetLog } from './net-log.ts'
import { driveNormalRun, watchComplaints } from './normal-run.ts'
import { askForEverything, queried, wishes } from './permissions.ts'
import { askThroughEngine, type SchemeTrial } from './scheme-trial.ts'
import { openSink, type Sink } from './sink.ts'

export type ElectronTrial = Findings & {
  version: string
  /** Where Chromium's network service went in all that time, the app's own scheme apart. */
  network: string[]
  complaints: string[]
  blocked: number
  asked: number
  engine: SchemeTrial
  items: Item[]
}

type Running = { app: ElectronApplication; page: Page; sink: Sink }

/** Main alone can load the page anew, and so its very first moment is watched as well. */
const reload = ({ app }: Running): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())

const openNames = (results: Awaited<ReturnType<typeof inject>>): string[] =>
  results.flatMap(({ name, attempts }) =>
    attempts.filter(({ blocked }) => !blocked).map((attempt) => `${name}: ${attempt.name}`),
  )

/** Everything but the checklist, in one life of the app. */
const tryFences = async (running: Running, count: number, random: () => number) => {
  const { app, page, sink } = running
  const complaints = await watchComplaints(page)
  await reload(running)
  await driveNormalRun(page).catch((error: unknown) => complaints.push(String(error)))
  const calm = [...complaints]
  const results = await inject(page, { origin: sink.origin, arrived: sink.arrived }, injections)
  const allowed = await page.evaluate<string[]>(askForEverything())
  const away = await leadAway(page, { sink, random, count })
  await reachOut(page, sink)
  const embedded = await embed(page, app)
  const byMain = await loadByMain(app, sink)
  const engine = await askThroughEngine({ app, page, folder: join(appFolder, 'out', 'renderer') }, { count, random })
  return { complaints: calm, results, allowed, away, embedded, byMain, engine }
}

/** The built app in the Electron that set-up chose: a normal run, then everything that must not go through. */
export const runInElectron = async (count: number, random: () => number): Promise<ElectronTrial> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-window-'))
  const netLog = join(folder, 'net-log.json')
  const sink = await openSink()
  const {
    app,
    window: page,
    quit,
  } = await launchRundesk({ dataDir: join(folder, 'data'), args: [`--log-net-log=${netLog}`] })
  try {
    const seen = await tryFences({ app, page, sink }, count, random)
    const version = await app.evaluate(() => process.versions['electron'] ?? 'none')
    const found = {
      ...seen,
      arrived: [...sink.arrived],
      violations: seen.complaints.length,
      open: openNames(seen.results),
    }
    const items = await answerChecklist({ app, page }, found)
    await quit()
    // The log of the network is whole only now, and has the last word on the first item.
    const network = readNetLog(netLog).filter((to) => !to.includes(' rundesk://'))
    return {
      ...found,
      version,
      network,
      blocked: seen.results.filter(({ blocked }) => blocked).length,
      asked: wishes.length + queried.length,
      items: items.map((item) => (item.number === 1 ? { ...item, holds: item.holds && network.length === 0 } : item)),
    }
  } finally {
    await quit()
    await sink.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

export type TypoTrial = { complaints: number; open: number }

/** The same app from a copy whose policy has a typo that no eye sees and that breaks nothing a person would notice. */
export const runWithTypo = async (): Promise<TypoTrial> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-window-'))
  const copy = copyApp("require-trusted-types-for 'script'", "require-trusted-types-for 'scirpt'")
  const sink = await openSink()
  const { app, window: page, quit } = await launchRundesk({ dataDir: folder, app: copy.folder })
  try {
    const complaints = await watchComplaints(page)
    await reload({ app, page, sink })
    await page.getByRole('button', { name: 'Try it in practice' }).waitFor()
    const seen = complaints.length
    const results = await inject(page, { origin: sink.origin, arrived: sink.arrived }, injections)
    return { complaints: seen, open: results.filter(({ blocked }) => !blocked).length }
  } finally {
    await quit()
    await sink.close()
    copy.remove()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** With the permission handlers taken away the page is allowed things: the questions it asks are real ones. */
export const allowedWithoutFences = async (): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-window-'))
  const { app, window: page, quit } = await launchRundesk({ dataDir: folder })
  try {
    await page.getByRole('button', { name: 'Try it in practice' }).waitFor()
    await app.evaluate(({ session }) => {
      session.defaultSession.setPermissionRequestHandler(null)
      session.defaultSession.setPermissionCheckHandler(null)
    })
    return (await page.evaluate<string[]>(askForEverything())).length
  } finally {
    await quit()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** How much of a trial went through. */
export const countThrough = (...trials: readonly Tried[]): number =>
  trials.reduce((sum, { through }) => sum + through.length, 0)
