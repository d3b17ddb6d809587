import { spawn } from 'node:child_process'
// As a whole: a name that the system's older Node does not have must not stop it before the newer one takes over.
import * as fs from 'node:fs'
import { json as readJson } from 'node:stream/consumers'
import { PlainError } from '../lib/run.mjs'
import { inRoot, root } from '../lib/paths.mjs'
import { ensureTools } from '../lib/tools.mjs'
import { plantedFaults } from './planted-faults.mjs'

const read = (file) => fs.readFileSync(inRoot(file), 'utf8')

/**
 * Looks through our sources for what breaks Electron's own security advice, with electronegativity:
 * `{ files, findings, unexplained, idle, unread, control }`. `unexplained` are findings without a reason in
 * electron-rules.json, `idle` reasons without a finding, `unread` files it could not read, and `control` says which of the
 * planted faults it found and missed. All is well when the last five hold nothing and no planted fault was missed.
 */
export async function checkElectronRules({
  files,
  explained = JSON.parse(read('scripts/hygiene/electron-rules.json')).explained,
} = {}) {
  const tools = await ensureTools('audit')
  const ours = files ?? (await ownFiles())
  const { findings, unread } = await scan(tools, ours)
  const isExplained = (finding) => explained.some((one) => explains(one, finding))
  return {
    files: ours.length,
    findings: findings.length,
    unexplained: findings.filter((finding) => !isExplained(finding)),
    idle: explained.filter((one) => !findings.some((finding) => explains(one, finding))),
    unread,
    control: await control(tools),
  }
}

/** A reason holds for the very line it was written for: when that changes, somebody looks again. */
const explains = ({ check, sample, file }, finding) =>
  check === finding.check && sample === finding.sample && (file === undefined || file === finding.file)

/** The sources as they are, and the options of the window as they come out of the function that decides them. */
async function ownFiles() {
  const names = fs.globSync(['src/**/*.{ts,tsx,html}', 'package.json'], { cwd: root })
  const sources = names.toSorted().map((name) => ({ name, text: read(name) }))
  const { windowOptions } = await import(inRoot('src/main/electron/window-options.ts'))
  const options = windowOptions({ preload: '/preload.cjs', packaged: true, title: 'Rundesk', dark: false })
  // Written out where the window is made: the tool follows no name and no call.
  const text = `import { BrowserWindow } from 'electron'\nnew BrowserWindow(${JSON.stringify(options, undefined, 2)})\n`
  return [...sources, { name: 'window options, as the window gets them.js', text }]
}

/** Every planted fault must be found in its own file, or the silence about our files means nothing. */
async function control(tools) {
  const { findings, unread } = await scan(tools, plantedFaults)
  const isFound = ({ name, check }) => findings.some((finding) => finding.file === name && finding.check === check)
  return {
    planted: plantedFaults.length,
    missed: [
      ...plantedFaults.filter((fault) => !isFound(fault)).map(({ name }) => name),
      ...unread.map(({ file }) => file),
    ],
  }
}

async function scan(tools, files) {
  const electron = JSON.parse(read('package.json')).devDependencies.electron
  const child = spawn(process.execPath, [inRoot('scripts/hygiene/electron-rules-scan.mjs'), tools], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify({ electron, files: files.map(({ name, text }) => ({ name, text })) }))
  const ended = new Promise((resolve) => child.once('close', resolve))
  try {
    return await readJson(child.stdout)
  } catch (error) {
    throw new PlainError(`electronegativity ended with code ${await ended}: ${error.message}`)
  }
}
