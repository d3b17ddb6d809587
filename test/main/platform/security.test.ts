import { expect, it } from 'vitest'
import {
  blockNetwork,
  isTrustedFrame,
  requireSandbox,
  secureApp,
  secureContents,
  secureSession,
} from '../../../src/main/platform/security.ts'
import type { App, Session, WebContents } from 'electron'
import { createRecorder } from '../../support/electron/recorder.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const requested = (userId: number | undefined, switches: readonly string[]): string[] => {
  const done: string[] = []
  requireSandbox(
    {
      enableSandbox: () => void done.push('sandbox'),
      commandLine: {
        hasSwitch: (name) => switches.includes(name),
        appendSwitch: (name, value) => void done.push(`${name}=${value}`),
      },
    },
    userId,
  )
  return done
}

const noHints = 'blink-settings=dnsPrefetchingEnabled=false,javaScriptCanAccessClipboard=false,DOMPasteAllowed=false'

it.each([
  ['an ordinary user', 1000, []],
  ['an ordinary user who requests no sandbox', 1000, ['no-sandbox']],
  ['root without a switch', 0, []],
  ['a system without user IDs', undefined, ['no-sandbox']],
])('requires the sandbox for %s', (_who, userId, switches) => {
  expect(requested(userId, switches)).toEqual(['sandbox', noHints])
})

it('allows only root to run without it, and only with --no-sandbox', () => {
  expect(requested(0, ['no-sandbox'])).toEqual([noHints])
})

const securedApp = () => {
  const recorder = createRecorder<App>()
  secureApp(recorder.part, false)
  return recorder
}

it.each([
  ['certificate-error', [{}, 'https://a.example', 'expired', {}], [false]],
  ['select-client-certificate', [{}, 'https://a.example', [{}]], []],
  ['login', [{}, {}, {}], []],
])('is denied on %s', (event, fields, reported) => {
  const answers: unknown[] = []
  const prevented = securedApp().emitWithEvent(event, ...fields, (...answer: unknown[]) => answers.push(answer))
  expect({ prevented, answers }).toEqual({ prevented: true, answers: [reported] })
})

it('restricts every new page and session', () => {
  const contents = createRecorder<WebContents>()
  const session = createRecorder<Session>()
  const app = securedApp()
  app.emitWithEvent('web-contents-created', contents.part)
  app.emit('session-created', session.part)
  expect(contents.names()).toEqual(expect.arrayContaining(['on will-navigate', 'setWindowOpenHandler']))
  expect(session.names()).toEqual(
    expect.arrayContaining(['webRequest.onBeforeRequest', 'setPermissionRequestHandler', 'on will-download']),
  )
})

const securedContents = () => {
  const recorder = createRecorder<WebContents>()
  secureContents(recorder.part)
  return recorder
}

it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])('prevents %s', (event) => {
  expect(securedContents().emitWithEvent(event)).toBe(true)
})

it('opens no window for any request', () => {
  for (const url of ['https://a.example', 'rundesk://app/index.html', 'about:blank', 'javascript:1', ''])
    expect(securedContents().call('setWindowOpenHandler', { url, disposition: 'new-window' })).toEqual({
      action: 'deny',
    })
})

it('selects no device', () => {
  const chosen: unknown[] = []
  const prevented = securedContents().emitWithEvent('select-bluetooth-device', [{ deviceId: 'a' }], (id: unknown) =>
    chosen.push(id),
  )
  expect({ prevented, chosen }).toEqual({ prevented: true, chosen: [''] })
})

it('prevents WebRTC over UDP', () => {
  expect(securedContents().calls).toContainEqual({
    name: 'setWebRTCIPHandlingPolicy',
    args: ['disable_non_proxied_udp'],
  })
})

const securedSession = (devTools = false) => {
  const recorder = createRecorder<Session>()
  secureSession(recorder.part, devTools)
  return recorder
}

/** Every permission in Electron's types for a handler, and a few unknown ones. */
const permissionsOf = (handler: string): string[] => {
  const types = join(dirname(createRequire(import.meta.url).resolve('electron')), 'electron.d.ts')
  const line = readFileSync(types, 'utf8')
    .split('\n')
    .find((text) => text.includes(`${handler}(handler: (`))
  const [union = ''] = /permission: ([^,]*)/.exec(line ?? '') ?? []
  return [...union.matchAll(/'([\w-]+)'/g)].flatMap(([, name]) => (name === undefined ? [] : [name]))
}
const unknown = ['', 'telepathy', '__proto__', 'constructor', 'GEOLOCATION', 'media ']

it('reads the names of the permissions', () => {
  for (const handler of ['setPermissionRequestHandler', 'setPermissionCheckHandler']) {
    expect(permissionsOf(handler).length).toBeGreaterThan(30)
    expect(permissionsOf(handler)).toEqual(expect.arrayContaining(['geolocation', 'media', 'usb', 'unknown']))
  }
})

