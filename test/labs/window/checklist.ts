import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ElectronApplication, Page } from '@playwright/test'
import { z } from 'zod'
import { eventNames, operationNames } from '../../../src/contract/names.ts'
import { launchAsOrdinaryUser } from '../../support/electron/ordinary-user.ts'
import { isWalledIn, readWalls } from '../../support/electron/read-sandbox.ts'
import { appFolder, chosenRuntime } from '../../support/electron/runtime.ts'
import type { Tried } from './fence-trials.ts'

/** What the other trials of the same run have found. */
export type Findings = {
  away: Tried
  embedded: Tried
  byMain: Tried
  /** What arrived outside while the fences stood. */
  arrived: readonly string[]
  allowed: readonly string[]
  /** Injections that were not blocked. */
  open: readonly string[]
  violations: number
}

export type House = { app: ElectronApplication; page: Page }

const preferencesSchema = z.record(z.string(), z.unknown())

/** The preferences that the window's page really has, as Electron tells them. */
const preferencesOf = async ({ app }: House): Promise<Record<string, unknown>> =>
  preferencesSchema.parse(
    await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      // Electron has this function and leaves it out of its types.
      const read: unknown = contents === undefined ? undefined : Reflect.get(contents, 'getLastWebPreferences')
      const all: unknown = typeof read === 'function' ? Reflect.apply(read, contents, []) : {}
      return JSON.parse(JSON.stringify(all)) as Record<string, unknown>
    }),
  )

/** A window like ours with our very bridge, made by main, whose page is not ours: the bridge must refuse it. */
const strangerIsRefused = async ({ app }: House): Promise<boolean> => {
  const preload = join(appFolder, 'out', 'preload', 'index.cjs')
  const answer = await app.evaluate(async ({ BrowserWindow }, file) => {
    const powers = { preload: file, sandbox: true, contextIsolation: true }
    const stranger = new BrowserWindow({ show: false, webPreferences: powers })
    await stranger.loadURL('about:blank')
    const asked = `'desk' in window ? window.desk.listProfiles({}).then(() => 'answered', String) : 'no bridge'`
    const told: unknown = await stranger.webContents.executeJavaScript(asked)
    stranger.destroy()
    return String(told)
  }, preload)
  return answer.includes('This frame may not ask')
}

const ownPageIsAnswered = ({ page }: House): Promise<boolean> =>
  page.evaluate<boolean>(`window.desk.listProfiles({}).then(({ ok }) => ok, () => false)`)

/** The page's process as an ordinary user has it: a filter on its system calls, and namespaces of its own. */
const isSandboxed = async (): Promise<boolean> => {
  const { app, close } = await launchAsOrdinaryUser()
  try {
    const ids = await app.evaluate(({ BrowserWindow }) => ({
      main: process.pid,
      page: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
    }))
    return isWalledIn(readWalls(ids.page), readWalls(ids.main))
  } finally {
    await close()
  }
}

const fusesSchema = z.object({ named: z.number(), known: z.number(), strict: z.number() })

/** Sets the fuses of a program as packaging does, in a process of its own, and reads them back. */
const setFuses = (program: string): z.infer<typeof fusesSchema> => {
  const fuses = JSON.stringify(pathToFileURL(join(appFolder, 'scripts', 'package', 'fuses.mjs')).href)
  const text = `
    import { readFuses, setStrictFuses, strictFuses } from ${fuses}
    await setStrictFuses(process.argv[1])
    const { known, strict } = await readFuses(process.argv[1])
    console.log(JSON.stringify({ named: Object.keys(strictFuses).length, known, strict }))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', text, program], { encoding: 'utf8' })
  return fusesSchema.parse(JSON.parse(output))
}

/** All nine fuses have a strict value, and those that the Electron here has take it and keep it. */
const fusesAreStrict = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-fuses-'))
  try {
    const copy = join(folder, 'electron')
    copyFileSync(chosenRuntime().executable, copy)
    const { named, known, strict } = setFuses(copy)
    return named === 9 && known > 0 && strict === known
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The product names an Electron of the newest three majors, and an older one under it says in the page what it is. */
const electronIsCurrent = async ({ app, page }: House): Promise<boolean> => {
  const wanted = z
    .object({ devDependencies: z.object({ electron: z.string() }) })
    .parse(JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'))).devDependencies.electron
  const running = await app.evaluate(() => process.versions['electron'] ?? '0')
  const told = await page.evaluate<string>(
    `window.desk.appInfo({}).then((outcome) => (outcome.ok ? outcome.value.runtime : 'none'))`,
  )
  const isOld = Number.parseInt(running, 10) < 43
  return Number.parseInt(wanted, 10) >= 43 && told === (isOld ? 'trial' : 'product')
}

const bridgeNames = (): string[] =>
  [...operationNames, ...eventNames.map((name) => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`)].toSorted()

