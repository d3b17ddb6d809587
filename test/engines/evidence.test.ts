import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { aBundle, aKnown } from '../main/bundles/an-evidence.ts'
import { chromiumForTests } from './chromium-for-tests.ts'

const { browser, folder } = chromiumForTests()

/** Opens a bundle as a person does, by its file; everything it asked for and complained of is kept. */
const open = async (bytes: Uint8Array): Promise<{ page: Page; asked: string[]; complaints: string[] }> => {
  const file = join(folder, 'rundesk-evidence-48213.html')
  writeFileSync(file, bytes)
  const page = await browser().newPage()
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(pathToFileURL(file).href)
  return { page, asked, complaints }
}

it('opens in an ordinary browser by itself, reads as a page, and holds the same as JSON', async () => {
  const { page, asked, complaints } = await open(aBundle().bytes)
  expect(await page.title()).toBe('Evidence of run 48213')
  const text = await page.locator('body').innerText()
  for (const words of [
    'What happened',
    'accepted',
    '…101',
    'POST https://voice.acme.example/api/v1/public',
    '[secret]',
  ])
    expect(text).toContain(words)
  const json: unknown = JSON.parse((await page.locator('#evidence').textContent()) ?? '')
  expect(json).toMatchObject({ format: 'rundesk-evidence-1', call: { workflowRunId: 48_213 } })
  expect([asked, complaints]).toEqual([[page.url()], []])
})

it('runs and loads nothing, whatever the service or a person wrote into it', async () => {
  const hostile =
    '</script><script>document.title="run"</script><img src="https://elsewhere.example/x" onerror="document.title=\'run\'">'
  const known = aKnown(
    { agentName: hostile, profileName: hostile },
    {
      note: { text: hostile, at: '2026-11-21T09:20:00.000Z' },
      initialContext: { [hostile]: hostile, style: '</style><style>@import url(https://elsewhere.example/y)' },
    },
  )
  const { page, asked, complaints } = await open(aBundle(known).bytes)
  await page.waitForTimeout(200)
  expect(await page.title()).toBe('Evidence of run 48213')
  expect(await page.locator('img, body script:not([type="application/json"])').count()).toBe(0)
  expect([asked, complaints]).toEqual([[page.url()], []])
})
