import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { createBundle, createSources } from '../main/features/support/bundles/create-evidence.ts'
import { chromiumForTests } from './chromium-for-tests.ts'
import { fileMessages } from '../../src/messages/native.ts'

const texts = fileMessages.evidence

const { browser, folder } = chromiumForTests()

/** Opens an evidence file as a user would, and records its requests and console messages. */
const open = async (bytes: Uint8Array): Promise<{ page: Page; requested: string[]; pageErrors: string[] }> => {
  const file = join(folder, 'rundesk-evidence-48213.html')
  writeFileSync(file, bytes)
  const page = await browser().newPage()
  const requested: string[] = []
  const pageErrors: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('console', (message) => pageErrors.push(message.text()))
  page.on('pageerror', (error) => pageErrors.push(error.message))
  await page.goto(pathToFileURL(file).href)
  return { page, requested, pageErrors }
}

it('is a readable page that requires no other files, and also contains the data as JSON', async () => {
  const { page, requested, pageErrors } = await open(createBundle().bytes)
  expect(await page.title()).toBe(texts.titleOfRun(48_213))
  const text = await page.locator('body').innerText()
  for (const words of [texts.timeline, 'accepted', '…101', 'POST https://voice.acme.example/api/v1/public', '[secret]'])
    expect(text).toContain(words)
  const json: unknown = JSON.parse((await page.locator('#evidence').textContent()) ?? '')
  expect(json).toMatchObject({ format: 'rundesk-evidence-1', call: { workflowRunId: 48_213 } })
  expect([requested, pageErrors]).toEqual([[page.url()], []])
})

it('shows invisible characters as their codes, and leaves the data unchanged', async () => {
  const known = createSources(
    { agentName: 'a\u202egnp', profileName: 'b\u200b' },
    { initialContext: { name: '\u2067אב' } },
  )
  const { page } = await open(createBundle(known).bytes)
  const text = await page.locator('body').innerText()
  expect(text).toContain('a[U+202E]gnp')
  expect(text).not.toMatch(/[\u200b\u202e\u2067]/)
  expect(text).toContain('\u2068[U+2067]אב\u2069')
  const json: unknown = JSON.parse((await page.locator('#evidence').textContent()) ?? '')
  expect(json).toMatchObject({ call: { agentName: 'a\u202egnp', profileName: 'b\u200b' } })
})

it('runs and loads nothing, whatever text it contains', async () => {
  const hostile =
    '</script><script>document.title="run"</script><img src="https://elsewhere.example/x" onerror="document.title=\'run\'">'
  const known = createSources(
    { agentName: hostile, profileName: hostile },
    {
      note: { text: hostile, at: '2026-11-21T09:20:00.000Z' },
      initialContext: { [hostile]: hostile, style: '</style><style>@import url(https://elsewhere.example/y)' },
    },
  )
  const { page, requested, pageErrors } = await open(createBundle(known).bytes)
  await page.waitForLoadState('networkidle')
  expect(await page.title()).toBe(texts.titleOfRun(48_213))
  expect(await page.locator('img, body script:not([type="application/json"])').count()).toBe(0)
  expect([requested, pageErrors]).toEqual([[page.url()], []])
})
