import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ElectronApplication, Page } from '@playwright/test'
import { z } from 'zod'
import { eventNames, operationNames } from '../../../src/contract/names.ts'
import { launchAsOrdinaryUser } from '../../support/electron/ordinary-user.ts'
import { hasStrictSandbox, readSandbox } from '../../support/electron/read-sandbox.ts'
import { appFolder, chosenRuntime } from '../../support/electron/runtime.ts'
import type { ProtectionResult } from './protection-trials.ts'

/** Findings of the other trials of the same run. */
export type Findings = {
  away: ProtectionResult
  embedded: ProtectionResult
  byMain: ProtectionResult
  /** What reached other servers in spite of all protections. */
  arrived: readonly string[]
  allowed: readonly string[]
  /** Injections that were not blocked. */
  open: readonly string[]
  violations: number
}

type OpenApp = { app: ElectronApplication; page: Page }

const preferencesSchema = z.record(z.string(), z.unknown())

/** Returns the effective preferences of the window. */
const preferencesOf = async ({ app }: OpenApp): Promise<Record<string, unknown>> =>
  preferencesSchema.parse(
    await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      // Electron's types lack this method.
      const read: unknown = contents === undefined ? undefined : Reflect.get(contents, 'getLastWebPreferences')
      const all: unknown = typeof read === 'function' ? Reflect.apply(read, contents, []) : {}
      return JSON.parse(JSON.stringify(all)) as Record<string, unknown>
    }),
  )

/** Opens a window with the app's bridge and a foreign page, which the bridge must refuse. */
const foreignPageIsRefused = async ({ app }: OpenApp): Promise<boolean> => {
  const preload = join(appFolder, 'out', 'preload', 'index.cjs')
  const answer = await app.evaluate(async ({ BrowserWindow }, file) => {
    const powers = { preload: file, sandbox: true, contextIsolation: true }
    const foreign = new BrowserWindow({ show: false, webPreferences: powers })
    await foreign.loadURL('about:blank')
    const script = `'api' in window ? window.api.listProfiles({}).then(() => 'answered', String) : 'no bridge'`
    const result: unknown = await foreign.webContents.executeJavaScript(script)
    foreign.destroy()
    return String(result)
  }, preload)
  return answer.includes('This frame may not send requests')
}

const ownPageIsAnswered = ({ page }: OpenApp): Promise<boolean> =>
  page.evaluate<boolean>(`window.api.listProfiles({}).then(({ ok }) => ok, () => false)`)

/** Returns whether the page's process has a system call filter and its own namespaces. */
const pageIsSandboxed = async (): Promise<boolean> => {
  const { app, close } = await launchAsOrdinaryUser()
  try {
    const ids = await app.evaluate(({ BrowserWindow }) => ({
      main: process.pid,
      page: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
    }))
    return hasStrictSandbox(readSandbox(ids.page), readSandbox(ids.main))
  } finally {
    await close()
  }
}

const fusesSchema = z.object({ named: z.number(), known: z.number(), strict: z.number() })

/** Sets the fuses of a copy of Electron as packaging does, and reads them. */
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

/** Returns whether all nine fuses have their strict value, and this Electron accepts them. */
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

/** Returns whether the Electron version is among the newest three, or the page shows that it is older. */
const electronIsCurrent = async ({ app, page }: OpenApp): Promise<boolean> => {
  const wanted = z
    .object({ devDependencies: z.object({ electron: z.string() }) })
    .parse(JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'))).devDependencies.electron
  const running = await app.evaluate(() => process.versions['electron'] ?? '0')
  const result = await page.evaluate<string>(
    `window.api.appInfo({}).then((outcome) => (outcome.ok ? outcome.value.runtime : 'none'))`,
  )
  const isOld = Number.parseInt(running, 10) < 43
  return Number.parseInt(wanted, 10) >= 43 && result === (isOld ? 'trial' : 'product')
}

const bridgeNames = (): string[] =>
  [...operationNames, ...eventNames.map((name) => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`)].toSorted()

/** Returns what the page can access of Electron and Node, directly and through a frame. */
const seenOfElectron = ({ page }: OpenApp): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const names = ['require', 'process', 'module', 'exports', 'Buffer', 'global', 'electron', 'ipcRenderer', 'webFrame', '__dirname']
    const frame = document.body.appendChild(document.createElement('iframe'))
    const seen = names.filter((name) => name in window || name in frame.contentWindow)
    frame.remove()
    return seen
  })()`)

const readBundles = (): string =>
  ['main/index.js', 'preload/index.cjs'].map((file) => readFileSync(join(appFolder, 'out', file), 'utf8')).join('\n')

const areAllBlocked = ({ open }: Findings, ...names: readonly string[]): boolean =>
  !open.some((result) => names.some((name) => result.startsWith(name)))

export type Item = { number: number; title: string; holds: boolean }

/** Checks the twenty items of Electron's security checklist against the observations of this run. */
export const answerChecklist = async (openApp: OpenApp, found: Findings): Promise<Item[]> => {
  const preferences = await preferencesOf(openApp)
  const bundles = readBundles()
  const names = await openApp.page.evaluate<string[]>('Object.keys(window.api).toSorted()')
  const seen = await seenOfElectron(openApp)
  const frozen = await openApp.page.evaluate<boolean>(
    `(() => { try { window.api = {}; window.api.listProfiles = null } catch {} return typeof window.api.listProfiles === 'function' })()`,
  )
  const answers: readonly (readonly [title: string, holds: boolean])[] = [
    ['Only load secure content', found.arrived.length === 0],
    ['No Node.js integration', preferences['nodeIntegration'] === false && seen.length === 0],
    ['Context isolation', preferences['contextIsolation'] === true && frozen],
    ['Process sandboxing', preferences['sandbox'] === true && (await pageIsSandboxed())],
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
    ['Limit new windows', areAllBlocked(found, 'window.open')],
    ['No shell.openExternal', !bundles.includes('openExternal')],
    ['A current Electron', await electronIsCurrent(openApp)],
    ['Validate the sender of IPC', (await foreignPageIsRefused(openApp)) && (await ownPageIsAnswered(openApp))],
    ['No file: protocol', openApp.page.url().startsWith('rundesk://app/') && found.byMain.through.length === 0],
    ['Look at the fuses', fusesAreStrict()],
    ['No Electron API in the page', JSON.stringify(names) === JSON.stringify(bridgeNames()) && seen.length === 0],
  ]
  return answers.map(([title, holds], at) => ({ number: at + 1, title, holds }))
}
