import { messages } from '../../../src/messages/index.ts'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchPackaged, type MadePackage, type RunningPackage } from '../../support/electron/launch-packaged.ts'
import {
  acceptedRunId,
  callButton,
  chooseAgent,
  goTo,
  openPractice,
  tourContext,
  tourNumber,
  typeNumber,
  writeContext,
} from '../tour/steps.ts'

export type StartProof = {
  electron: string
  runtime: 'product' | 'trial'
  version: string
  /** The window's title according to the X server; empty if unknown. */
  title: string
  workflowRunId: number
  keychain: boolean
  /** What an injected script, a debugger or developer tools could access; must be empty. */
  intrusions: readonly string[]
  exitCode: number | null
}

/**
 * Starts the package the way an attacker would (a script in NODE_OPTIONS, ELECTRON_RUN_AS_NODE, --inspect), and then
 * makes a first practice call in it, which uses the bundles, the scheme, the storage thread and the vault from the
 * archive.
 */
export const proveStart = async (made: MadePackage): Promise<StartProof> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-start-'))
  const trace = join(folder, 'foreign-code-ran')
  const injected = join(folder, 'injected.cjs')
  writeFileSync(injected, `require('node:fs').writeFileSync(${JSON.stringify(trace)}, process.type ?? 'node')\n`)
  const env = { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require ${injected}` }
  try {
    const running = await launchPackaged({ made, dataDir: join(folder, 'data'), env, args: ['--inspect=0'] })
    const seen = await useIt(running).catch(async (error: unknown) => {
      await running.end()
      throw error
    })
    const exitCode = await running.end()
    return { ...seen, intrusions: [...seen.intrusions, ...(existsSync(trace) ? ['NODE_OPTIONS'] : [])], exitCode }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

const useIt = async ({ page, output, targets }: RunningPackage): Promise<Omit<StartProof, 'exitCode'>> => {
  await openPractice(page)
  await chooseAgent(page, 'Renewal')
  await writeContext(page, tourContext)
  await typeNumber(page, tourNumber)
  await callButton(page, tourNumber).click()
  const workflowRunId = await acceptedRunId(page)
  await goTo(page, messages.shell.screens.runs)
  await page.getByText(String(workflowRunId)).first().waitFor()
  for (const keys of ['F12', 'Control+Shift+I', 'Control+Shift+J']) await page.keyboard.press(keys)
  const about = await page.evaluate(() => window.api.appInfo({}))
  const keychain = await page.evaluate(() => window.api.keychainStatus({}))
  if (!about.ok || !keychain.ok) throw new Error('The packaged app did not answer.')
  const { electron, runtime, version } = about.value
  const report = { electron, runtime, version, workflowRunId, keychain: keychain.value.usable }
  const devTools = (await targets()).filter(({ type, url }) => type !== 'page' || url.startsWith('devtools:'))
  const debuggers = /Debugger listening/.test(output()) ? ['--inspect'] : []
  return { ...report, title: windowTitle(), intrusions: [...debuggers, ...devTools.map(({ url }) => url)] }
}

/** Returns the title of the app's window from the X server's window tree; empty if there is no window. */
const windowTitle = (): string => {
  if (process.platform !== 'linux') return ''
  const tree = execFileSync('xwininfo', ['-root', '-tree'], { encoding: 'utf8' })
  return /"(Rundesk[^"]*)": \(.*\)\s+\d{3,}x\d{3,}\+/.exec(tree)?.[1] ?? ''
}
