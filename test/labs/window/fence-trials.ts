import type { ElectronApplication, Page } from '@playwright/test'
import { createHostileUrls } from './hostile-urls.ts'
import type { Sink } from './sink.ts'

/** What was tried, how often, and how often it went through. */
export type Tried = { tried: number; through: string[] }

const strangePlaces = (sink: Sink): string[] => [
  `${sink.origin}/navigate`,
  'about:blank',
  'about:srcdoc',
  'https://voice.acme.example/',
  'file:///etc/hostname',
  'data:text/html,<h1>elsewhere</h1>',
  'blob:rundesk://app/00000000-0000-4000-8000-000000000000',
  'view-source:rundesk://app/index.html',
  'chrome://gpu/',
  'devtools://devtools/bundled/inspector.html',
  'rundesk://other/index.html',
  'rundesk://app/assets/',
  'RUNDESK://APP/index.html?again',
  'ftp://127.0.0.1/',
  'mailto:somebody@example.com',
  'tel:+14155550101',
  'ms-settings:',
  'smb://127.0.0.1/share',
]

const waysAway = ['location.href = to', 'location.replace(to)', 'location.assign(to)', "follow('')", "follow('_top')"]

const followAll = (to: string): string => `(() => {
  const to = ${JSON.stringify(to)}
  const follow = (target) => {
    const link = Object.assign(document.createElement('a'), { href: to, target })
    document.body.append(link)
    link.click()
    link.remove()
  }
  ${waysAway.map((way) => `try { ${way} } catch {}`).join('\n')}
})()`

/** Where a page stands that Chromium itself has refused to lead further: nothing of anybody is shown there. */
const isNowhere = (url: string): boolean => /^(about:blank|about:srcdoc|chrome-error:)/.test(url)

/** The page is ours, and the bridge answers it, which it does to nobody else. */
const isOurs = (page: Page): Promise<boolean> =>
  page
    .evaluate<boolean>(
      `location.href.startsWith('rundesk://app/index.html') && window.desk.appInfo({}).then(({ ok }) => ok)`,
    )
    .catch(() => false)

const comesBack = async (page: Page): Promise<boolean> => {
  for (let times = 0; times < 100; times += 1) {
    if (!isNowhere(page.url()) && (await isOurs(page))) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

/**
 * Leads the page away by every way to every strange place and to hostile URLs. Through is a place that was shown, or from
 * which the page did not come back; nowhere counts how often Chromium led it to a blank page, which nobody can prevent.
 */
export const leadAway = async (
  page: Page,
  { sink, random, count }: { sink: Sink; random: () => number; count: number },
): Promise<Tried & { nowhere: number }> => {
  const draw = createHostileUrls(random, ['index.html'])
  const places = [...strangePlaces(sink), ...Array.from({ length: count }, draw)]
  const url = page.url()
  const shown: string[] = []
  page.on('framenavigated', (frame) => void (frame === page.mainFrame() && shown.push(frame.url())))
  const lost: string[] = []
  for (const to of places) {
    // What leads away takes the answer with it.
    await page.evaluate(followAll(to)).catch(() => undefined)
    if (!(await comesBack(page))) lost.push(to)
  }
  await page.waitForTimeout(300)
  const through = [...lost, ...shown.filter((one) => one.split('#')[0] !== url && !isNowhere(one))]
  return { tried: places.length * waysAway.length, through, nowhere: shown.filter(isNowhere).length }
}

/** Every way to WebRTC and every hint that makes Chromium connect; what arrives at the sink is counted there. */
export const reachOut = async (page: Page, sink: Sink): Promise<void> => {
  await page.evaluate(`(async () => {
    const servers = ['stun:127.0.0.1:${sink.udpPort}', 'turn:127.0.0.1:${sink.port}?transport=tcp',
      'turn:127.0.0.1:${sink.udpPort}?transport=udp', 'turns:127.0.0.1:${sink.port}?transport=tcp']
    const iceServers = servers.map((urls) => urls.startsWith('stun') ? { urls } : { urls, username: 'a', credential: 'b' })
    const peer = new RTCPeerConnection({ iceServers })
    peer.createDataChannel('x')
    await peer.setLocalDescription(await peer.createOffer())
    for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'prerender', 'preload', 'modulepreload', 'icon', 'manifest'])
      document.head.append(Object.assign(document.createElement('link'), { rel, as: 'image', href: '${sink.origin}/hint-' + rel }))
    await new Promise((resolve) => setTimeout(resolve, 2500))
    peer.close()
  })()`)
}

/** Frames and webviews of every kind; gives those in which the bridge is found or to which a process was given. */
export const embed = async (page: Page, app: ElectronApplication): Promise<Tried> => {
  const before = await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)
  const through = await page.evaluate<string[]>(`(async () => {
    const frames = ['about:blank', 'rundesk://app/index.html', 'data:text/html,x', ''].map((src) =>
      document.body.appendChild(Object.assign(document.createElement('iframe'), { src })))
    const view = document.createElement('webview')
    view.setAttribute('src', 'rundesk://app/index.html')
    view.setAttribute('nodeintegration', '')
    document.body.append(view)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const found = frames.filter((frame) => { try { return 'desk' in frame.contentWindow } catch { return false } })
    for (const frame of frames) frame.remove()
    view.remove()
    return found.map(({ src }) => src)
  })()`)
  const after = await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)
  return { tried: 5, through: after === before ? through : [...through, 'a webview'] }
}

/** What main itself may load over the page's session: a stranger's page, a file, a page that redirects. */
export const loadByMain = async (app: ElectronApplication, sink: Sink): Promise<Tried> => {
  const through = await app.evaluate(
    async ({ session }, { elsewhere }) => {
      const urls = [elsewhere, 'https://voice.acme.example/', 'file:///etc/hostname', 'data:text/plain,x']
      const asked = urls.map((url) =>
        session.defaultSession.fetch(url).then(
          ({ ok }) => (ok ? [url] : []),
          () => [],
        ),
      )
      return (await Promise.all(asked)).flat()
    },
    { elsewhere: `${sink.origin}/main` },
  )
  return { tried: 4, through }
}
