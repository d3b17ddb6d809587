import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export const appScheme = 'rundesk'
export const appHost = 'app'
export const appUrl = `${appScheme}://${appHost}/index.html`
/** The same page with the desk's first picture drawn into it, for whoever has been here before. */
export const deskUrl = `${appScheme}://${appHost}/desk.html`

/** What a page is made of. A file of any other kind, such as a source map, is not there for it. */
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
 * Every file that was built, by its whole URL. Read once: inside the app's archive this is the list of the build.
 * A link is no file, and a file of no known kind is left out.
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
 * Answers requests of the app's own scheme from the files built into `folder`: GET of a listed file, or nothing
 * (404, or 405 for another method). SECURITY: a URL is compared whole and never taken apart, so no spelling of a path,
 * no query, port or user name can make it mean another file.
 */
export const createAppScheme = (folder: string): ((request: Pick<Request, 'method' | 'url'>) => Promise<Response>) => {
  const files = listFiles(folder)
  return async ({ method, url }) => {
    if (method !== 'GET') return refuse(405)
    // What follows the # is the page's own affair; Chromium leaves it in.
    const found = files.get(url.split('#', 1)[0] ?? '')
    if (found === undefined) return refuse(404)
    return new Response(new Uint8Array(await readFile(found.file)), {
      headers: { ...common, 'content-type': found.type },
    })
  }
}
