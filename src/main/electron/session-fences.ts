import type { Session } from 'electron'
import { appHost, appScheme } from './app-scheme.ts'

const ownPrefix = `${appScheme}://${appHost}/`

/** Where nobody listens: port 0 cannot be connected to. */
const deadEnd = 'http://127.0.0.1:0'

type Choosing = { preventDefault(): void }

const isOurs = (url: string, devTools: boolean): boolean =>
  url.startsWith(ownPrefix) || (devTools && url.startsWith('devtools://'))

/** SECURITY: a session asks for nothing but our own files (and, while we develop, those of the developer tools). */
const fenceRequests = (session: Session, devTools: boolean): void => {
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isOurs(url, devTools) }))
  // Requests for files pass the line above unseen; here they end.
  session.protocol.handle('file', () => new Response(null, { status: 404 }))
  session.on('will-download', (event) => event.preventDefault())
  // The dictionaries of the spelling checker would be fetched from afar.
  session.setSpellCheckerLanguages([])
  session.setSpellCheckerEnabled(false)
}

/** SECURITY: whatever the page asks to be allowed, now or in a later Chromium, the answer is no. */
const fencePermissions = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }))
  session.setUSBProtectedClassesHandler(({ protectedClasses }) => protectedClasses)
}

/** SECURITY: a list of devices is answered with none of them. */
const fenceDevices = (session: Session): void => {
  const none = (event: Choosing, _details: unknown, choose: (id?: string) => void): void => {
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

/** Puts every fence around a session; `devTools` says that the developer tools may show themselves. */
export const fenceSession = (session: Session, devTools: boolean): void => {
  fenceRequests(session, devTools)
  fencePermissions(session)
  fenceDevices(session)
}

/** SECURITY: leaves a session no way out, not even for what no fence sees (WebRTC, hints in the page): its only proxy is a dead end. */
export const cutNetwork = (session: Pick<Session, 'setProxy'>): Promise<void> =>
  session.setProxy({ mode: 'fixed_servers', proxyRules: deadEnd, proxyBypassRules: '<-loopback>' })
