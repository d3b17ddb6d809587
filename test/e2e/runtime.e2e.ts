import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { launchRundesk, versionOf } from '../support/electron/launch.ts'
import { chosenRuntime } from '../support/electron/runtime.ts'

test('runs on the Electron that setup chose, and grants the page no permission', { tag: '@smoke' }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rundesk-runtime-'))
  const rundesk = await launchRundesk({ dataDir })
  expect(await versionOf(rundesk.app)).toBe(chosenRuntime().version)
  const answers = await rundesk.window.evaluate(async () => {
    const geolocation = await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('granted'),
        () => resolve('denied'),
      ),
    )
    return { geolocation, notification: await Notification.requestPermission() }
  })
  expect(answers).toEqual({ geolocation: 'denied', notification: 'denied' })
  await rundesk.quit()
  rmSync(dataDir, { recursive: true, force: true })
})
