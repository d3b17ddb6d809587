import type { App, Session, WebContents, WebPreferences } from 'electron'
import { appHost, appScheme } from './app-scheme.ts'

/**
 * SECURITY: enables the sandbox before Electron is ready, so that no page runs outside it. The exception is root:
 * Chromium has no sandbox for root, and `enableSandbox` would remove the switch that allows it to start.
 */
export const requireSandbox = (
  app: {
    enableSandbox: App['enableSandbox']
    commandLine: { hasSwitch(name: string): boolean; appendSwitch(name: string, value: string): void }
  },
  userId: number | undefined,
): void => {
  if (userId !== 0 || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  app.commandLine.appendSwitch('blink-settings', blinkSettings)
}

/**
 * Without these settings, a hint in a page makes Chromium resolve host names, and a script could read the clipboard
 * with `document.execCommand('paste')`; up to Electron 33, this needed no permission that could be denied. The user can
 * still paste.
 */
const blinkSettings = 'dnsPrefetchingEnabled=false,javaScriptCanAccessClipboard=false,DOMPasteAllowed=false'

/** SECURITY: secures every page and session when it is created, and never sends a certificate or a password. */
export const secureApp = (app: Pick<App, 'on'>, devTools: boolean): void => {
  app.on('web-contents-created', (_event, contents) => secureContents(contents))
  app.on('session-created', (session) => secureSession(session, devTools))
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault()
    answer(false)
  })
  // By default, Electron chooses the first certificate.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault()
    choose()
  })
  app.on('login', (event, _contents, _details, _authInfo, answer) => {
    event.preventDefault()
    answer()
  })
}

const refuse = (event: { preventDefault(): void }): void => event.preventDefault()

/** SECURITY: the page cannot navigate, open windows, embed a webview or select a device. */
export const secureContents = (
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy'>,
): void => {
  contents.on('will-navigate', refuse)
  contents.on('will-frame-navigate', refuse)
  contents.on('will-redirect', refuse)
  contents.on('will-attach-webview', refuse)
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault()
    choose('')
  })
  // SECURITY: the content security policy does not cover WebRTC. Without UDP, it uses the session's proxy, which never
  // connects.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

const ownPrefix = `${appScheme}://${appHost}/`

/** A proxy that never connects, because nothing can listen on port 0. */
const unreachableProxy = 'http://127.0.0.1:0'

const isOwnUrl = (url: string, devTools: boolean): boolean =>
  url.startsWith(ownPrefix) || (devTools && url.startsWith('devtools://'))

/** SECURITY: a session may request only the app's own files and, in development, those of the developer tools. */
const secureRequests = (session: Session, devTools: boolean): void => {
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isOwnUrl(url, devTools) }))
  // `onBeforeRequest` does not see requests for files.
  session.protocol.handle('file', () => new Response(null, { status: 404 }))
  session.on('will-download', (event) => event.preventDefault())
  // Otherwise Chromium would download the spell checker's dictionaries.
  session.setSpellCheckerLanguages([])
  session.setSpellCheckerEnabled(false)
}

/** SECURITY: denies every permission, including those that a later Chromium adds. */
const denyPermissions = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }))
  session.setUSBProtectedClassesHandler(({ protectedClasses }) => protectedClasses)
}

/** SECURITY: selects no device from any list. */
const denyDevices = (session: Session): void => {
  const none = (event: { preventDefault(): void }, _details: unknown, choose: (id?: string) => void): void => {
    event.preventDefault()
    choose()
  }
  session.on('select-hid-device', none)
  session.on('select-usb-device', none)
  session.on('select-serial-port', (event, _ports, _contents, choose) => {
    event.preventDefault()
    choose('')
  })
}

/** Applies all rules to a session; `devTools` allows the developer tools to load their own files. */
export const secureSession = (session: Session, devTools: boolean): void => {
  secureRequests(session, devTools)
  denyPermissions(session)
  denyDevices(session)
}

/** SECURITY: gives a session only a proxy that never connects, which also stops WebRTC and resource hints. */
export const blockNetwork = (session: Pick<Session, 'setProxy'>): Promise<void> =>
  session.setProxy({ mode: 'fixed_servers', proxyRules: unreachableProxy, proxyBypassRules: '<-loopback>' })

/** The sender of an IPC event; null for a disposed frame. */
export type FrameEvent = { senderFrame: { url: string; parent: unknown } | null }

/**
 * Returns true for a URL of the app's own page. Compares protocol and host, because a custom scheme has the origin
 * "null".
 */
export const isOurPage = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, host } = new URL(text)
  return protocol === `${appScheme}:` && host === appHost
}

/** SECURITY: returns true only for the top frame of the app's own page. */
export const isTrustedFrame = ({ senderFrame }: FrameEvent): boolean =>
  senderFrame !== null && senderFrame.parent === null && isOurPage(senderFrame.url)

/** SECURITY: the only place that sets the web preferences; callers cannot add any. */
export const webPreferences = (preload: string, packaged: boolean): WebPreferences => ({
  preload,
  sandbox: true,
  contextIsolation: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  experimentalFeatures: false,
  allowRunningInsecureContent: false,
  navigateOnDragDrop: false,
  plugins: false,
  webgl: false,
  disableDialogs: true,
  spellcheck: false,
  devTools: !packaged,
})
