/** Who may import whom, said once more and apart from the linter's configuration, so that the two can be held together. */
export interface MainFolder {
  /** Folders of src/main whose values it may import. */
  readonly values?: readonly string[]
  /** Folders of src/main of which it may know the types. */
  readonly types?: readonly string[]
  /** The guarded packages it may import. */
  readonly packages?: readonly string[]
  /** It may take what vault/secret.ts offers besides `openSecret`. */
  readonly secret?: true
  readonly contract?: false
  /** It stands on the desk itself, as the app's own root does. */
  readonly root?: true
}

const matter: MainFolder = { types: ['service', 'settings', 'storage', 'vault', 'profiles', 'numbers', 'log'] }

export const mainFolders: Readonly<Record<string, MainFolder>> = {
  agents: matter,
  artifacts: matter,
  calls: matter,
  health: matter,
  runs: matter,
  telephony: matter,
  keys: { ...matter, secret: true },
  profiles: { ...matter, secret: true },
  'look-ups': { values: ['service', 'storage'], types: ['calls'] },
  network: { values: ['service'], packages: ['undici', 'node:net'], secret: true },
  settings: { values: ['network'], types: ['storage', 'vault'], secret: true },
  doctor: {
    values: ['network', 'service'],
    types: ['health', 'history', 'log', 'profiles', 'settings', 'storage', 'vault'],
    packages: ['node:net'],
  },
  bundles: {
    values: ['log', 'storage'],
    types: ['doctor', 'health', 'history', 'profiles', 'service', 'settings', 'vault'],
  },
  history: { types: ['storage', 'settings'] },
  headless: { values: ['ipc', 'log', 'practice', 'storage', 'vault'], secret: true, root: true },
  numbers: { values: ['storage'], types: ['profiles', 'service', 'settings'], packages: ['libphonenumber-js'] },
  pasted: { values: ['numbers'], types: ['settings', 'storage'], packages: ['papaparse'] },
  links: { types: ['settings', 'notices'] },
  notices: { types: ['settings'] },
  audit: { values: ['log'], types: ['profiles', 'settings', 'storage'] },
  policy: { types: ['settings', 'storage'] },
  workflows: matter,
  log: { secret: true },
  ipc: { types: ['log'], packages: ['zod'] },
  electron: { values: ['log'], types: ['ipc', 'vault', 'profiles'], packages: ['electron'] },
  service: { values: ['log'], packages: ['ky', 'undici', 'zod', 'node:net'], secret: true },
  storage: { packages: ['node:sqlite'] },
  vault: { packages: ['node:net'] },
  practice: { packages: ['zod', 'node:net'], contract: false },
}

/** Packages and built-ins that only some folders may import. */
export const guardedPackages = [
  'electron',
  'keytar',
  'ky',
  'undici',
  'libsql',
  'libphonenumber-js',
  'papaparse',
  'node:sqlite',
  'node:net',
  'zod',
  'react',
  'zustand',
  'jsonc-parser',
  'vite',
] as const

export const screens = ['call', 'first-run', 'keys', 'palette', 'profiles', 'runs', 'settings', 'support'] as const

/** Which folders of the page each of its folders may not import. */
export const pageBans: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(screens.map((screen) => [screen, screens.filter((other) => other !== screen)])),
  shell: screens,
  design: [...screens, 'shell'],
  words: [...screens, 'shell', 'design'],
}
