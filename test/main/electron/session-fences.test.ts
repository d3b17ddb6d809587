import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Session } from 'electron'
import { expect, it } from 'vitest'
import { cutNetwork, fenceSession } from '../../../src/main/electron/session-fences.ts'
import { createRecorder } from '../../support/electron/recorder.ts'

const fenced = (devTools = false) => {
  const recorder = createRecorder<Session>()
  fenceSession(recorder.part, devTools)
  return recorder
}

/** Every permission that Electron's own types name for a handler, and a few that no Electron has. */
const permissionsOf = (handler: string): string[] => {
  const types = join(dirname(createRequire(import.meta.url).resolve('electron')), 'electron.d.ts')
  const line = readFileSync(types, 'utf8')
    .split('\n')
    .find((text) => text.includes(`${handler}(handler: (`))
  const [union = ''] = /permission: ([^,]*)/.exec(line ?? '') ?? []
  return [...union.matchAll(/'([\w-]+)'/g)].flatMap(([, name]) => (name === undefined ? [] : [name]))
}
const unknown = ['', 'telepathy', '__proto__', 'constructor', 'GEOLOCATION', 'media ']

it('knows the names of the permissions', () => {
  for (const handler of ['setPermissionRequestHandler', 'setPermissionCheckHandler']) {
    expect(permissionsOf(handler).length).toBeGreaterThan(30)
    expect(permissionsOf(handler)).toEqual(expect.arrayContaining(['geolocation', 'media', 'usb', 'unknown']))
  }
})

it.each([...permissionsOf('setPermissionRequestHandler'), ...unknown])('grants no request for "%s"', (name) => {
  const answers: unknown[] = []
  fenced().call('setPermissionRequestHandler', null, name, (answer: unknown) => answers.push(answer), {})
  expect(answers).toEqual([false])
})

it.each([...permissionsOf('setPermissionCheckHandler'), ...unknown])('finds nothing granted of "%s"', (name) => {
  expect(fenced().call('setPermissionCheckHandler', null, name, 'rundesk://app', {})).toBe(false)
})

it('gives no device, no screen and no pairing', () => {
  const answers: unknown[] = []
  const answer = (value: unknown) => answers.push(value)
  const recorder = fenced()
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
])('chooses none on %s', (event, facts, none) => {
  const chosen: unknown[] = []
  const prevented = fenced().emit(event, ...facts, (id: unknown) => chosen.push(id))
  expect({ prevented, chosen }).toEqual({ prevented: true, chosen: none })
})

it('lets nothing be downloaded, and fetches no dictionary', () => {
  const recorder = fenced()
  expect(recorder.emit('will-download')).toBe(true)
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
])('at %s (developer tools: %s) the request is cancelled: %s', (url, devTools, cancel) => {
  const answers: unknown[] = []
  fenced(devTools).call('webRequest.onBeforeRequest', { url }, (answer: unknown) => answers.push(answer))
  expect(answers).toEqual([{ cancel }])
})

it('has no file for anybody who asks by file:', () => {
  const answer = fenced().call('protocol.handle', { url: 'file:///etc/passwd' })
  expect(answer).toBeInstanceOf(Response)
  expect(answer).toMatchObject({ status: 404, body: null })
})

it('leaves the page’s session a proxy that nobody can reach, for loopback too', async () => {
  const recorder = createRecorder<Session>()
  await cutNetwork(recorder.part)
  expect(recorder.calls).toEqual([
    {
      name: 'setProxy',
      args: [{ mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:0', proxyBypassRules: '<-loopback>' }],
    },
  ])
})
