import type { ElectronApplication, Page } from '@playwright/test'
import { createHostileUrls } from './hostile-urls.ts'
import type { Sink } from './sink.ts'

/** The number of attempts, and those that succeeded. */
export type ProtectionResult = { tried: number; through: string[] }

const foreignUrls = (sink: Sink): string[] => [
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
  'mailto:someone@example.com',
  'tel:+14155550101',
  'ms-settings:',
  'smb://127.0.0.1/share',
]

const navigations = [
  'location.href = to',
  'location.replace(to)',
  'location.assign(to)',
  "follow('')",
  "follow('_top')",
]

const followAll = (to: string): string => `(() => {
  const to = ${JSON.stringify(to)}
  const follow = (target) => {
    const link = Object.assign(document.createElement('a'), { href: to, target })
    document.body.append(link)
    link.click()
    link.remove()
  }
  ${navigations.map((way) => `try { ${way} } catch {}`).join('\n')}
})()`

/** Returns whether a URL is a blank or error page of Chromium itself. */
const isBlankPage = (url: string): boolean => /^(about:blank|about:srcdoc|chrome-error:)/.test(url)

/** Returns whether the page is the app's own, for which the bridge responds. */
const isOurs = (page: Page): Promise<boolean> =>
  page
    .evaluate<boolean>(
      `location.href.startsWith('rundesk://app/index.html') && window.api.appInfo({}).then(({ ok }) => ok)`,
    )
    .catch(() => false)

