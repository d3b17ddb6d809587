import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { drawFirstPicture } from '../../scripts/lib/first-picture.mjs'
import { pageBuild } from '../../scripts/lib/page-build.mjs'

/** The policy the app serves its page under; a page that needs more than this does not run in the app. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

const repository = new URL('../../', import.meta.url).pathname

/** The catalogues that a page can be built with in place of English. */
export type TestWords = 'mirrored' | 'pseudo'

/** Puts another catalogue where the page asks for the English one. */
const withWords = (words: TestWords): Plugin => ({
  name: 'test-words',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === './english/english.ts' && importer?.endsWith('/words/words.ts')
      ? join(repository, `test/support/words/${words}.ts`)
      : null,
})

const pageRoot = join(repository, 'src/renderer')

const catalogue = (words: TestWords | null) => (words === null ? [] : [withWords(words)])

/** Builds the page as it ships, or in another language. */
const buildPage = (folder: string, words: TestWords | null) =>
  build({
    root: pageRoot,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), ...catalogue(words), drawFirstPicture({ root: pageRoot, plugins: catalogue(words) })],
    build: { ...pageBuild, outDir: folder, emptyOutDir: true, minify: false },
  })

/** Builds a script that puts a fake desk on the window, as the preload puts the real one. */
const buildDesk = (folder: string) =>
  build({
    root: repository,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      lib: {
        entry: join(repository, 'test/support/fake-desk-on-window.ts'),
        formats: ['iife'],
        name: 'fake',
        fileName: 'desk',
      },
      minify: false,
    },
  })

const serve = async (folder: string): Promise<{ origin: string; close: () => void }> => {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = join(folder, path === '/' ? 'index.html' : path)
    readFile(file).then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': types[extname(file)] ?? 'application/octet-stream',
            'content-security-policy': policy,
          })
          .end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The page has no port.')
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

/** The built page behind its real policy on loopback, and the script that gives it a fake desk. */
export const startRendererPage = async (
  folder: string,
  words: TestWords | null = null,
): Promise<{ origin: string; deskScript: string; close: () => void }> => {
  await buildPage(join(folder, 'page'), words)
  await buildDesk(join(folder, 'desk'))
  return { ...(await serve(join(folder, 'page'))), deskScript: join(folder, 'desk/desk.iife.js') }
}
