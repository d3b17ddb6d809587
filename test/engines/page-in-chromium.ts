import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page, type Route } from '@playwright/test'
import { bundles, type MainOnNode } from './main-on-node.ts'

/** The system's browser, told to stay offline; `more` are switches of its own. */
export const launchChromium = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['RUNDESK_CHROMIUM'] ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      ...more,
    ],
  })

// A browser knows no scheme of ours; a reserved name that nobody can own takes its place, and main's own scheme
// handler answers for it, headers included.
const origin = 'https://rundesk.invalid'
const appOrigin = 'rundesk://app'

/** Plays the part of Electron's preload world: the real preload bundle, on a stand-in for its `electron`. */
const preloadScript = (): string => `{
  const heard = new Map()
  const ipcRenderer = {
    invoke: (channel, text) => window.askMain(channel, text),
    on: (channel, listener) => heard.set(listener, channel),
    off: (channel, listener) => heard.delete(listener),
  }
  const contextBridge = { exposeInMainWorld: (name, value) => Object.defineProperty(window, name, { value }) }
  window.hearMain = (channel, text) => {
    for (const [listener, wanted] of heard) if (wanted === channel) listener({}, text)
  }
  const require = () => ({ ipcRenderer, contextBridge })
  ${readFileSync(join(bundles, 'preload', 'index.cjs'), 'utf8').replace(/^\/\/# sourceMappingURL.*$/m, '')}
}`

/** What a lab may do to the page: serve it under another policy (none when the text is empty), and hear of what leaves it. */
export type PageWishes = { changePolicy?: (policy: string) => string; onForeign?: (url: string) => void }

const policyHeader = 'content-security-policy'

const serveFrom =
  (main: MainOnNode, { changePolicy = (policy) => policy, onForeign }: PageWishes) =>
  async (route: Route): Promise<void> => {
    const url = route.request().url()
    if (!url.startsWith(`${origin}/`)) {
      onForeign?.(url)
      return route.abort()
    }
    const { text, headers = {}, status = 500 } = await main.ask({ kind: 'fetch', url: url.replace(origin, appOrigin) })
    const { [policyHeader]: policy = '', ...others } = headers
    const changed = changePolicy(policy)
    const under = changed === '' ? others : { ...others, [policyHeader]: changed }
    return route.fulfill({ status, headers: under, body: Buffer.from(text, 'base64') })
  }

/** The page's bundle in Chromium, talking to main's bundle on Node; `complaints` fills with whatever the page complains of. */
export const openPage = async (
  browser: Browser,
  main: MainOnNode,
  wishes: PageWishes = {},
): Promise<{ page: Page; complaints: string[] }> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (said) => void (['error', 'warning'].includes(said.type()) && complaints.push(said.text())))
  page.on('pageerror', (error) => void complaints.push(error.message))
  await context.exposeBinding('askMain', async (_source, channel: string, text: string) => {
    const frameUrl = `${appOrigin}/index.html`
    return (await main.ask({ kind: 'invoke', channel, text, frameUrl })).text
  })
  main.onEvent((channel, text) => {
    // A page that is closing hears nothing any more, as in the app.
    if (!page.isClosed())
      void page.evaluate(`window.hearMain(${JSON.stringify(channel)}, ${JSON.stringify(text)})`).catch(() => undefined)
  })
  await context.addInitScript({ content: preloadScript() })
  const serve = serveFrom(main, wishes)
  await context.route('**/*', async (route) => {
    try {
      await serve(route)
    } catch (error) {
      // What a page still wanted when it was closed is nobody's any more; main may have ended meanwhile.
      if (!page.isClosed()) throw error
    }
  })
  // A socket is no request, and no route sees it.
  page.on('websocket', (socket) => wishes.onForeign?.(socket.url()))
  await page.goto(`${origin}/index.html`)
  return { page, complaints }
}