/** What a page of ours can see of Electron and Node, in its own world and in a frame's. */
const seenOfElectron = ({ page }: House): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const names = ['require', 'process', 'module', 'exports', 'Buffer', 'global', 'electron', 'ipcRenderer', 'webFrame', '__dirname']
    const frame = document.body.appendChild(document.createElement('iframe'))
    const seen = names.filter((name) => name in window || name in frame.contentWindow)
    frame.remove()
    return seen
  })()`)

const readBundles = (): string =>
  ['main/index.js', 'preload/index.cjs'].map((file) => readFileSync(join(appFolder, 'out', file), 'utf8')).join('\n')

const blockedAll = ({ open }: Findings, ...names: readonly string[]): boolean =>
  !open.some((told) => names.some((name) => told.startsWith(name)))

export type Item = { number: number; title: string; holds: boolean }

/** Electron's own list of twenty things that make an app safe, each answered by what was seen in this run. */
export const answerChecklist = async (house: House, found: Findings): Promise<Item[]> => {
  const preferences = await preferencesOf(house)
  const bundles = readBundles()
  const names = await house.page.evaluate<string[]>('Object.keys(window.desk).toSorted()')
  const seen = await seenOfElectron(house)
  const frozen = await house.page.evaluate<boolean>(
    `(() => { try { window.desk = {}; window.desk.listProfiles = null } catch {} return typeof window.desk.listProfiles === 'function' })()`,
  )
  const answers: readonly (readonly [title: string, holds: boolean])[] = [
    ['Only load secure content', found.arrived.length === 0],
    ['No Node.js integration', preferences['nodeIntegration'] === false && seen.length === 0],
    ['Context isolation', preferences['contextIsolation'] === true && frozen],
    ['Process sandboxing', preferences['sandbox'] === true && (await isSandboxed())],
    ['Handle session permission requests', found.allowed.length === 0],
    ['Keep webSecurity', preferences['webSecurity'] === true],
    ['A content security policy', found.open.length === 0 && found.violations === 0],
    ['No insecure content', preferences['allowRunningInsecureContent'] === false],
    ['No experimental features', preferences['experimentalFeatures'] === false],
    [
      'No enableBlinkFeatures',
      (preferences['enableBlinkFeatures'] ?? '') === '' && !bundles.includes('enableBlinkFeatures'),
    ],
    ['No allowpopups', preferences['webviewTag'] === false && !/allowpopups/i.test(bundles)],
    ['Verify webviews before creation', found.embedded.through.length === 0],
    ['Limit navigation', found.away.through.length === 0],
    ['Limit new windows', blockedAll(found, 'window.open')],
    ['No shell.openExternal', !bundles.includes('openExternal')],
    ['A current Electron', await electronIsCurrent(house)],
    ['Validate the sender of IPC', (await strangerIsRefused(house)) && (await ownPageIsAnswered(house))],
    ['No file: protocol', house.page.url().startsWith('rundesk://app/') && found.byMain.through.length === 0],
    ['Look at the fuses', fusesAreStrict()],
    ['No Electron API in the page', JSON.stringify(names) === JSON.stringify(bridgeNames()) && seen.length === 0],
  ]
  return answers.map(([title, holds], at) => ({ number: at + 1, title, holds }))
}
