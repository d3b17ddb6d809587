import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultSettings, type Settings } from '../../../../src/contract/settings.ts'
import {
  type ProxyBehavior,
  type RecordingProxy,
  respondWith,
  respondAndClose,
  startProxy,
  tunneling,
} from '../../../main/network/recording-proxy.ts'
import { testAuthority } from '../../../main/network/test-certificates.ts'
import { answering, httpAnswer, startRawServer } from '../../../support/raw-server.ts'
import { connect } from './keys.ts'
import { placeCall } from './calls.ts'
import { draftTo, type FlowContext } from './flow-context.ts'
import { answerWith } from '../echo.ts'
import { valueOf } from '../../../support/value-of.ts'

/** A host name that only a proxy can resolve. */
export const farOrigin = 'https://service.test'

/** A proxy that echoes the CONNECT request. */
const echoing =
  (status: string): ProxyBehavior =>
  (socket, head) =>
    void socket.end(httpAnswer(status, `<title>${head}</title>`, [`x-echo: ${head.split('\r\n').join(' ')}`]))

/** Searches everything that a proxy received, except its own password. */
export const searchProxy = ({ sinks }: FlowContext, where: string, { received }: RecordingProxy): void =>
  sinks.search('proxy', where, received().replaceAll(/^proxy-authorization: .*$/gim, ''))

/** Returns whether a proxy received this user and password. */
export const hasProxyPassword = ({ heads }: RecordingProxy, user: string, password: string): boolean => {
  const proof = Buffer.from(`${user}:${password}`).toString('base64')
  return heads.some((head) => head.includes(`Proxy-Authorization: Basic ${proof}`))
}

const settingsWith = (port: number, file: string | null): Settings => ({
  ...defaultSettings,
  repeatMinutes: 0,
  proxy: { mode: 'manual', url: `http://127.0.0.1:${port}`, user: 'desk-07' },
  extraCertificatesFile: file,
})

/** Sets a proxy with its password and sends requests through it. */
const throughProxy = async (context: FlowContext, behave: ProxyBehavior, file: string): Promise<RecordingProxy> => {
  const { app, canaries } = context
  const proxy = await startProxy(behave)
  await valueOf(app.run('changeSettings', settingsWith(proxy.port, file)))
  await valueOf(app.run('setProxyPassword', { text: canaries.proxyPassword.text }))
  const { profileId } = context
  // None of these requests is retried.
  await Promise.all([app.run('checkProfile', { profileId }), placeCall(context, draftTo(context))])
  return proxy
}

const refusals: readonly (readonly [name: string, behave: ProxyBehavior])[] = [
  ['407 with an echo', echoing('407 Proxy Authentication Required')],
  ['403 with an echo', echoing('403 Forbidden')],
  ['502 with an echo', echoing('502 Bad Gateway')],
  ['no HTTP', respondWith('what?')],
  ['a tunnel to nowhere', respondAndClose('HTTP/1.1 200 OK\r\n\r\n')],
]

/** Uses a working proxy and several failing ones. Returns how many received the password. */
export const goThroughProxies = async (context: FlowContext, folder: string): Promise<number> => {
  const { app, canaries, service } = context
  const file = join(folder, 'company.pem')
  writeFileSync(file, testAuthority)
  const written = `http://desk-07:${encodeURIComponent(canaries.addressPassword.text)}@127.0.0.1:9`
  await app.run('changeSettings', { ...settingsWith(9, null), proxy: { mode: 'manual', url: written, user: null } })
  await app.run('setProxyPassword', { text: canaries.proxyPassword.text })

  const good = await startProxy(tunneling(service.securePort))
  await valueOf(app.run('changeSettings', settingsWith(good.port, file)))
  await valueOf(app.run('setProxyPassword', { text: canaries.proxyPassword.text }))
  const profileId = await connect(app, farOrigin, canaries.typed)
  const far: FlowContext = { ...context, profileId }
  await valueOf(app.run('listAgents', { profileId }))
  await placeCall(far, draftTo(far))
  searchProxy(context, 'a good proxy', good)
  let proofs = hasProxyPassword(good, 'desk-07', canaries.proxyPassword.text) ? 1 : 0
  await good.close()

  for (const [name, behave] of refusals) {
    const proxy = await throughProxy(far, behave, file)
    searchProxy(context, name, proxy)
    if (hasProxyPassword(proxy, 'desk-07', canaries.proxyPassword.text)) proofs += 1
    await proxy.close()
  }
  await app.run('setProxyPassword', { text: '' })
  await app.run('removeProfile', { profileId })
  await valueOf(app.run('changeSettings', { ...defaultSettings, repeatMinutes: 0 }))
  return proofs
}

const redirectStatuses = [301, 302, 303, 307, 308]

/**
 * Redirects the app to the same origin and to others, with and without the key in the address. Searches the requests
 * that arrive there and returns their number, which must be zero.
 */
export const followRedirects = async (context: FlowContext): Promise<number> => {
  const { service, app, profileId, sinks } = context
  const target = await startRawServer(answering('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'))
  const places = (key: string) => [
    `${target.origin}/elsewhere`,
    `${target.origin}/elsewhere?key=${encodeURIComponent(key)}`,
    `http://localhost:${target.port}/`,
    '/practice/redirected',
  ]
  for (const status of redirectStatuses) {
    for (const index of places('').keys()) {
      const send = async ({ key }: { key: string }) =>
        answerWith(new Response(`see ${key}`, { status, headers: { location: places(key)[index] ?? '' } }))
      service.answer('/api/v1/', send)
      await placeCall(context, draftTo(context))
      service.answer('/api/v1/', send)
      await app.run('listAgents', { profileId })
      service.forget()
    }
  }
  sinks.search('redirect target', 'elsewhere', target.received())
  const arrived = target.requestCount()
  await target.close()
  return arrived
}
