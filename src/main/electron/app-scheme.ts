import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export const appScheme = 'rundesk'
export const appHost = 'app'
export const appUrl = `${appScheme}://${appHost}/index.html`

const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.woff2', 'font/woff2'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
])

/** SECURITY: the page may load what was built with it and nothing else; it has no network and no inline code or style. */
export const contentSecurityPolicy = [
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

const headersFor = (file: string): Record<string, string> => ({
  'content-type': types.get(extname(file)) ?? 'application/octet-stream',
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
})

const refuse = (status: number): Response =>
  new Response(null, { status, headers: { 'x-content-type-options': 'nosniff' } })

/** Every file that was built, by the path under which the page asks for it. Read once: no path is ever made from a URL. */
const listFiles = (folder: string): Map<string, string> => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map((entry) => join(entry.parentPath, entry.name))
  return new Map(files.map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]))
}

/** Answers requests of the app's own scheme from the files built into `folder`: GET of a listed file, or nothing. */
export const createAppScheme = (folder: string): ((request: Request) => Promise<Response>) => {
  const files = listFiles(folder)
  return async (request) => {
    if (request.method !== 'GET') return refuse(405)
    const url = new URL(request.url)
    const file = url.host === appHost ? files.get(url.pathname) : undefined
    if (file === undefined) return refuse(404)
    return new Response(new Uint8Array(await readFile(file)), { headers: headersFor(file) })
  }
}
