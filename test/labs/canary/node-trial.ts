import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OperationName } from '../../../src/contract/names.ts'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { startProxy, tunneling } from '../../main/network/recording-proxy.ts'
import { createDraw, type Draw } from '../fuzz/generate-answer.ts'
import { type Canaries, makeCanaries } from './canaries.ts'
import { type CanaryApp, type ChildOptions, openCanaryApp } from './canary-app.ts'
import { type CanaryService, startCanaryService } from './canary-service.ts'
import { changeKeys, exportEverything, readService, runOtherOperations } from './flows/reads.ts'
import { causeFailures, numberInError } from './flows/failures.ts'
import { connect, enterKeys, rotateKeys } from './flows/keys.ts'
import { makeAgents, placeCall, placeCalls } from './flows/calls.ts'
import { farOrigin, followRedirects, goThroughProxies, hasProxyPassword, searchProxy } from './flows/network.ts'
import { writeEverywhere } from './flows/control.ts'
import { draftTo, type FlowContext } from './flows/flow-context.ts'
import { createSinks, type Sinks } from './sinks.ts'
import { valueOf } from '../../support/value-of.ts'

/** Figures of a trial on Node. */
export type NodeFindings = {
  /** How many operations were run in total. */
  flows: number
  /** Number of distinct operations. */
  operations: number
  /** Requests that arrived with a key, as intended. */
  keysArrived: number
  /** Requests that followed a redirect. */
  followed: number
  /** Proxies that received their password. */
  proofs: number
  /** Called numbers that were found in a log. */
  numbersInLog: number
  /** Exported files, and how many of those contain a called number. */
  bundles: number
  numbersInBundles: number
  /** Calls with masked text from the service, which proves that the echoes arrived. */
  masked: number
}

type NodeSetup = {
  trial: number
  folder: string
  canaries: Canaries
  service: CanaryService
  sinks: Sinks
  draw: Draw
  dialed: Set<string>
  operationsRun: Set<OperationName>
  found: NodeFindings
}

const openApp = (setup: NodeSetup, order: Partial<ChildOptions> = {}): Promise<CanaryApp> =>
  openCanaryApp({
    folder: setup.folder,
    options: { keychain: [], environment: {}, proxyRules: null, ...order },
    sinks: setup.sinks,
    onRun: (operation) => {
      setup.operationsRun.add(operation)
      setup.found.flows += 1
    },
  })

const countMasked = async (app: CanaryApp): Promise<number> => {
  const { calls } = await valueOf(app.run('listCalls', { search: '', after: null, limit: 200 }))
  return calls.filter(({ outcome }) => JSON.stringify(outcome).includes('[secret]')).length
}

/** Starts a slow call that is still in flight when the app exits. */
const callSlowly = async (context: FlowContext): Promise<void> => {
  context.service.answer('/api/v1/public/', async ({ ordinary }) => ({
    ...(await ordinary()),
    delivery: { afterMs: 1_000, how: 'whole' },
  }))
  await context.app.run('triggerCall', draftTo(context))
}

/** First process: runs all flows, and quits while a call is in flight. */
const runFirstStart = async (setup: NodeSetup): Promise<{ keychain: ChildOptions['keychain']; profileId: string }> => {
  const { found, canaries, service } = setup
  const app = await openApp(setup)
  await valueOf(app.run('changeSettings', { ...defaultSettings, repeatMinutes: 0 }))
  const profileId = await connect(app, service.origin, canaries.typed)
  const context: FlowContext = { ...setup, app, profileId }
  await enterKeys(context)
  await readService(context)
  await changeKeys(context)
  await rotateKeys(context)
  await makeAgents(context)
  await placeCalls(context)
  found.masked += await countMasked(app)
  await exportEverything(context)
  found.followed += await followRedirects(context)
  await runOtherOperations(context, setup.operationsRun)
  found.proofs += await goThroughProxies(context, setup.folder)
  await causeFailures(context)
  await app.command({ command: 'backUp' })
  app.search()
  await callSlowly(context)
  const { keychain } = await app.end('SIGTERM')
  return { keychain: keychain ?? [], profileId }
}

