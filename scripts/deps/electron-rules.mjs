import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { json as readJson } from 'node:stream/consumers'
import { PlainError } from '../lib/run.mjs'
import { inRoot, root } from '../lib/paths.mjs'
import { ensureTools } from '../lib/tools.mjs'

// A namespace import: a missing named export of the system's older Node must not stop this script before it starts the newer one.

const read = (file) => fs.readFileSync(inRoot(file), 'utf8')

/**
 * Checks our sources against Electron's security checklist with electronegativity: `{ files, findings, unexplained,
 * idle, unread, control }`. `unexplained` lists findings without a reason in electron-rules.json, `idle` reasons
 * without a finding, and `unread` files that could not be read; `control` lists the injected violations that were found
 * and missed. The check passes if these lists are empty and no injected violation was missed.
 */
export async function checkElectronRules({
  files,
  explained = JSON.parse(read('scripts/deps/electron-rules.json')).explained,
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

/** A reason is valid for one line of code only, so that a changed line is reviewed again. */
const explains = ({ check, sample, file }, finding) =>
  check === finding.check && sample === finding.sample && (file === undefined || file === finding.file)

/** Returns our sources, and a file with the window options that our code produces. */
async function ownFiles() {
  const names = fs.globSync(['src/**/*.{ts,tsx,html}', 'package.json'], { cwd: root })
  const sources = names.toSorted().map((name) => ({ name, text: read(name) }))
  const { windowOptions } = await import(inRoot('src/main/platform/window-state.ts'))
  const options = windowOptions({ preload: '/preload.cjs', packaged: true, title: 'Rundesk', dark: false })
  // The options are inlined where the window is created, because the tool does not resolve names or calls.
  const text = `import { BrowserWindow } from 'electron'\nnew BrowserWindow(${JSON.stringify(options, undefined, 2)})\n`
  return [...sources, { name: 'window options, as the window gets them.js', text }]
}

/** Checks that the tool finds every injected violation; otherwise "no findings" would prove nothing. */
async function control(tools) {
  const { findings, unread } = await scan(tools, injectedViolations)
  const isFound = ({ name, check }) => findings.some((finding) => finding.file === name && finding.check === check)
  return {
    injected: injectedViolations.length,
    missed: [
      ...injectedViolations.filter((fault) => !isFound(fault)).map(({ name }) => name),
      ...unread.map(({ file }) => file),
    ],
  }
}

async function scan(tools, files) {
  const electron = JSON.parse(read('package.json')).devDependencies.electron
  const child = spawn(process.execPath, [inRoot('scripts/deps/electron-rules-scan.mjs'), tools], {
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

const window = (preferences) =>
  `import { BrowserWindow } from 'electron'\nnew BrowserWindow({ webPreferences: { ${preferences} } })\n`
const generic = 'export const same = <T>(value: T): T => value satisfies T\n'

/** Violations that the tool must find, one for each file type of our sources: `{ name, text, check }`. */
export const injectedViolations = [
  { name: 'node.ts', check: 'NODE_INTEGRATION_JS_CHECK', text: `${generic}${window('nodeIntegration: true')}` },
  { name: 'isolation.ts', check: 'CONTEXT_ISOLATION_JS_CHECK', text: window('contextIsolation: false') },
  {
    name: 'sandbox.tsx',
    check: 'SANDBOX_JS_CHECK',
    text: `export const Box = () => <p>box</p>\n${window('sandbox: false')}`,
  },
  { name: 'web-security.ts', check: 'WEB_SECURITY_JS_CHECK', text: window('webSecurity: false') },
  { name: 'mixed.ts', check: 'INSECURE_CONTENT_JS_CHECK', text: window('allowRunningInsecureContent: true') },
  { name: 'experiments.ts', check: 'EXPERIMENTAL_FEATURES_JS_CHECK', text: window('experimentalFeatures: true') },
  {
    name: 'eval.ts',
    check: 'DANGEROUS_FUNCTIONS_JS_CHECK',
    text: `${generic}export const run = (code: string) => eval('run ' + code)\n`,
  },
  {
    name: 'open-external.ts',
    check: 'OPEN_EXTERNAL_JS_CHECK',
    text: `import { shell } from 'electron'\nexport const open = (url: string) => shell.openExternal(url)\n`,
  },
  {
    name: 'switches.ts',
    check: 'CUSTOM_ARGUMENTS_JS_CHECK',
    text: `import { app } from 'electron'\napp.commandLine.appendSwitch('ignore-certificate-errors')\n`,
  },
  {
    name: 'webview.html',
    check: 'NODE_INTEGRATION_HTML_CHECK',
    text: '<html><webview src="x" nodeintegration></webview></html>',
  },
]
