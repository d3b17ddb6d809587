import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page, type Route } from '@playwright/test'
import { bundles, type MainOnNode } from './main-on-node.ts'

/**
 * Returns the path of the system's Chromium: the headless shell, which needs a third of the processor time, or else the
 * full browser.
 */
const systemChromium = (): string =>
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file)) ?? 'chromium'

/** Starts the system's Chromium without background requests; `more` contains additional switches. */
export const launchChromium = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['RUNDESK_CHROMIUM'] ?? systemChromium(),
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

// A browser does not support the app's scheme. A reserved host name replaces it, and main's scheme handler serves the
// files with its headers.
const origin = 'https://rundesk.invalid'
const appOrigin = 'rundesk://app'

/** The built preload script, with a substitute for its `electron` module. */
const preloadScript = (): string => `{
  const listeners = new Map()
  const ipcRenderer = {
    invoke: (channel, text) => window.requestMain(channel, text),
    on: (channel, listener) => listeners.set(listener, channel),
    off: (channel, listener) => listeners.delete(listener),
  }
  const contextBridge = { exposeInMainWorld: (name, value) => Object.defineProperty(window, name, { value }) }
  window.receiveEvent = (channel, text) => {
    for (const [listener, wanted] of listeners) if (wanted === channel) listener({}, text)
  }
  const require = () => ({ ipcRenderer, contextBridge })
  ${readFileSync(join(bundles, 'preload', 'index.cjs'), 'utf8').replace(/^\/\/# sourceMappingURL.*$/m, '')}
}`

/**
 * Options for labs: a different content security policy (empty for none), and a listener for requests to other hosts.
 */
export type PageOptions = { changePolicy?: (policy: string) => string; onForeign?: (url: string) => void }

const policyHeader = 'content-security-policy'

const serveFrom =
  (main: MainOnNode, { changePolicy = (policy) => policy, onForeign }: PageOptions) =>
  async (route: Route): Promise<void> => {
    const url = route.request().url()
    if (!url.startsWith(`${origin}/`)) {
      onForeign?.(url)
      return route.abort()
    }
    const {
      text,
      headers = {},
      status = 500,
    } = await main.request({ kind: 'fetch', url: url.replace(origin, appOrigin) })
    const { [policyHeader]: policy = '', ...others } = headers
    const changed = changePolicy(policy)
    const under = changed === '' ? others : { ...others, [policyHeader]: changed }
    return route.fulfill({ status, headers: under, body: Buffer.from(text, 'base64') })
  }

/** Opens the built page in Chromium, connected to the built main on Node; `pageErrors` collects its errors and warnings. */
export const openPage = async (
  browser: Browser,
  main: MainOnNode,
  options: PageOptions = {},
): Promise<{ page: Page; pageErrors: string[] }> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const pageErrors: string[] = []
  page.on(
    'console',
    (message) => void (['error', 'warning'].includes(message.type()) && pageErrors.push(message.text())),
  )
  page.on('pageerror', (error) => void pageErrors.push(error.message))
  await context.exposeBinding('requestMain', async (_source, channel: string, text: string) => {
    const frameUrl = `${appOrigin}/index.html`
    return (await main.request({ kind: 'invoke', channel, text, frameUrl })).text
  })
  main.onEvent((channel, text) => {
    // As in the app, a page that is closing receives no events.
    if (!page.isClosed())
      void page
        .evaluate(`window.receiveEvent(${JSON.stringify(channel)}, ${JSON.stringify(text)})`)
        .catch(() => undefined)
  })
  await context.addInitScript({ content: preloadScript() })
  const serve = serveFrom(main, options)
  await context.route('**/*', async (route) => {
    try {
      await serve(route)
    } catch (error) {
      // A request from a closed page may fail because main has exited.
      if (!page.isClosed()) throw error
    }
  })
  // A WebSocket is not a request, so no route handles it.
  page.on('websocket', (socket) => options.onForeign?.(socket.url()))
  await page.goto(`${origin}/index.html`)
  return { page, pageErrors }
}
