import { globSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]
/** The root folders whose files the documents name. */
const folders = ['', 'src', 'src/main', 'src/main/features', 'src/renderer', 'test']

const textOf = (document: string): string => readFileSync(join(root, document), 'utf8')

const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

const headingsOf = (document: string): string[] =>
  [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => slug(text))

const brokenLinks = (document: string): string[] =>
  [...textOf(document).matchAll(/\]\((?!\w+:)([^)#]*)(?:#([\w-]+))?\)/g)].flatMap(([link, path = '', anchor]) => {
    const target = path === '' ? document : join(dirname(document), path)
    const found = existsSync(join(root, target)) && (anchor === undefined || headingsOf(target).includes(anchor))
    return found ? [] : [link]
  })

/**
 * Returns the missing files among paths such as `main/vault/*.test.ts` in code spans; skips names without a folder and
 * absolute paths.
 */
const missingFiles = (document: string): string[] =>
  [...textOf(document).matchAll(/`([\w-][\w.*-]*\/[\w./*-]+\.(?:tsx?|mjs|md|json|html))`/g)].flatMap(([, path = '']) =>
    folders.some((folder) => globSync(join(folder, path), { cwd: root }).length > 0) ? [] : [path],
  )

it.each(documents)('%s has no broken link', (document) => expect(brokenLinks(document)).toEqual([]))

it.each(documents)('%s names only files that exist', (document) => expect(missingFiles(document)).toEqual([]))

it('finds the links and files that it checks', () => {
  expect(documents.length).toBeGreaterThan(20)
  expect(textOf('docs/security.md').match(/`[\w/*.-]+\.test\.ts`/g)?.length).toBeGreaterThan(20)
})

it('lists the same path of a call in architecture.md as the test of that path', () => {
  const section = textOf('docs/architecture.md').split('\n## ')[1] ?? ''
  const listed = [...section.matchAll(/^\| `(src\/[\w./-]+)`/gm)].map(([, file]) => file)
  const tested = [...textOf('test/rules/trigger-call-path.test.ts').matchAll(/\[\s*'(src\/[\w./-]+)',/g)]
  expect(listed).toEqual(tested.map(([, file]) => file))
  expect(listed.length).toBeGreaterThan(5)
})
