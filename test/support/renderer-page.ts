import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { pageBuild } from '../../scripts/lib/page-build.mjs'

/** The Content-Security-Policy of the app's page; a page that needs more permissions does not run in the app. */
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

/** The catalogs that a page can be built with instead of English. */
export type TestMessages = 'mirrored' | 'pseudo'

/** Replaces the English catalog of the page. */
const withMessages = (messages: TestMessages): Plugin => ({
  name: 'test-messages',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === './en/index.ts' && importer?.endsWith('/messages/index.ts')
      ? join(repository, `test/support/messages/${messages}.ts`)
      : null,
})

const pageRoot = join(repository, 'src/renderer')

const catalogue = (messages: TestMessages | null) => (messages === null ? [] : [withMessages(messages)])

/** Builds the page as it ships, or in another language. */
const buildPage = (folder: string, messages: TestMessages | null) =>
  build({
    root: pageRoot,
    configFile: false,
    logLevel: 'error',
    plugins: [react({ jsxImportSource: '#jsx' }), ...catalogue(messages)],
    build: {
      ...pageBuild,
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        ...pageBuild.rolldownOptions,
        input: { index: join(pageRoot, 'index.html'), start: join(pageRoot, 'start.html') },
      },
    },
  })

/** Builds a script that sets a fake `window.api`, which in the app is set by the preload script. */
const buildFakeApi = (folder: string) =>
  build({
    root: repository,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      lib: {
        entry: join(repository, 'test/support/fake-api-on-window.ts'),
        formats: ['iife'],
        name: 'fake',
        fileName: 'fake-api',
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

/** Serves the built page with its real policy on loopback, with the script that sets the fake API. */
export const startRendererPage = async (
  folder: string,
  messages: TestMessages | null = null,
): Promise<{ origin: string; fakeApiScript: string; close: () => void }> => {
  await buildPage(join(folder, 'page'), messages)
  await buildFakeApi(join(folder, 'fake-api'))
  return { ...(await serve(join(folder, 'page'))), fakeApiScript: join(folder, 'fake-api/fake-api.iife.js') }
}
