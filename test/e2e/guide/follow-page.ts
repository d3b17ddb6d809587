import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPracticeService } from '../../../src/main/practice/practice-service.ts'
import { startPracticeListener } from '../../../src/main/practice/practice-listener.ts'
import { launchRundesk, type RunningRundesk } from '../../support/electron/launch.ts'
import { appFolder } from '../../support/electron/runtime.ts'
import { readGuidePage } from '../../support/guide/guide-page.ts'
import { stepFaults } from '../../support/guide/step-faults.ts'
import { answerDialogs } from './answer-dialogs.ts'
import type { Desk } from './desk.ts'
import { type PageName, stepsOf } from './steps-of.ts'

/** Is given the page of the guide's reader at the moment of each picture, and the picture's file name. */
export type TakePicture = (page: Desk['page'], name: string) => Promise<void>

const readPage = (name: PageName) => {
  const page = readGuidePage(readFileSync(join(appFolder, 'docs', 'guide', `${name}.md`), 'utf8'))
  const faults = stepFaults(
    page,
    stepsOf[name].map(([sentence]) => sentence),
  )
  if (faults.length > 0) throw new Error(`docs/guide/${name}.md and its acts differ:\n${faults.join('\n')}`)
  return page
}

const walk = async (name: PageName, desk: Desk, takePicture: TakePicture): Promise<void> => {
  const { steps } = readPage(name)
  for (const [at, [sentence, act]] of stepsOf[name].entries()) {
    try {
      await act(desk)
    } catch (cause) {
      throw new Error(`docs/guide/${name}.md, a step that cannot be done: “${sentence}”`, { cause })
    }
    for (const picture of steps[at]?.pictures ?? []) await takePicture(desk.page, picture)
  }
}

/** Does in the real app, in a folder of its own, all that a page of the guide asks for; throws at the first step that cannot be done. */
export const followPage = async (name: PageName, folder: string, takePicture: TakePicture): Promise<void> => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random: Math.random })
  const key = service.facts[0]?.keys.active
  if (key === undefined) throw new Error('The practice world has no organization.')
  const listener = await startPracticeListener(service)
  const running: RunningRundesk[] = []
  const files = join(folder, 'files')
  mkdirSync(files, { recursive: true })
  const open = async (): Promise<RunningRundesk> => {
    const rundesk = await launchRundesk({ dataDir: join(folder, `desk-${running.length}`), colorScheme: 'light' })
    running.push(rundesk)
    await answerDialogs(rundesk.app, files)
    return rundesk
  }
  try {
    const { app, window } = await open()
    const desk: Desk = {
      app,
      page: window,
      organization: { origin: listener.origin, key },
      folder: files,
      notes: new Map(),
      openAnother: async () => {
        const another = await open()
        desk.app = another.app
        desk.page = another.window
      },
      comeBack: () => void Object.assign(desk, { app, page: window }),
    }
    await walk(name, desk, takePicture)
  } finally {
    for (const { kill } of running) await kill()
    await listener.close()
  }
}
