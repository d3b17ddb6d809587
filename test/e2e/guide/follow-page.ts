import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPracticeService } from '../../../src/main/practice/practice-service.ts'
import { startPracticeListener } from '../../../src/main/practice/host.ts'
import { launchRundesk, type RunningRundesk } from '../../support/electron/launch.ts'
import { appFolder } from '../../support/electron/runtime.ts'
import { compareSteps, type GuidePage, readGuidePage } from '../../support/guide/guide-page.ts'
import { answerDialogs } from './answer-dialogs.ts'
import type { GuideContext } from './guide-context.ts'
import { guideSteps, type PageName } from './guide-steps.ts'

/** Receives the app's window at the moment of each picture, and the picture's file name. */
export type TakePicture = (page: GuideContext['page'], name: string) => Promise<void>

/**
 * Performs all steps of a guide page in the real app, with its data in `folder`. If a step fails, throws an error with
 * its sentence.
 */
export const followPage = async (name: PageName, folder: string, takePicture: TakePicture): Promise<void> => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random: Math.random })
  const key = service.organizations[0]?.keys.active
  if (key === undefined) throw new Error('The practice service has no organization.')
  const listener = await startPracticeListener(service)
  const running: RunningRundesk[] = []
  const files = join(folder, 'files')
  mkdirSync(files, { recursive: true })
  const open = async (): Promise<RunningRundesk> => {
    const rundesk = await launchRundesk({ dataDir: join(folder, `app-${running.length}`), colorScheme: 'light' })
    running.push(rundesk)
    await answerDialogs(rundesk.app, files)
    return rundesk
  }
  try {
    const { app, window } = await open()
    const context: GuideContext = {
      app,
      page: window,
      organization: { origin: listener.origin, key },
      folder: files,
      notes: new Map(),
      openSecondApp: async () => {
        const second = await open()
        Object.assign(context, { app: second.app, page: second.window })
      },
      returnToFirstApp: () => void Object.assign(context, { app, page: window }),
    }
    await performSteps(name, context, takePicture)
  } finally {
    for (const { kill } of running) await kill()
    await listener.close()
  }
}

const performSteps = async (name: PageName, context: GuideContext, takePicture: TakePicture): Promise<void> => {
  const { steps } = readPage(name)
  for (const [index, [sentence, perform]] of guideSteps[name].entries()) {
    try {
      await perform(context)
    } catch (cause) {
      throw new Error(`docs/guide/${name}.md: this step failed: “${sentence}”`, { cause })
    }
    for (const picture of steps[index]?.pictures ?? []) await takePicture(context.page, picture)
  }
}

const readPage = (name: PageName): GuidePage => {
  const page = readGuidePage(readFileSync(join(appFolder, 'docs', 'guide', `${name}.md`), 'utf8'))
  const differences = compareSteps(
    page,
    guideSteps[name].map(([sentence]) => sentence),
  )
  if (differences.length > 0) throw new Error(`docs/guide/${name}.md and its steps differ:\n${differences.join('\n')}`)
  return page
}
