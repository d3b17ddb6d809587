import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createViolatingTree, type LintFindings } from './violating-tree.ts'

const tree = createViolatingTree()
let findings: LintFindings = new Map()

const importing = (imported: string): string => `import ${imported} from 'electron'\n\nexport const used = x\n`

/** Exports of Electron that no code in the main process may import, in any way. */
const banned = ['shell', 'net', 'crashReporter', 'desktopCapturer', 'WebContentsView', 'BaseWindow', 'webContents']

const samples: [path: string, text: string, refused: boolean][] = [
  ...banned.flatMap((name): [string, string, boolean][] => [
    [`src/main/platform/takes-${name}.ts`, importing(`{ ${name} as x }`), true],
    [`src/main/platform/passes-${name}.ts`, `export { ${name} } from 'electron'\n`, true],
  ]),
  ['src/main/index.ts', importing('{ shell as x }'), true],
  ['src/main/platform/open-app.ts', importing('{ shell as x }'), true],
  ['src/main/platform/takes-all.ts', importing('* as x'), true],
  ['src/main/platform/takes-default.ts', importing('x'), true],
  ['src/main/platform/makes-window.ts', importing('{ BrowserWindow as x }'), true],
  [
    'src/main/platform/names-window.ts',
    `import type { BrowserWindow } from 'electron'\n\nexport type X = BrowserWindow\n`,
    false,
  ],
  ['src/main/platform/window.ts', importing('{ BrowserWindow as x }'), false],
  ['src/main/platform/takes-shortcut.ts', importing('{ globalShortcut as x }'), true],
  ['src/main/platform/os-integration.ts', importing('{ globalShortcut as x }'), false],
  ['src/main/platform/takes-menu.ts', importing('{ Menu as x }'), false],
  ['src/preload/takes-shell.ts', importing('{ shell as x }'), true],
  ['src/preload/takes-frame.ts', importing('{ webFrame as x }'), true],
  ['src/preload/takes-paths.ts', importing('{ webUtils as x }'), true],
  ['src/preload/index.ts', importing('{ webUtils as x }'), false],
  ['src/preload/takes-bridge.ts', importing('{ contextBridge as x }'), false],
]

beforeAll(async () => {
  for (const [path, text] of samples) tree.write(path, text)
  findings = await tree.lint()
}, 60_000)

afterAll(tree.remove)

it.each(samples)('%s is refused or accepted according to the rules', (path, _text, refused) => {
  expect((findings.get(path) ?? []).some((text) => text.includes('no-restricted-imports'))).toBe(refused)
})

describe('the source', () => {
  const root = join(import.meta.dirname, '..', '..')
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
  const filesMatching = (pattern: RegExp): string[] =>
    sources.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))

  it('never opens a link or a file through the system, so no input can make it do so', () => {
    expect(filesMatching(/openExternal|openPath|showItemInFolder/)).toEqual([])
    // Control: the search finds a name that occurs.
    expect(filesMatching(/setWindowOpenHandler/)).toEqual(['src/main/platform/security.ts'])
  })

  it('never reaches Electron by an indirect import', () => {
    expect(
      filesMatching(
        /createRequire|import\(.electron|_linkedBinding|electron\/(main|renderer|common)|@electron\/remote/,
      ),
    ).toEqual([])
  })

  it('turns on no Chromium feature', () => {
    expect(filesMatching(/enableBlinkFeatures|enable-features|enable-blink-features|disable-web-security/)).toEqual([])
  })
})
