const window = (preferences) =>
  `import { BrowserWindow } from 'electron'\nnew BrowserWindow({ webPreferences: { ${preferences} } })\n`
const generic = 'export const same = <T>(value: T): T => value satisfies T\n'

/** Faults that the check of Electron's rules must find, in the languages our sources are written in: `{ name, text, check }`. */
export const plantedFaults = [
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
