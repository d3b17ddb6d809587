import type { Outcome } from '../../../../src/contract/failure.ts'
import { echoForms } from '../../fuzz/generate-answer.ts'
import { answerWith, echoSamples, isRetried, withEchoes } from '../echo.ts'
import { type FlowContext } from './flow-context.ts'
import { type OperationName, operationNames } from '../../../../src/contract/names.ts'
import { type Input, operations } from '../../../../src/contract/operations.ts'
import { sampleOf } from '../../ipc/contract-samples.ts'
import { shapeOf } from '../../ipc/shape.ts'
import { valueOf } from '../../../support/value-of.ts'

type Read = { path: string; read: (context: FlowContext) => Promise<Outcome<unknown> | null> }

/** Every read request with its path. */
const reads: readonly Read[] = [
  { path: '/api/v1/health', read: ({ app, profileId }) => app.run('checkHealth', { profileId }) },
  { path: '/api/v1/auth/me', read: ({ app, profileId }) => app.run('checkProfile', { profileId }) },
  { path: '/api/v1/workflow/fetch', read: ({ app, profileId }) => app.run('listAgents', { profileId }) },
  {
    path: '/api/v1/organizations/telephony-configs',
    read: ({ app, profileId }) => app.run('listTelephonyConfigurations', { profileId }),
  },
  {
    path: '/api/v1/organizations/telephony-configs/',
    read: ({ app, profileId }) => app.run('listCallerIds', { profileId, telephonyConfigurationId: 1 }),
  },
  {
    path: '/api/v1/workflow/0/runs/',
    read: ({ app, profileId, service }) =>
      app.run('getRun', { profileId, workflowRunId: service.service.world.runs[0]?.id ?? 1 }),
  },
  {
    path: '/api/v1/user/api-keys',
    read: ({ app, profileId }) => app.run('listKeys', { profileId, includeArchived: true }),
  },
]

const formOf = (index: number): ((key: string) => string) => echoForms[index % echoForms.length] ?? echoForms[0]

const immediateSamples = echoSamples.filter((place) => !isRetried(place))
const retriedSamples = echoSamples.filter(isRetried)

/** Reads with normal responses, with echoes in every string, and with echoes in every kind of refusal. */
const readWithEchoes = async (context: FlowContext, { path, read }: Read, turn: number): Promise<void> => {
  const { service } = context
  await read(context)
  for (const form of echoForms) {
    service.answer(path, async ({ ordinary, key }) => withEchoes(await ordinary(), form(key)))
    await read(context)
  }
  for (const [index, { answer }] of immediateSamples.entries()) {
    const form = formOf(turn + index)
    service.answer(path, async ({ key }) => answerWith(answer(form(key))), 4)
    await read(context)
    service.forget()
  }
}

/** Reads with responses that are retried: all reads at once, with different responses in each trial. */
const readWithRetries = async (context: FlowContext): Promise<void> => {
  const { service, trial } = context
  for (const [number, { path }] of reads.entries()) {
    const place = retriedSamples[(trial + number) % retriedSamples.length]
    const form = formOf(trial + number)
    if (place) service.answer(path, async ({ key }) => answerWith(place.answer(form(key))), Infinity)
  }
  await Promise.all(reads.map(({ read }) => read(context)))
  service.forget()
}

/** A service may echo a key that the app no longer has; only its shape identifies it. */
const echoReplacedKey = async ({ service, app, profileId, canaries }: FlowContext): Promise<void> => {
  const { text } = canaries.typed
  if (!text.startsWith('dgr_')) return
  service.answer('/api/v1/', async ({ ordinary }) => withEchoes(await ordinary(), text), Infinity)
  await app.run('checkHealth', { profileId })
  await app.run('listAgents', { profileId })
  await app.run('listKeys', { profileId, includeArchived: true })
  service.forget()
}

/** Sends every read request and receives every kind of response. */
export const readService = async (context: FlowContext): Promise<void> => {
  for (const [number, read] of reads.entries()) await readWithEchoes(context, read, context.trial + number * 5)
  await readWithRetries(context)
  await echoReplacedKey(context)
}

