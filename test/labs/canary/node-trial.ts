import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperationName } from '../../../src/contract/names.ts'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { startProxy, tunnelling } from '../../main/network/recording-proxy.ts'
import { createDraw, type Draw } from '../fuzz/draw.ts'
import type { Canaries } from './canaries.ts'
import { type CanaryDesk, openCanaryDesk } from './canary-desk.ts'
import { type CanaryService, startCanaryService } from './canary-service.ts'
import type { DeskOrder } from './desk-order.ts'
import { askTheRest } from './flows/ask-the-rest.ts'
import { breakParts, numberInWords } from './flows/break-parts.ts'
import { connect, enterKeys } from './flows/enter-keys.ts'
import { handOver } from './flows/hand-over.ts'
import { makeAgents } from './flows/make-agents.ts'
import { followRedirects } from './flows/follow-redirects.ts'
import { placeCall, placeCalls } from './flows/place-calls.ts'
import { plantEverywhere } from './flows/plant.ts'
import { rotateKeys } from './flows/rotate-keys.ts'
import { changeKeys, readService } from './flows/read-service.ts'
import { draftTo, type Scene, valueOf } from './flows/scene.ts'
import { farOrigin, hasProof, lookAtProxy, goThroughProxies } from './flows/go-through-proxies.ts'
import type { Sinks } from './sinks.ts'

/** What a trial on Node came to, beside what its sinks found. */
export type NodeFindings = {
  /** How many questions were asked of desks. */
  flows: number
  /** How many different operations of the contract were asked. */
  operations: number
  /** How many requests carried a key, as they should. */
  keysArrived: number
  /** How many requests arrived where a redirect pointed. */
  followed: number
  /** How many proxies were given the proof that belongs to them. */
  proofs: number
  /** How many numbers that were dialled stand in a log. */
  numbersInLog: number
  /** How many files were made to be handed over, and in how many of them a number stands that was dialled. */
  bundles: number
  numbersInBundles: number
  /** How many calls show the service's words with a mask in them: the echoes really came that far. */
  masked: number
}

type House = {
  trial: number
  folder: string
  canaries: Canaries
  service: CanaryService
  sinks: Sinks
  draw: Draw
  dialled: Set<string>
  asked: Set<OperationName>
  found: NodeFindings
}

const openDesk = (house: House, order: Partial<DeskOrder> = {}): Promise<CanaryDesk> =>
  openCanaryDesk({
    folder: house.folder,
    order: { keychain: [], environment: {}, proxyRules: null, ...order },
    sinks: house.sinks,
    onAsked: (operation) => {
      house.asked.add(operation)
      house.found.flows += 1
    },
  })

const countMasked = async (desk: CanaryDesk): Promise<number> => {
  const { calls } = await valueOf(desk.ask('listCalls', { search: '', after: null, limit: 200 }))
  return calls.filter(({ outcome }) => JSON.stringify(outcome).includes('[secret]')).length
}

/** A call to a number whose answer takes its time, still out when the desk is ended. */
const callSlowly = async (scene: Scene): Promise<void> => {
  scene.service.answer('/api/v1/public/', async ({ ordinary }) => ({
    ...(await ordinary()),
    delivery: { afterMs: 1_000, how: 'whole' },
  }))
  await scene.desk.ask('triggerCall', draftTo(scene))
}

/** First life: everything a person does, everything a service may say; it is told to end while a call is out. */
const liveFirst = async (house: House): Promise<{ keychain: DeskOrder['keychain']; profileId: string }> => {
  const { found, canaries, service } = house
  const desk = await openDesk(house)
  await valueOf(desk.ask('changeSettings', { ...defaultSettings, repeatMinutes: 0 }))
  const profileId = await connect(desk, service.origin, canaries.typed)
  const scene: Scene = { ...house, desk, profileId }
  await enterKeys(scene)
  await readService(scene)
  await changeKeys(scene)
  await rotateKeys(scene)
  await makeAgents(scene)
  await placeCalls(scene)
  found.masked += await countMasked(desk)
  await handOver(scene)
  found.followed += await followRedirects(scene)
  await askTheRest(scene, house.asked)
  found.proofs += await goThroughProxies(scene, house.folder)
  await breakParts(scene)
  await desk.wish({ wish: 'backUp' })
  desk.look()
  await callSlowly(scene)
  const { keychain } = await desk.end('SIGTERM')
  return { keychain: keychain ?? [], profileId }
}

