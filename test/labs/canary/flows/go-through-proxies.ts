import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultSettings, type Settings } from '../../../../src/contract/settings.ts'
import {
  type ProxyBehaviour,
  type RecordingProxy,
  saying,
  sayingAndClosing,
  startProxy,
  tunnelling,
} from '../../../main/network/recording-proxy.ts'
import { testAuthority } from '../../../main/network/test-certificates.ts'
import { httpAnswer } from '../../../support/raw-server.ts'
import { connect } from './enter-keys.ts'
import { placeCall } from './place-calls.ts'
import { draftTo, type Scene, valueOf } from './scene.ts'

/** A name that only a proxy can find. */
export const farOrigin = 'https://service.test'

/** What a proxy that is no friend says to a CONNECT: everything that it was sent. */
const echoing =
  (status: string): ProxyBehaviour =>
  (socket, head) =>
    void socket.end(httpAnswer(status, `<title>${head}</title>`, [`x-echo: ${head.split('\r\n').join(' ')}`]))

/** The proof belongs to the proxy that asked for it; everything else that a proxy receives is looked at. */
export const lookAtProxy = ({ sinks }: Scene, where: string, { received }: RecordingProxy): void =>
  sinks.look('proxy', where, received().replaceAll(/^proxy-authorization: .*$/gim, ''))

/** Whether a proxy was given this name and this password. */
export const hasProof = ({ heads }: RecordingProxy, user: string, password: string): boolean => {
  const proof = Buffer.from(`${user}:${password}`).toString('base64')
  return heads.some((head) => head.includes(`Proxy-Authorization: Basic ${proof}`))
}

const settingsWith = (port: number, file: string | null): Settings => ({
  ...defaultSettings,
  repeatMinutes: 0,
  proxy: { mode: 'manual', url: `http://127.0.0.1:${port}`, user: 'desk-07' },
  extraCertificatesFile: file,
})

/** Has a proxy set, with its password, and asks everything through it. */
const throughProxy = async (scene: Scene, behave: ProxyBehaviour, file: string): Promise<RecordingProxy> => {
  const { desk, canaries } = scene
  const proxy = await startProxy(behave)
  await valueOf(desk.ask('changeSettings', settingsWith(proxy.port, file)))
  await valueOf(desk.ask('enterProxyPassword', { text: canaries.proxyPassword.text }))
  const { profileId } = scene
  // Nothing here is asked again after a pause.
  await Promise.all([desk.ask('checkProfile', { profileId }), placeCall(scene, draftTo(scene))])
  return proxy
}

const refusals: readonly (readonly [name: string, behave: ProxyBehaviour])[] = [
  ['407 with an echo', echoing('407 Proxy Authentication Required')],
  ['403 with an echo', echoing('403 Forbidden')],
  ['502 with an echo', echoing('502 Bad Gateway')],
  ['no HTTP', saying('what?')],
  ['a tunnel to nowhere', sayingAndClosing('HTTP/1.1 200 OK\r\n\r\n')],
]

/** An organization behind a company's proxy: one that works, and all kinds that do not. Gives how often a proxy had the proof. */
export const goThroughProxies = async (scene: Scene, folder: string): Promise<number> => {
  const { desk, canaries, service } = scene
  const file = join(folder, 'company.pem')
  writeFileSync(file, testAuthority)
  const written = `http://desk-07:${encodeURIComponent(canaries.addressPassword.text)}@127.0.0.1:9`
  await desk.ask('changeSettings', { ...settingsWith(9, null), proxy: { mode: 'manual', url: written, user: null } })
  await desk.ask('enterProxyPassword', { text: canaries.proxyPassword.text })

  const good = await startProxy(tunnelling(service.securePort))
  await valueOf(desk.ask('changeSettings', settingsWith(good.port, file)))
  await valueOf(desk.ask('enterProxyPassword', { text: canaries.proxyPassword.text }))
  const profileId = await connect(desk, farOrigin, canaries.typed)
  const far: Scene = { ...scene, profileId }
  await valueOf(desk.ask('listAgents', { profileId }))
  await placeCall(far, draftTo(far))
  lookAtProxy(scene, 'a good proxy', good)
  let proofs = hasProof(good, 'desk-07', canaries.proxyPassword.text) ? 1 : 0
  await good.close()

  for (const [name, behave] of refusals) {
    const proxy = await throughProxy(far, behave, file)
    lookAtProxy(scene, name, proxy)
    if (hasProof(proxy, 'desk-07', canaries.proxyPassword.text)) proofs += 1
    await proxy.close()
  }
  await desk.ask('enterProxyPassword', { text: '' })
  await desk.ask('removeProfile', { profileId })
  await valueOf(desk.ask('changeSettings', { ...defaultSettings, repeatMinutes: 0 }))
  return proofs
}
