import { messages } from '../../../src/messages/index.ts'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { launchRundesk } from '../../support/electron/launch.ts'
import { appFolder } from '../../support/electron/runtime.ts'
import { answerChecklist, type Findings, type Item } from './checklist.ts'
import {
  embed,
  loadByMain,
  navigateAway,
  openConnections,
  permissionRequests,
  queried,
  requestAllPermissions,
} from './protection-trials.ts'
import { inject, injections } from './injections.ts'
import { driveNormalRun, watchPageErrors } from './normal-run.ts'
import { requestThroughEngine, type SchemeTrial } from './scheme-trial.ts'
import { openSink, type Sink } from './sink.ts'
import { z } from 'zod'

export type ElectronTrial = Findings & {
  version: string
  /** Connections of Chromium's network service, except the app's own scheme. */
  network: string[]
  pageErrors: string[]
  blocked: number
  requested: number
  engine: SchemeTrial
  items: Item[]
}

type Running = { app: ElectronApplication; page: Page; sink: Sink }

/** Makes the main process reload the page, so that its start is observed as well. */
const reload = ({ app }: Running): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())

const openNames = (results: Awaited<ReturnType<typeof inject>>): string[] =>
  results.flatMap(({ name, attempts }) =>
    attempts.filter(({ blocked }) => !blocked).map((attempt) => `${name}: ${attempt.name}`),
  )

/** Tries everything except the checklist in one process of the app. */
const tryProtections = async (running: Running, count: number, random: () => number) => {
  const { app, page, sink } = running
  const pageErrors = await watchPageErrors(page)
  await reload(running)
  await driveNormalRun(page).catch((error: unknown) => pageErrors.push(String(error)))
  const calm = [...pageErrors]
  const results = await inject(page, { origin: sink.origin, arrived: sink.arrived }, injections)
  const allowed = await page.evaluate<string[]>(requestAllPermissions())
  const away = await navigateAway(page, { sink, random, count })
  await openConnections(page, sink)
  const embedded = await embed(page, app)
  const byMain = await loadByMain(app, sink)
  const engine = await requestThroughEngine(
    { app, page, folder: join(appFolder, 'out', 'renderer') },
    { count, random },
  )
  return { pageErrors: calm, results, allowed, away, embedded, byMain, engine }
}

/** Runs the built app in Electron: a normal run, then everything that must be blocked. */
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
    const seen = await tryProtections({ app, page, sink }, count, random)
    const version = await app.evaluate(() => process.versions['electron'] ?? 'none')
    const found = {
      ...seen,
      arrived: [...sink.arrived],
      violations: seen.pageErrors.length,
      open: openNames(seen.results),
    }
    const items = await answerChecklist({ app, page }, found)
    await quit()
    // The network log is complete only now; it decides the first item.
    const network = readNetLog(netLog).filter((to) => !to.includes(' rundesk://'))
    return {
      ...found,
      version,
      network,
      blocked: seen.results.filter(({ blocked }) => blocked).length,
      requested: permissionRequests.length + queried.length,
      items: items.map((item) => (item.number === 1 ? { ...item, holds: item.holds && network.length === 0 } : item)),
    }
  } finally {
    await quit()
    await sink.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

type TypoTrial = { pageErrors: number; open: number }

/** Control: runs a copy of the app whose policy has a typo without a visible effect. */
export const runWithTypo = async (): Promise<TypoTrial> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-window-'))
  const copy = copyApp("require-trusted-types-for 'script'", "require-trusted-types-for 'scirpt'")
  const sink = await openSink()
  const { app, window: page, quit } = await launchRundesk({ dataDir: folder, app: copy.folder })
  try {
    const pageErrors = await watchPageErrors(page)
    await reload({ app, page, sink })
    await page.getByRole('button', { name: messages.onboarding.practice.action }).waitFor()
    const seen = pageErrors.length
    const results = await inject(page, { origin: sink.origin, arrived: sink.arrived }, injections)
    return { pageErrors: seen, open: results.filter(({ blocked }) => !blocked).length }
  } finally {
    await quit()
    await sink.close()
    copy.remove()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/**
 * Control: counts the permissions that are granted without the permission handlers, which shows that the requests are
 * real.
 */
export const allowedWithoutProtections = async (): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-window-'))
  const { app, window: page, quit } = await launchRundesk({ dataDir: folder })
  try {
    await page.getByRole('button', { name: messages.onboarding.practice.action }).waitFor()
    await app.evaluate(({ session }) => {
      session.defaultSession.setPermissionRequestHandler(null)
      session.defaultSession.setPermissionCheckHandler(null)
    })
    return (await page.evaluate<string[]>(requestAllPermissions())).length
  } finally {
    await quit()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

const logSchema = z.object({
  constants: z.object({ logEventTypes: z.record(z.string(), z.number()) }),
  events: z.array(z.object({ type: z.number(), params: z.record(z.string(), z.unknown()).optional() })),
})

/** The page's only proxy, which accepts no connection. An attempt to use it is permitted. */
const unreachableProxy = '127.0.0.1:0'

type Params = Record<string, unknown>

/** Events in Chromium's network log: requests, connections, DNS queries and UDP. */
const loggedEvents: Record<string, (params: Params) => unknown> = {
  URL_REQUEST_START_JOB: ({ url }) => url,
  TCP_CONNECT_ATTEMPT: ({ address }) => (address === unreachableProxy ? undefined : address),
  DNS_TRANSACTION: ({ hostname }) => hostname,
  // A UDP connect sends nothing: Chromium uses it to find its own address.
  UDP_BYTES_SENT: ({ byte_count: count }) => (typeof count === 'number' ? `${count} bytes` : 'something'),
}

/** Reads the connections of a run from Chromium's --log-net-log. The log of a killed process is truncated. */
const readNetLog = (file: string): string[] => {
  const text = readFileSync(file, 'utf8').trim()
  const whole = /\}\s*\]\s*\}$/.test(text)
  const { constants, events } = logSchema.parse(JSON.parse(whole ? text : `${text.replace(/,$/, '')}]}`))
  const readers = new Map(
    Object.entries(loggedEvents).map(([name, read]) => [constants.logEventTypes[name], { name, read }]),
  )
  return events.flatMap(({ type, params = {} }) => {
    const reader = readers.get(type)
    const value = reader?.read(params)
    return reader !== undefined && typeof value === 'string' ? [`${reader.name} ${value}`] : []
  })
}

/** Copies the built app with one string in the main process's bundle replaced; throws if the string is missing. */
const copyApp = (from: string, to: string): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-copy-'))
  cpSync(join(appFolder, 'out'), join(folder, 'out'), { recursive: true })
  cpSync(join(appFolder, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(appFolder, 'node_modules'), join(folder, 'node_modules'))
  const bundle = join(folder, 'out', 'main', 'index.js')
  const text = readFileSync(bundle, 'utf8')
  if (!text.includes(from)) throw new Error(`The built app does not say ${from}.`)
  writeFileSync(bundle, text.replace(from, to))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
