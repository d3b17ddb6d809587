import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export const appScheme = 'rundesk'
export const appHost = 'app'
export const appUrl = `${appScheme}://${appHost}/index.html`
/** The URL of the page on every launch except the first: its number field works before the app renders. */
export const startUrl = `${appScheme}://${appHost}/start.html`

/** File types that a page may load; source maps and other files are not served. */
const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.woff2', 'font/woff2'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
])

/** SECURITY: the page loads only files of its own build and uses no network, inline scripts or inline styles. */
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

const common = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

const refuse = (status: number): Response => new Response(null, { status, headers: common })

type BuiltFile = { file: string; type: string }

const urlOf = (folder: string, file: string): string =>
  new URL(relative(folder, file).split(sep).map(encodeURIComponent).join('/'), appUrl).href

/**
 * Returns all built files by complete URL, without links and other file types. Invoked only once, because the app's
 * archive does not change.
 */
const listFiles = (folder: string): Map<string, BuiltFile> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .flatMap((entry) => {
        const file = join(entry.parentPath, entry.name)
        const type = types.get(extname(file))
        return type === undefined ? [] : [[urlOf(folder, file), { file, type }] as const]
      }),
  )

/**
 * Serves GET requests for the files in `folder` (404 for others, 405 for other methods). SECURITY: the URL is compared
 * as a whole, so that no variation of the path, query, port or user name can select another file.
 */
export const createAppScheme = (folder: string): ((request: Pick<Request, 'method' | 'url'>) => Promise<Response>) => {
  const files = listFiles(folder)
  return async ({ method, url }) => {
    if (method !== 'GET') return refuse(405)
    // Chromium does not remove the fragment from the URL.
    const found = files.get(url.split('#', 1)[0] ?? '')
    if (found === undefined) return refuse(404)
    return new Response(new Uint8Array(await readFile(found.file)), {
      headers: { ...common, 'content-type': found.type },
    })
  }
}
