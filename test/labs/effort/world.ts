import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createPracticeService } from '../../../src/main/practice/practice-service.ts'
import { startPracticeListener } from '../../../src/main/practice/practice-listener.ts'
import { connect } from '../../e2e/tour/steps.ts'
import { launchRundesk, type RunningRundesk } from '../../support/electron/launch.ts'

export const organizationName = 'Acme Billing'
export const practiceName = 'Trial desk'

/** Calls are short here: an organization may only have ten of them at a time. */
const pace = { ringMs: 100, answerMs: 200, talkMs: 500, saveMs: 100 }

const inField = (page: Page): Promise<void> => page.getByRole('textbox', { name: 'Number', exact: true }).waitFor()

/** Connects the organization with the mouse, and adds a second profile: what a desk has before its day begins. */
const furnish = async ({ window: page }: RunningRundesk, origin: string, key: string): Promise<void> => {
  await connect(page, origin, key)
  await inField(page)
  await page.evaluate(async (name) => {
    const before = await window.desk.listProfiles({})
    const added = await window.desk.addProfile({ kind: 'practice', name, color: 'violet' })
    const profileId = before.ok ? before.value.profiles[0]?.id : undefined
    if (!added.ok || profileId === undefined) throw new Error('The second profile was not added.')
    await window.desk.selectProfile({ profileId })
  }, practiceName)
}

/** An organization's service on a port of its own, and a desk that knows it; `open` starts the built app afresh on it. */
export const openWorld = async () => {
  const service = createPracticeService({
    clock: { now: () => Date.now() },
    random: Math.random,
    firstRunId: 48_001,
    pace,
  })
  const listener = await startPracticeListener(service)
  const dataDir = mkdtempSync(join(tmpdir(), 'rundesk-effort-'))
  let running: RunningRundesk | null = null
  const key = service.facts[0]?.keys.active ?? ''
  const first = await launchRundesk({ dataDir })
  await furnish(first, listener.origin, key)
  await first.quit()
  return {
    service,
    async open(): Promise<RunningRundesk> {
      running = await launchRundesk({ dataDir })
      await inField(running.window)
      return running
    },
    async close(): Promise<void> {
      await running?.kill()
      await listener.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

export type EffortWorld = Awaited<ReturnType<typeof openWorld>>