/** Second life: a proxy of the environment, with a password in its address; it is killed while a call is out. */
const liveSecond = async (house: House, keychain: DeskOrder['keychain'], profileId: string): Promise<void> => {
  const { canaries, found, service } = house
  const proxy = await startProxy(tunnelling(service.securePort))
  const password = canaries.environmentPassword.text
  const desk = await openDesk(house, {
    keychain,
    environment: { https_proxy: `http://desk-08:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}` },
  })
  await desk.ask('changeSettings', { ...defaultSettings, extraCertificatesFile: join(house.folder, 'company.pem') })
  const far = await connect(desk, farOrigin, canaries.typed)
  await placeCall({ ...house, desk, profileId: far }, draftTo({ ...house, profileId: far }))
  lookAtProxy({ ...house, desk, profileId: far }, 'the proxy of the environment', proxy)
  if (hasProof(proxy, 'desk-08', password)) found.proofs += 1
  desk.look()
  await callSlowly({ ...house, desk, profileId })
  await desk.end('SIGKILL')
  await proxy.close()
}

/** Third life: it finds the call that was out, under a proxy that the system names. */
const liveThird = async (house: House, keychain: DeskOrder['keychain'], profileId: string): Promise<void> => {
  const proxy = await startProxy((socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
  const desk = await openDesk(house, { keychain, proxyRules: `PROXY 127.0.0.1:${proxy.port}; DIRECT` })
  const scene: Scene = { ...house, desk, profileId }
  const { profiles } = await valueOf(desk.ask('listProfiles', {}))
  for (const profile of profiles) await desk.ask('checkProfile', { profileId: profile.id })
  await desk.ask('listLookUps', {})
  await placeCall(scene, draftTo(scene))
  lookAtProxy(scene, 'the proxy of the system', proxy)
  await plantEverywhere(scene)
  desk.look()
  await desk.ask('checkProfile', { profileId })
  await desk.wish({ wish: 'fall', words: `it fell over ${house.canaries.replaced.text} and ${numberInWords}` })
  const { ending } = await desk.end('itself')
  if (ending.code !== 1) throw new Error(`The desk did not end by itself: ${JSON.stringify(ending)}`)
  await proxy.close()
}

const countNumbersInLog = ({ folder, dialled }: House): number => {
  const log = readFileSync(join(folder, 'data', 'logs', 'rundesk.log'), 'utf8')
  return [...dialled, numberInWords].filter((number) => log.includes(number.slice(-7))).length
}

/** What is handed over may hold everything about a call but its number. */
const countNumbersInBundles = ({ folder, dialled }: House): Pick<NodeFindings, 'bundles' | 'numbersInBundles'> => {
  const exports = join(folder, 'exports')
  const bundles = readdirSync(exports).filter((name) => /^rundesk-(evidence|diagnostics)-/.test(name))
  const texts = bundles.map((name) => readFileSync(join(exports, name), 'utf8'))
  const telling = texts.filter((text) => [...dialled].some((number) => text.includes(number.slice(-7))))
  return { bundles: bundles.length, numbersInBundles: telling.length }
}

/** Three lives of a desk on Node, with every flow and every fault; `sinks` look at everything that comes out. */
export const runNodeTrial = async (
  trial: number,
  canaries: Canaries,
  random: () => number,
  sinks: Sinks,
): Promise<NodeFindings> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-canary-'))
  const keys = [canaries.typed, canaries.replaced, canaries.pasted, canaries.made, canaries.rotated]
  const texts = keys.map(({ text }) => text)
  const service = await startCanaryService(texts, random)
  const found: NodeFindings = {
    flows: 0,
    operations: 0,
    keysArrived: 0,
    followed: 0,
    proofs: 0,
    numbersInLog: 0,
    bundles: 0,
    numbersInBundles: 0,
    masked: 0,
  }
  const house: House = {
    trial,
    folder,
    canaries,
    service,
    sinks,
    draw: createDraw(random),
    dialled: new Set(),
    asked: new Set(),
    found,
  }
  try {
    const { keychain, profileId } = await liveFirst(house)
    await liveSecond(house, keychain, profileId)
    await liveThird(house, keychain, profileId)
    for (const { rest } of service.arrived) sinks.look('requests', 'beside the key', rest)
    const arrived = service.arrived.map(({ key }) => key)
    found.keysArrived = arrived.filter((key) => key !== null && texts.includes(key)).length
    found.operations = house.asked.size
    found.numbersInLog = countNumbersInLog(house)
    Object.assign(found, countNumbersInBundles(house))
    return found
  } finally {
    await service.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