/** Archives and reactivates keys, also with lost responses and echoes. */
export const changeKeys = async ({ app, profileId, service }: FlowContext): Promise<void> => {
  const other = service.service.organizations[0]?.keys.activeId ?? 0
  const change = { profileId, apiKeyId: other }
  await app.run('archiveKey', { ...change, confirmation: '', compromised: null })
  await app.run('reactivateKey', { ...change, reason: '' })
  for (const [index, { answer }] of echoSamples.entries()) {
    const form = formOf(index)
    // The app may have stored either path of the key endpoints.
    for (const path of ['/api/v1/user/api-keys', '/user/api-keys'])
      service.answer(`${path}/${other}`, async ({ key }) => answerWith(answer(form(key))), 1)
    await (index % 2 === 0
      ? app.run('archiveKey', { ...change, confirmation: '', compromised: null })
      : app.run('reactivateKey', { ...change, reason: '' }))
    service.forget()
  }
}

/** How many of the newest calls are exported as evidence. */
const maxCalls = 16

const runDoctor = async ({ app, profileId, service }: FlowContext, form: (key: string) => string): Promise<void> => {
  service.answer('/api/v1/health', async ({ ordinary, key }) => withEchoes(await ordinary(), form(key)), Infinity)
  for (const subject of [
    { kind: 'profile', profileId },
    { kind: 'origin', origin: service.origin },
    { kind: 'here' },
  ] as const) {
    await app.run('startDoctor', { subject })
    for (let waited = 0; waited < 200; waited += 1) {
      const report = await app.run('readDoctor', {})
      if (report?.ok === true && report.value?.endedAt) break
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  await app.run('cancelDoctor', {})
  await app.run('listHealth', { profileId })
  service.forget()
}

/** Exports everything that the user may share, while the service echoes the key. */
export const exportEverything = async (context: FlowContext): Promise<void> => {
  const { app, service, draw } = context
  const form = draw.pick(echoForms)
  await runDoctor(context, form)
  const { calls } = await valueOf(app.run('listCalls', { search: '', after: null, limit: maxCalls }))
  service.answer('/api/v1/', async ({ ordinary, key }) => withEchoes(await ordinary(), form(key)), Infinity)
  for (const { callId } of calls) {
    await app.run('saveEvidence', { callId })
    await valueOf(app.run('checkEvidence', { seal: null }))
  }
  service.forget()
  const { diagnosticsId } = await valueOf(app.run('previewDiagnostics', {}))
  await valueOf(app.run('saveDiagnostics', { diagnosticsId }))
}

/** Returns existing IDs, by the name of their field. */
const knownIds = async ({ app, profileId, service }: FlowContext): Promise<Record<string, unknown>> => {
  const page = await app.run('listCalls', { search: '', after: null, limit: 1 })
  const call = page?.ok === true ? page.value.calls[0] : undefined
  const run = service.service.world.runs[0]
  const agent = service.service.organizations[0]?.agents[0]
  return { profileId, callId: call?.callId, agentUuid: agent?.uuid, workflowRunId: run?.id }
}

/** Creates a random valid input with existing IDs. */
const sampleInput = <N extends OperationName>(
  name: N,
  known: Record<string, unknown>,
  random: () => number,
): Input<N> => {
  const sample = sampleOf(shapeOf(operations[name].input), random)
  const fields = Object.entries(typeof sample === 'object' ? { ...sample } : {})
  // The IDs have the types that the contract requires.
  return Object.fromEntries(fields.map(([field, value]) => [field, known[field] ?? value])) as Input<N>
}

/** Runs every operation that no other flow runs, while the service echoes the key. */
export const runOtherOperations = async (
  context: FlowContext,
  alreadyRun: ReadonlySet<OperationName>,
): Promise<void> => {
  const { app, draw, service } = context
  const known = await knownIds(context)
  const form = draw.pick(echoForms)
  service.answer('/api/v1/', async ({ ordinary, key }) => withEchoes(await ordinary(), form(key)), Infinity)
  for (const name of operationNames.filter((one) => !alreadyRun.has(one)))
    for (let times = 0; times < 3; times += 1) await app.run(name, sampleInput(name, known, draw.random))
  service.forget()
}
