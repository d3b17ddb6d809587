import type { Outcome } from '../../../../src/contract/failure.ts'
import { echoForms } from '../../fuzz/echo-key.ts'
import { answerWith, echoPlaces, isAskedAgain, poisoned } from '../echo.ts'
import type { Scene } from './scene.ts'

type Read = { path: string; ask: (scene: Scene) => Promise<Outcome<unknown> | null> }

/** Every question that is asked of the service beside a call, with the path where it is asked. */
const reads: readonly Read[] = [
  { path: '/api/v1/health', ask: ({ desk, profileId }) => desk.ask('checkHealth', { profileId }) },
  { path: '/api/v1/auth/me', ask: ({ desk, profileId }) => desk.ask('checkProfile', { profileId }) },
  { path: '/api/v1/workflow/fetch', ask: ({ desk, profileId }) => desk.ask('listAgents', { profileId }) },
  {
    path: '/api/v1/organizations/telephony-configs',
    ask: ({ desk, profileId }) => desk.ask('listTelephonyConfigurations', { profileId }),
  },
  {
    path: '/api/v1/organizations/telephony-configs/',
    ask: ({ desk, profileId }) => desk.ask('listCallerIds', { profileId, telephonyConfigurationId: 1 }),
  },
  {
    path: '/api/v1/workflow/0/runs/',
    ask: ({ desk, profileId, service }) =>
      desk.ask('lookUpRun', { profileId, workflowRunId: service.service.world.runs[0]?.id ?? 1 }),
  },
  {
    path: '/api/v1/user/api-keys',
    ask: ({ desk, profileId }) => desk.ask('listKeys', { profileId, includeArchived: true }),
  },
]

const formOf = (index: number): ((key: string) => string) => echoForms[index % echoForms.length] ?? echoForms[0]

const hasty = echoPlaces.filter((place) => !isAskedAgain(place))
const patient = echoPlaces.filter(isAskedAgain)

/** Answered as it should be, with echoes behind every text, and with echoes in every kind of refusal. */
const readEverySay = async (scene: Scene, { path, ask }: Read, turn: number): Promise<void> => {
  const { service } = scene
  await ask(scene)
  for (const form of echoForms) {
    service.answer(path, async ({ ordinary, key }) => poisoned(await ordinary(), form(key)))
    await ask(scene)
  }
  for (const [index, { answer }] of hasty.entries()) {
    const form = formOf(turn + index)
    service.answer(path, async ({ key }) => answerWith(answer(form(key))), 4)
    await ask(scene)
    service.forget()
  }
}

/** Answers after which a question is asked again, with pauses: all questions at once, and each trial takes others. */
const readPatiently = async (scene: Scene): Promise<void> => {
  const { service, trial } = scene
  for (const [number, { path }] of reads.entries()) {
    const place = patient[(trial + number) % patient.length]
    const form = formOf(trial + number)
    if (place) service.answer(path, async ({ key }) => answerWith(place.answer(form(key))), Infinity)
  }
  await Promise.all(reads.map(({ ask }) => ask(scene)))
  service.forget()
}

/** A service may remember a key that this desk has given up: only its shape tells that it is one. */
const echoGivenUp = async ({ service, desk, profileId, canaries }: Scene): Promise<void> => {
  const { text } = canaries.typed
  if (!text.startsWith('dgr_')) return
  service.answer('/api/v1/', async ({ ordinary }) => poisoned(await ordinary(), text), Infinity)
  await desk.ask('checkHealth', { profileId })
  await desk.ask('listAgents', { profileId })
  await desk.ask('listKeys', { profileId, includeArchived: true })
  service.forget()
}

/** Every question beside a call, with everything that a service may say to it. */
export const readService = async (scene: Scene): Promise<void> => {
  for (const [number, read] of reads.entries()) await readEverySay(scene, read, scene.trial + number * 5)
  await readPatiently(scene)
  await echoGivenUp(scene)
}

/** Keys are archived and come back, also when the answers are lost or full of echoes. */
export const changeKeys = async ({ desk, profileId, service }: Scene): Promise<void> => {
  const other = service.service.facts[0]?.keys.activeId ?? 0
  const change = { profileId, apiKeyId: other }
  await desk.ask('archiveKey', { ...change, confirmation: '', compromised: null })
  await desk.ask('reactivateKey', { ...change, reason: '' })
  for (const [index, { answer }] of echoPlaces.entries()) {
    const form = formOf(index)
    // The answers before may have taught the desk either path.
    for (const path of ['/api/v1/user/api-keys', '/user/api-keys'])
      service.answer(`${path}/${other}`, async ({ key }) => answerWith(answer(form(key))), 1)
    await (index % 2 === 0
      ? desk.ask('archiveKey', { ...change, confirmation: '', compromised: null })
      : desk.ask('reactivateKey', { ...change, reason: '' }))
    service.forget()
  }
}
