import { expect, it } from 'vitest'
import { runScriptLines } from '../../support/script-lines.ts'

// The tool is installed on demand, which takes half a minute the first time.
const minutes = 3 * 60_000

it(
  'reports a fault without a reason and a reason without a fault, and applies a reason to only one file',
  () => {
    const weak = `import { BrowserWindow } from 'electron'\nnew BrowserWindow({ webPreferences: { nodeIntegration: true } })\n`
    const sample = 'new BrowserWindow({ webPreferences: { nodeIntegration: true } })'
    const explained = [
      { check: 'NODE_INTEGRATION_JS_CHECK', file: 'src/other.ts', sample, reason: 'for this test' },
      { check: 'AUXCLICK_JS_CHECK', sample, reason: 'for this test' },
    ]
    const report = runScriptLines(
      `import { checkElectronRules } from 'scripts/deps/electron-rules.mjs'
    const files = [{ name: 'src/window.ts', text: ${JSON.stringify(weak)} }, { name: 'src/broken.ts', text: 'const = 1' }]
    const { unexplained, idle, unread, control } = await checkElectronRules({ files, explained: ${JSON.stringify(explained)} })
    const checks = unexplained.map((one) => one.check + ' ' + one.file)
    console.log(JSON.stringify({ checks, idle: idle.length, unread: unread.map((one) => one.file), missed: control.missed }))`,
      {},
      minutes,
    )
    expect(report).toMatchObject({ idle: 1, unread: ['src/broken.ts'], missed: [] })
    expect(report).toHaveProperty('checks', expect.arrayContaining(['NODE_INTEGRATION_JS_CHECK src/window.ts']))
    expect(report).not.toHaveProperty('checks', expect.arrayContaining(['AUXCLICK_JS_CHECK src/window.ts']))
  },
  minutes,
)
