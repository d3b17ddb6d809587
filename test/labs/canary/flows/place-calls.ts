import { faults } from '../../../../src/main/practice/faults/faults.ts'
import { inLanes } from '../../faults/in-lanes.ts'
import { echoForms } from '../../fuzz/echo-key.ts'
import { answerWith, echoPlaces, poisoned } from '../echo.ts'
import { type Draft, draftTo, type Scene } from './scene.ts'

const triggerPath = '/api/v1/public/agent/workflow/'
/** Lists in which a call without an answer is looked for. */
const listPaths = ['/api/v1/organizations/usage/runs', '/api/v1/workflow/']

const settled = new Set(['accepted', 'rejected', 'notSent', 'failedAtProvider', 'unknown'])

/** Places a call and waits until its request is over. */
export const placeCall = async ({ desk }: Scene, draft: Draft): Promise<void> => {
  const placed = await desk.ask('triggerCall', draft)
  if (placed?.ok !== true) return
  for (let look = 0; look < 250; look += 1) {
    const found = await desk.ask('getCall', { callId: draft.callId })
    if (found?.ok !== true || settled.has(found.value.call.outcome.state)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Every fault that the practice service knows. */
const callFaults = async (scene: Scene): Promise<void> => {
  await inLanes(6, faults, ({ phoneNumber }) => placeCall(scene, draftTo(scene, phoneNumber)))
}

/** Every place in which a service may write the key down, in every form: four trials in a row meet them all. */
const callEchoes = async (scene: Scene): Promise<void> => {
  const echoes = echoPlaces
    .flatMap((where) => echoForms.map((form) => ({ where, form })))
    .filter((_, index) => index % 4 === scene.trial % 4)
  await inLanes(4, echoes, async ({ where, form }) => {
    scene.service.answer(triggerPath, async ({ key }) => answerWith(where.answer(form(key))))
    await placeCall(scene, draftTo(scene))
  })
}

/** What a person does with calls: looks at them, looks one up again, closes one by hand, copies, erases. */
const lookAround = async ({ desk, dialled, draw }: Scene): Promise<void> => {
  const page = await desk.ask('listCalls', { search: '', after: null, limit: 200 })
  const calls = page?.ok === true ? page.value.calls : []
  for (const { callId, outcome } of calls.slice(0, 60)) {
    await desk.ask('getCall', { callId })
    if (outcome.state !== 'unknown') continue
    await desk.ask('lookUpCall', { callId })
    if (draw.chance(0.5)) await desk.ask('closeCall', { callId, verdict: 'notPlaced', note: 'Nothing rang.' })
  }
  await desk.ask('listLookUps', {})
  await desk.ask('checkHistory', {})
  await desk.ask('historyHealth', {})
  const [someone = ''] = dialled
  await desk.ask('copyText', { text: calls[0]?.callId ?? 'nothing' })
  await desk.ask('readPhoneNumber', { text: someone, asTyped: false })
  await desk.ask('listCalls', { search: someone.slice(-4), after: null, limit: 50 })
  await desk.ask('erasePerson', { phoneNumber: someone })
}

export const placeCalls = async (scene: Scene): Promise<void> => {
  // Calls whose answers are lost are looked for in lists that are full of echoes, while everything else goes on.
  const [form] = echoForms
  for (const path of listPaths)
    scene.service.answer(path, async ({ ordinary, key }) => poisoned(await ordinary(), form(key)), Infinity)
  await callEchoes(scene)
  await callFaults(scene)
  scene.service.forget()
  await lookAround(scene)
}
