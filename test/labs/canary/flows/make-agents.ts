import { echoForms } from '../../fuzz/echo-key.ts'
import { answerWith, echoPlaces, isAskedAgain, poisoned } from '../echo.ts'
import { type Scene, valueOf } from './scene.ts'

const path = '/api/v1/workflow/create/definition'

/** After these the agent is looked for in the list, for some seconds: a trial takes one of them. */
const isLost = ({ name }: (typeof echoPlaces)[number]): boolean => /^(?:200|408|429|5)/.test(name)

/** Agents are made of a file: answered as they should be, with the key behind every text, refused, and lost. */
export const makeAgents = async ({ desk, profileId, service, trial }: Scene): Promise<void> => {
  let made = 0
  const make = async (): Promise<void> => {
    const { file } = await valueOf(desk.ask('chooseWorkflowFile', {}))
    if (file !== null)
      await desk.ask('createWorkflow', { profileId, fileId: file.fileId, name: `${file.suggestedName} ${(made += 1)}` })
  }
  await make()
  for (const form of echoForms) {
    service.answer(path, async ({ ordinary, key }) => poisoned(await ordinary(), form(key)))
    await make()
  }
  const lost = echoPlaces.filter((place) => isLost(place) && !isAskedAgain(place))
  const taken = [...echoPlaces.filter((place) => !isLost(place)), ...lost.slice(trial % lost.length).slice(0, 1)]
  for (const [index, { answer }] of taken.entries()) {
    const form = echoForms[(trial + index) % echoForms.length] ?? echoForms[0]
    service.answer(path, async ({ key }) => answerWith(answer(form(key))))
    await make()
    service.forget()
  }
}
