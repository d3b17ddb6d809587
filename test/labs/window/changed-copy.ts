import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appFolder } from '../../support/electron/runtime.ts'

/** A copy of the built app in which one text of main's bundle is another; throws when the text is not there. */
export const copyApp = (from: string, to: string): { folder: string; remove: () => void } => {
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
