import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'

/** Puts a text that is no secret into every way out of the app, files in `folders` too: a search must find it there. */
export const plantInApp = async (
  app: ElectronApplication,
  page: Page,
  text: string,
  folders: readonly string[],
): Promise<void> => {
  await page.evaluate((planted) => {
    document.body.setAttribute('data-planted', planted)
    localStorage.setItem('planted', planted)
    Object.assign(window, { planted: { kept: [planted] } })
    return window.desk.copyText({ text: planted })
  }, text)
  await app.evaluate((_electron, planted) => {
    process.stderr.write(`planted ${planted}\n`)
    const { spawn } = process.getBuiltinModule('node:child_process')
    spawn('sh', ['-c', 'sleep 20; :', planted], { stdio: 'ignore', env: { PLANTED: planted } }).unref()
  }, text)
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'planted'), text)
  }
}
