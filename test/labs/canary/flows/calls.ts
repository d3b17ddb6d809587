import { messages } from '../../../../src/messages/index.ts'
import { faults } from '../../../../src/main/practice/faults.ts'
import { mapConcurrently } from '../../lab.ts'
import { echoForms } from '../../fuzz/generate-answer.ts'
import { answerWith, echoSamples, isRetried, withEchoes } from '../echo.ts'
import { type Draft, draftTo, type FlowContext } from './flow-context.ts'
import { valueOf } from '../../../support/value-of.ts'

const triggerPath = '/api/v1/public/agent/workflow/'
/** Lists that reconciliation reads. */
const listPaths = ['/api/v1/organizations/usage/runs', '/api/v1/workflow/']

const settled = new Set(['accepted', 'rejected', 'notSent', 'failedAtProvider', 'unknown'])

/** Places a call and waits until its request is over. */
export const placeCall = async ({ app }: FlowContext, draft: Draft): Promise<void> => {
  const placed = await app.run('triggerCall', draft)
  if (placed?.ok !== true) return
  for (let attempt = 0; attempt < 250; attempt += 1) {
    const found = await app.run('getCall', { callId: draft.callId })
    if (found?.ok !== true || settled.has(found.value.call.outcome.state)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Places a call for every fault of the practice service. */
const callFaults = async (context: FlowContext): Promise<void> => {
  await mapConcurrently(6, faults, ({ phoneNumber }) => placeCall(context, draftTo(context, phoneNumber)))
}

/** Places calls with every echo sample in every form; four consecutive trials cover all of them. */
const callEchoes = async (context: FlowContext): Promise<void> => {
  const echoes = echoSamples
    .flatMap((where) => echoForms.map((form) => ({ where, form })))
    .filter((_, index) => index % 4 === context.trial % 4)
  await mapConcurrently(4, echoes, async ({ where, form }) => {
    context.service.answer(triggerPath, async ({ key }) => answerWith(where.answer(form(key))))
    await placeCall(context, draftTo(context))
  })
}

/** Lists, reads, reconciles, resolves, copies and erases calls. */
const useHistory = async ({ app, dialed, draw }: FlowContext): Promise<void> => {
  const page = await app.run('listCalls', { search: '', after: null, limit: 200 })
  const calls = page?.ok === true ? page.value.calls : []
  for (const { callId, outcome } of calls.slice(0, 60)) {
    await app.run('getCall', { callId })
    if (outcome.state !== 'unknown') continue
    await app.run('reconcileCall', { callId })
    if (draw.chance(0.5)) await app.run('resolveCall', { callId, decision: 'notPlaced', note: 'Nothing rang.' })
  }
  await app.run('listReconciliationJobs', {})
  await app.run('checkHistory', {})
  await app.run('historyHealth', {})
  const [someone = ''] = dialed
  await app.run('copyText', { text: calls[0]?.callId ?? messages.newAgent.noVariables })
  await app.run('readPhoneNumber', { text: someone, asTyped: false })
  await app.run('listCalls', { search: someone.slice(-4), after: null, limit: 50 })
  await app.run('erasePerson', { phoneNumber: someone })
}

export const placeCalls = async (context: FlowContext): Promise<void> => {
  // Reconciliation reads lists with echoes at the same time.
  const [form] = echoForms
  for (const path of listPaths)
    context.service.answer(path, async ({ ordinary, key }) => withEchoes(await ordinary(), form(key)), Infinity)
  await callEchoes(context)
  await callFaults(context)
  context.service.forget()
  await useHistory(context)
}

const createPath = '/api/v1/workflow/create/definition'

/** After these responses, the app searches the list for seconds, so each trial uses only one of them. */
const isLostResponse = ({ name }: (typeof echoSamples)[number]): boolean => /^(?:200|408|429|5)/.test(name)

/** Creates agents from a file, with normal responses, echoes, refusals and lost responses. */
export const makeAgents = async ({ app, profileId, service, trial }: FlowContext): Promise<void> => {
  let made = 0
  const make = async (): Promise<void> => {
    const { file } = await valueOf(app.run('chooseWorkflowFile', {}))
    if (file !== null)
      await app.run('createWorkflow', { profileId, fileId: file.fileId, name: `${file.suggestedName} ${(made += 1)}` })
  }
  await make()
  for (const form of echoForms) {
    service.answer(createPath, async ({ ordinary, key }) => withEchoes(await ordinary(), form(key)))
    await make()
  }
  const lost = echoSamples.filter((place) => isLostResponse(place) && !isRetried(place))
  const taken = [
    ...echoSamples.filter((place) => !isLostResponse(place)),
    ...lost.slice(trial % lost.length).slice(0, 1),
  ]
  for (const [index, { answer }] of taken.entries()) {
    const form = echoForms[(trial + index) % echoForms.length] ?? echoForms[0]
    service.answer(createPath, async ({ key }) => answerWith(answer(form(key))))
    await make()
    service.forget()
  }
}