/** Second process: uses a proxy with a password from the environment, and is killed while a call is in flight. */
const runSecondStart = async (
  setup: NodeSetup,
  keychain: ChildOptions['keychain'],
  profileId: string,
): Promise<void> => {
  const { canaries, found, service } = setup
  const proxy = await startProxy(tunneling(service.securePort))
  const password = canaries.environmentPassword.text
  const app = await openApp(setup, {
    keychain,
    environment: { https_proxy: `http://desk-08:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}` },
  })
  await app.run('changeSettings', { ...defaultSettings, extraCertificatesFile: join(setup.folder, 'company.pem') })
  const far = await connect(app, farOrigin, canaries.typed)
  await placeCall({ ...setup, app, profileId: far }, draftTo({ ...setup, profileId: far }))
  searchProxy({ ...setup, app, profileId: far }, 'the proxy of the environment', proxy)
  if (hasProxyPassword(proxy, 'desk-08', password)) found.proofs += 1
  app.search()
  await callSlowly({ ...setup, app, profileId })
  await app.end('SIGKILL')
  await proxy.close()
}

/** Third process: reconciles the interrupted call, through the system's proxy. */
const runThirdStart = async (
  setup: NodeSetup,
  keychain: ChildOptions['keychain'],
  profileId: string,
): Promise<void> => {
  const proxy = await startProxy((socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
  const app = await openApp(setup, { keychain, proxyRules: `PROXY 127.0.0.1:${proxy.port}; DIRECT` })
  const context: FlowContext = { ...setup, app, profileId }
  const { profiles } = await valueOf(app.run('listProfiles', {}))
  for (const profile of profiles) await app.run('checkProfile', { profileId: profile.id })
  await app.run('listReconciliationJobs', {})
  await placeCall(context, draftTo(context))
  searchProxy(context, 'the proxy of the system', proxy)
  await writeEverywhere(context)
  app.search()
  await app.run('checkProfile', { profileId })
  await app.command({ command: 'fall', words: `it fell over ${setup.canaries.replaced.text} and ${numberInError}` })
  const { ending } = await app.end('itself')
  if (ending.code !== 1) throw new Error(`The app did not exit by itself: ${JSON.stringify(ending)}`)
  await proxy.close()
}

const countNumbersInLog = ({ folder, dialed }: NodeSetup): number => {
  const log = readFileSync(join(folder, 'data', 'logs', 'rundesk.log'), 'utf8')
  return [...dialed, numberInError].filter((number) => log.includes(number.slice(-7))).length
}

/** Digests and UUIDs, whose digits are the end of a called number once in a hundred trials by chance. */
const randomDigits = /[0-9a-f]{32,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Counts exports, and those with a called number: an export may contain everything about a call except its number. */
const countNumbersInBundles = ({ folder, dialed }: NodeSetup): Pick<NodeFindings, 'bundles' | 'numbersInBundles'> => {
  const exports = join(folder, 'exports')
  const bundles = readdirSync(exports).filter((name) => /^rundesk-(evidence|diagnostics)-/.test(name))
  const withNumber = bundles.filter((name) => {
    const text = readFileSync(join(exports, name), 'utf8').replaceAll(randomDigits, '')
    const at = Math.max(...[...dialed].map((number) => text.indexOf(number.slice(-7))))
    if (at >= 0) console.error(`A called number is in ${name}: ${text.slice(Math.max(0, at - 60), at + 20)}`)
    return at >= 0
  })
  return { bundles: bundles.length, numbersInBundles: withNumber.length }
}

/** Runs three processes of the app on Node with every flow and fault, and searches all sinks. */
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
  const setup: NodeSetup = {
    trial,
    folder,
    canaries,
    service,
    sinks,
    draw: createDraw(random),
    dialed: new Set(),
    operationsRun: new Set(),
    found,
  }
  try {
    const { keychain, profileId } = await runFirstStart(setup)
    await runSecondStart(setup, keychain, profileId)
    await runThirdStart(setup, keychain, profileId)
    for (const { rest } of service.arrived) sinks.search('requests', 'beside the key', rest)
    const arrived = service.arrived.map(({ key }) => key)
    found.keysArrived = arrived.filter((key) => key !== null && texts.includes(key)).length
    found.operations = setup.operationsRun.size
    found.numbersInLog = countNumbersInLog(setup)
    Object.assign(found, countNumbersInBundles(setup))
    return found
  } finally {
    await service.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** Control: logs an error that contains a key, without masking. Returns whether the search finds the key. */
export const findsKeyInBareLog = async (random: () => number): Promise<boolean> => {
  const { typed } = makeCanaries(random, 1)
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-canary-'))
  const service = await startCanaryService([typed.text], random)
  const sinks = createSinks([typed])
  try {
    const order = { keychain: [], environment: {}, proxyRules: null, bareLog: true }
    const app = await openCanaryApp({ folder, options: order, sinks, onRun: () => undefined })
    await connect(app, service.origin, typed)
    await app.command({ command: 'explode', text: `it broke on ${typed.text}` })
    await app.run('keychainStatus', {})
    await app.end('input')
    return sinks.leaks().some(({ sink }) => sink === 'log')
  } finally {
    await service.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
