import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlantedTree, type Verdicts } from './planted-tree.ts'

const tree = createPlantedTree()
let verdicts: Verdicts = new Map()

const importing = (imported: string): string => `import ${imported} from 'electron'\n\nexport const used = x\n`

/** Parts of Electron that nothing in main may take, however it takes them. */
const banned = ['shell', 'net', 'crashReporter', 'desktopCapturer', 'WebContentsView', 'BaseWindow', 'webContents']

const plantings: [path: string, text: string, refused: boolean][] = [
  ...banned.flatMap((name): [string, string, boolean][] => [
    [`src/main/electron/takes-${name}.ts`, importing(`{ ${name} as x }`), true],
    [`src/main/electron/passes-${name}.ts`, `export { ${name} } from 'electron'\n`, true],
  ]),
  ['src/main/index.ts', importing('{ shell as x }'), true],
  ['src/main/open-desk.ts', importing('{ shell as x }'), true],
  ['src/main/electron/takes-all.ts', importing('* as x'), true],
  ['src/main/electron/takes-default.ts', importing('x'), true],
  ['src/main/electron/makes-window.ts', importing('{ BrowserWindow as x }'), true],
  [
    'src/main/electron/names-window.ts',
    `import type { BrowserWindow } from 'electron'\n\nexport type X = BrowserWindow\n`,
    false,
  ],
  ['src/main/electron/window.ts', importing('{ BrowserWindow as x }'), false],
  ['src/main/electron/hears-keys.ts', importing('{ globalShortcut as x }'), true],
  ['src/main/electron/global-shortcut.ts', importing('{ globalShortcut as x }'), false],
  ['src/main/electron/takes-menu.ts', importing('{ Menu as x }'), false],
  ['src/preload/takes-shell.ts', importing('{ shell as x }'), true],
  ['src/preload/takes-frame.ts', importing('{ webFrame as x }'), true],
  ['src/preload/takes-bridge.ts', importing('{ contextBridge as x }'), false],
]

beforeAll(async () => {
  for (const [path, text] of plantings) tree.plant(path, text)
  verdicts = await tree.lint()
}, 60_000)

afterAll(tree.remove)

it.each(plantings)('%s is refused as it should be', (path, _text, refused) => {
  expect((verdicts.get(path) ?? []).some((words) => words.includes('no-restricted-imports'))).toBe(refused)
})

describe('the source', () => {
  const root = join(import.meta.dirname, '..', '..')
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
  const placesOf = (pattern: RegExp): string[] =>
    sources.filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))

  it('opens no link and no file of the system, so there is no function that could be fooled into it', () => {
    expect(placesOf(/openExternal|openPath|showItemInFolder/)).toEqual([])
    // The control: the search would find a word that is there.
    expect(placesOf(/setWindowOpenHandler/)).toEqual(['src/main/electron/contents-fences.ts'])
  })

  it('reaches Electron by no way round', () => {
    expect(
      placesOf(/createRequire|import\(.electron|_linkedBinding|electron\/(main|renderer|common)|@electron\/remote/),
    ).toEqual([])
  })

  it('switches no feature of Chromium on', () => {
    expect(placesOf(/enableBlinkFeatures|enable-features|enable-blink-features|disable-web-security/)).toEqual([])
  })
})
