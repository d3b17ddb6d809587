import { messages } from '../../src/messages/index.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { operationChannel } from '../../src/contract/names.ts'
import {
  acceptedRunId,
  callButton,
  chooseAgent,
  goTo,
  openPractice,
  tourContext,
  tourNumber,
  typeNumber,
  writeContext,
} from '../e2e/tour/steps.ts'
import { chromiumForTests } from './chromium-for-tests.ts'
import { startMain } from './main-on-node.ts'
import { openPage } from './page-in-chromium.ts'

const { browser, folder: dataDir } = chromiumForTests()

it('runs on the engine versions of the next Electron release', () => {
  expect(Number.parseInt(process.versions.node, 10)).toBe(24)
  expect(Number.parseInt(browser().version(), 10)).toBeGreaterThanOrEqual(150)
})

it('places a practice call, and finds it again after a restart', { timeout: 60_000 }, async () => {
  const main = await startMain(dataDir)
  const first = await openPage(browser(), main)
  await openPractice(first.page)
  await chooseAgent(first.page, 'Renewal')
  await writeContext(first.page, tourContext)
  await typeNumber(first.page, tourNumber)
  await callButton(first.page, tourNumber).click()
  const runId = await acceptedRunId(first.page)
  expect(first.pageErrors).toEqual([])
  await first.page.close()
  await main.quit()

  const again = await startMain(dataDir)
  const second = await openPage(browser(), again)
  await goTo(second.page, messages.shell.screens.runs)
  await second.page.getByText(String(runId)).first().waitFor()
  expect(second.pageErrors).toEqual([])
  await second.page.close()
  await again.quit()

  const database = new DatabaseSync(join(dataDir, 'rundesk.db'), { readOnly: true })
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  database.close()
})

it('rejects requests from a foreign frame', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-browser-'))
  const main = await startMain(folder)
  const request = (frameUrl: string) =>
    main.request({ kind: 'invoke', channel: operationChannel('listProfiles'), text: '{}', frameUrl })
  await expect(request('https://rundesk.invalid/index.html')).rejects.toThrow('may not send requests')
  expect((await request('rundesk://app/index.html')).text).toContain('"ok":true')
  await main.quit()
  rmSync(folder, { recursive: true, force: true })
})

it('blocks injected styles, frames and requests with the content security policy', { timeout: 30_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-browser-'))
  const main = await startMain(folder)
  const { page, pageErrors } = await openPage(browser(), main)
  await page.getByRole('button', { name: messages.onboarding.practice.action }).waitFor()
  expect(pageErrors).toEqual([])
  const broken = await page.evaluate(async () => {
    const directives = new Set<string>()
    const reported = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        directives.add(event.effectiveDirective)
        if (directives.size === 3) resolve()
      })
    })
    const style = document.createElement('style')
    style.textContent = 'body { display: none }'
    document.head.append(style)
    const frame = document.createElement('iframe')
    frame.src = 'https://elsewhere.invalid/'
    document.body.append(frame)
    await fetch('https://elsewhere.invalid/').catch(() => undefined)
    await reported
    return [...directives].toSorted()
  })
  expect(broken).toEqual(['connect-src', 'frame-src', 'style-src-elem'])
  // Control: this would report a violation of the policy during the first run.
  expect(pageErrors).not.toEqual([])
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).not.toBe('none')
  await page.close()
  await main.quit()
  rmSync(folder, { recursive: true, force: true })
})