const returnsToApp = async (page: Page): Promise<boolean> => {
  for (let times = 0; times < 100; times += 1) {
    if (!isBlankPage(page.url()) && (await isOurs(page))) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

/**
 * Tries to navigate the page to foreign and hostile URLs in every way. `through` lists URLs that were shown or from
 * which the page did not return. `nowhere` counts blank pages, which Chromium shows itself.
 */
export const navigateAway = async (
  page: Page,
  { sink, random, count }: { sink: Sink; random: () => number; count: number },
): Promise<ProtectionResult & { nowhere: number }> => {
  const draw = createHostileUrls(random, ['index.html'])
  const places = [...foreignUrls(sink), ...Array.from({ length: count }, draw)]
  const url = page.url()
  const shown: string[] = []
  page.on('framenavigated', (frame) => void (frame === page.mainFrame() && shown.push(frame.url())))
  const lost: string[] = []
  for (const to of places) {
    // A navigation returns no result.
    await page.evaluate(followAll(to)).catch(() => undefined)
    if (!(await returnsToApp(page))) lost.push(to)
  }
  await page.waitForTimeout(300)
  const through = [...lost, ...shown.filter((one) => one.split('#')[0] !== url && !isBlankPage(one))]
  return { tried: places.length * navigations.length, through, nowhere: shown.filter(isBlankPage).length }
}

/** Uses WebRTC and every hint that makes Chromium connect. The sink counts what arrives. */
export const openConnections = async (page: Page, sink: Sink): Promise<void> => {
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

/**
 * Creates frames of every kind and a webview. Returns the frames that have the bridge, and the webview if it has a
 * process.
 */
export const embed = async (page: Page, app: ElectronApplication): Promise<ProtectionResult> => {
  const before = await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)
  const through = await page.evaluate<string[]>(`(async () => {
    const frames = ['about:blank', 'rundesk://app/index.html', 'data:text/html,x', ''].map((src) =>
      document.body.appendChild(Object.assign(document.createElement('iframe'), { src })))
    const view = document.createElement('webview')
    view.setAttribute('src', 'rundesk://app/index.html')
    view.setAttribute('nodeintegration', '')
    document.body.append(view)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const found = frames.filter((frame) => { try { return 'api' in frame.contentWindow } catch { return false } })
    for (const frame of frames) frame.remove()
    view.remove()
    return found.map(({ src }) => src)
  })()`)
  const after = await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)
  return { tried: 5, through: after === before ? through : [...through, 'a webview'] }
}

/** Makes the main process fetch two foreign pages, a file: URL and a data: URL with the page's session. */
export const loadByMain = async (app: ElectronApplication, sink: Sink): Promise<ProtectionResult> => {
  const through = await app.evaluate(
    async ({ session }, { elsewhere }) => {
      const urls = [elsewhere, 'https://voice.acme.example/', 'file:///etc/hostname', 'data:text/plain,x']
      const results = urls.map((url) =>
        session.defaultSession.fetch(url).then(
          ({ ok }) => (ok ? [url] : []),
          () => [],
        ),
      )
      return (await Promise.all(results)).flat()
    },
    { elsewhere: `${sink.origin}/main` },
  )
  return { tried: 4, through }
}

/** Code that requests a permission; each returns true if it was granted. */
export const permissionRequests: readonly (readonly [name: string, text: string])[] = [
  [
    'where we are',
    `new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve(true), () => resolve(false)))`,
  ],
  ['notifications', `Notification.requestPermission().then((answer) => answer === 'granted')`],
  ['camera', `navigator.mediaDevices.getUserMedia({ video: true }).then(() => true)`],
  ['microphone', `navigator.mediaDevices.getUserMedia({ audio: true }).then(() => true)`],
  ['the screen', `navigator.mediaDevices.getDisplayMedia({ video: true }).then(() => true)`],
  ['reading the clipboard', `navigator.clipboard.readText().then(() => true)`],
  ['writing the clipboard', `navigator.clipboard.writeText('x').then(() => true)`],
  ['MIDI', `navigator.requestMIDIAccess({ sysex: true }).then(() => true)`],
  ['USB', `navigator.usb.requestDevice({ filters: [] }).then(() => true)`],
  ['HID', `navigator.hid.requestDevice({ filters: [] }).then((devices) => devices.length > 0)`],
  ['serial ports', `navigator.serial.requestPort().then(() => true)`],
  ['Bluetooth', `navigator.bluetooth.requestDevice({ acceptAllDevices: true }).then(() => true)`],
  ['keeping the screen awake', `navigator.wakeLock.request('screen').then(() => true)`],
  ['idleness', `IdleDetector.requestPermission().then((answer) => answer === 'granted')`],
  ['storage for good', `navigator.storage.persist()`],
  ['the whole screen', `document.documentElement.requestFullscreen().then(() => true)`],
  [
    'the pointer',
    `Promise.resolve(document.body.requestPointerLock()).then(() => document.pointerLockElement !== null)`,
  ],
  ['the keyboard', `navigator.keyboard.lock().then(() => true)`],
  ['the fonts', `queryLocalFonts().then((fonts) => fonts.length > 0)`],
  ['the other screens', `getScreenDetails().then(() => true)`],
  ['storage of others', `document.requestStorageAccess().then(() => document.hasStorageAccess()).then(() => false)`],
  ['a loudspeaker', `navigator.mediaDevices.selectAudioOutput().then(() => true)`],
]

/** Permission names to query; unknown ones are errors. */
export const queried: readonly string[] = [
  'geolocation',
  'notifications',
  'push',
  'camera',
  'microphone',
  'display-capture',
  'clipboard-read',
  'clipboard-write',
  'midi',
  'background-fetch',
  'background-sync',
  'periodic-background-sync',
  'persistent-storage',
  'payment-handler',
  'screen-wake-lock',
  'system-wake-lock',
  'idle-detection',
  'local-fonts',
  'window-management',
  'window-placement',
  'storage-access',
  'top-level-storage-access',
  'accelerometer',
  'gyroscope',
  'magnetometer',
  'ambient-light-sensor',
  'nfc',
  'speaker-selection',
  'keyboard-lock',
  'pointer-lock',
  'fullscreen',
  'captured-surface-control',
  'smart-card',
  'local-network-access',
  'telepathy',
]

/**
 * Returns code that requests and queries every permission and returns the granted ones. No response counts as denied.
 */
export const requestAllPermissions = (): string => `(async () => {
  const withTimeout = (request) => Promise.race([request, new Promise((resolve) => setTimeout(resolve, 1500, false))])
  const tried = async (name, request) => ((await withTimeout((async () => request())()).catch(() => false)) === true ? [name] : [])
  const requests = [${permissionRequests.map(([name, text]) => `tried(${JSON.stringify(name)}, () => ${text})`).join(', ')}]
  const names = ${JSON.stringify(queried)}.map((name) =>
    tried('state of ' + name, () => navigator.permissions.query({ name }).then(({ state }) => state === 'granted')))
  return (await Promise.all([...requests, ...names])).flat()
})()`