it.each([...permissionsOf('setPermissionRequestHandler'), ...unknown])('denies a request for "%s"', (name) => {
  const answers: unknown[] = []
  securedSession().call('setPermissionRequestHandler', null, name, (answer: unknown) => answers.push(answer), {})
  expect(answers).toEqual([false])
})

it.each([...permissionsOf('setPermissionCheckHandler'), ...unknown])('denies a check of "%s"', (name) => {
  expect(securedSession().call('setPermissionCheckHandler', null, name, 'rundesk://app', {})).toBe(false)
})

it('grants no device, screen or pairing', () => {
  const answers: unknown[] = []
  const answer = (value: unknown) => answers.push(value)
  const recorder = securedSession()
  expect(recorder.call('setDevicePermissionHandler', { deviceType: 'hid' })).toBe(false)
  recorder.call('setDisplayMediaRequestHandler', { videoRequested: true }, answer)
  recorder.call('setBluetoothPairingHandler', { pairingKind: 'confirm' }, answer)
  expect(answers).toEqual([null, { confirmed: false }])
  expect(recorder.call('setUSBProtectedClassesHandler', { protectedClasses: ['audio', 'hid'] })).toEqual([
    'audio',
    'hid',
  ])
})

it.each([
  ['select-hid-device', [{ deviceList: [{}] }], [undefined]],
  ['select-usb-device', [{ deviceList: [{}] }], [undefined]],
  ['select-serial-port', [[{ portId: 'a' }], {}], ['']],
])('selects nothing on %s', (event, fields, none) => {
  const chosen: unknown[] = []
  const prevented = securedSession().emitWithEvent(event, ...fields, (id: unknown) => chosen.push(id))
  expect({ prevented, chosen }).toEqual({ prevented: true, chosen: none })
})

it('prevents downloads and dictionary updates', () => {
  const recorder = securedSession()
  expect(recorder.emitWithEvent('will-download')).toBe(true)
  expect(recorder.calls).toContainEqual({ name: 'setSpellCheckerEnabled', args: [false] })
  expect(recorder.calls).toContainEqual({ name: 'setSpellCheckerLanguages', args: [[]] })
})

it.each([
  ['rundesk://app/index.html', false, false],
  ['rundesk://app/assets/index.js', false, false],
  ['rundesk://app.evil.example/', false, true],
  ['rundesk://application/', false, true],
  ['https://voice.acme.example/', false, true],
  ['http://127.0.0.1:1/', false, true],
  ['ws://127.0.0.1:1/', false, true],
  ['file:///etc/passwd', false, true],
  ['data:text/html,x', false, true],
  ['devtools://devtools/bundled/a.js', false, true],
  ['devtools://devtools/bundled/a.js', true, false],
  ['https://voice.acme.example/', true, true],
])('cancels a request to %s (developer tools: %s): %s', (url, devTools, cancel) => {
  const answers: unknown[] = []
  securedSession(devTools).call('webRequest.onBeforeRequest', { url }, (answer: unknown) => answers.push(answer))
  expect(answers).toEqual([{ cancel }])
})

it('serves no file: URL', () => {
  const answer = securedSession().call('protocol.handle', { url: 'file:///etc/passwd' })
  expect(answer).toBeInstanceOf(Response)
  expect(answer).toMatchObject({ status: 404, body: null })
})

it('sets an unreachable proxy for the page’s session, also for loopback', async () => {
  const recorder = createRecorder<Session>()
  await blockNetwork(recorder.part)
  expect(recorder.calls).toEqual([
    {
      name: 'setProxy',
      args: [{ mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:0', proxyBypassRules: '<-loopback>' }],
    },
  ])
})

it('trusts the top frame of the app page', () => {
  expect(isTrustedFrame({ senderFrame: { url: 'rundesk://app/index.html', parent: null } })).toBe(true)
})

it.each([
  ['a missing frame', null],
  ['a frame inside our page', { url: 'rundesk://app/index.html', parent: {} }],
  ['another host', { url: 'rundesk://other/index.html', parent: null }],
  ['another host with the same prefix', { url: 'rundesk://app.evil.example/', parent: null }],
  ['another port', { url: 'rundesk://app:1/index.html', parent: null }],
  ['another scheme', { url: 'https://app/index.html', parent: null }],
  ['a file', { url: 'file:///app/index.html', parent: null }],
  ['an empty page', { url: 'about:blank', parent: null }],
  ['no URL', { url: '', parent: null }],
])('does not trust %s', (_what, senderFrame) => {
  expect(isTrustedFrame({ senderFrame })).toBe(false)
})
