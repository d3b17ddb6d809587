import { type OperationName, operationNames } from '../../../../src/contract/names.ts'
import { type Input, operations } from '../../../../src/contract/operations.ts'
import { echoForms } from '../../fuzz/echo-key.ts'
import { sampleOf } from '../../ipc/sample.ts'
import { shapeOf } from '../../ipc/shape.ts'
import { poisoned } from '../echo.ts'
import type { Scene } from './scene.ts'

/** Ids that a question must have right to get anywhere. */
const real = async ({ desk, profileId, service }: Scene): Promise<Record<string, unknown>> => {
  const page = await desk.ask('listCalls', { search: '', after: null, limit: 1 })
  const call = page?.ok === true ? page.value.calls[0] : undefined
  const run = service.service.world.runs[0]
  const agent = service.service.facts[0]?.agents[0]
  return { profileId, callId: call?.callId, agentUuid: agent?.uuid, workflowRunId: run?.id }
}

/** A good question by chance, about things that are there. */
const question = <N extends OperationName>(name: N, known: Record<string, unknown>, random: () => number): Input<N> => {
  const sample = sampleOf(shapeOf(operations[name].input), random)
  const fields = Object.entries(typeof sample === 'object' ? { ...sample } : {})
  // Every field keeps its kind: what is put in its place is an id as the contract wants it.
  return Object.fromEntries(fields.map(([field, value]) => [field, known[field] ?? value])) as Input<N>
}

/** Asks every operation that no flow has asked so far, while the service echoes the key in all that it says. */
export const askTheRest = async (scene: Scene, asked: ReadonlySet<OperationName>): Promise<void> => {
  const { desk, draw, service } = scene
  const known = await real(scene)
  const form = draw.pick(echoForms)
  service.answer('/api/v1/', async ({ ordinary, key }) => poisoned(await ordinary(), form(key)), Infinity)
  for (const name of operationNames.filter((one) => !asked.has(one)))
    for (let times = 0; times < 3; times += 1) await desk.ask(name, question(name, known, draw.random))
  service.forget()
}
