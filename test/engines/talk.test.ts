import { expect, it } from 'vitest'
import { acceptedRunId, callButton, chooseAgent, openPractice, tourNumber, typeNumber } from '../e2e/tour/steps.ts'
import { chromiumForTests } from './chromium-for-tests.ts'
import { startMain } from './main-on-node.ts'
import { openPage } from './page-in-chromium.ts'
import { goToRuns } from './runs-scenes.ts'

const { browser, folder: dataDir } = chromiumForTests()

/** A practice call takes so long until its recording is there, in milliseconds: it is watched by people. */
const untilRecorded = 90_000

it('reads and hears a practice call through the real main, under the real policy', { timeout: 240_000 }, async () => {
  const main = await startMain(dataDir)
  const { page, complaints } = await openPage(browser(), main)
  const addresses: string[] = []
  page.on('request', (request) => void addresses.push(request.url()))
  await openPractice(page)
  await chooseAgent(page, 'Renewal')
  await typeNumber(page, tourNumber)
  await callButton(page, tourNumber).click()
  await acceptedRunId(page)
  await goToRuns(page)
  await page.locator('tr[data-call]').first().click()
  await page.getByRole('button', { name: 'Show the transcript' }).click()
  const talk = page.getByRole('list', { name: 'What was said' })
  const again = page.getByRole('button', { name: 'Ask again' })
  await expect
    .poll(
      async () => {
        if (await again.isVisible()) await again.click()
        return talk.getByText('This call rings no real phone').isVisible()
      },
      { timeout: untilRecorded, interval: 2_000 },
    )
    .toBe(true)
  const position = page.getByRole('slider', { name: 'Position in the recording' })
  const listen = page.getByRole('button', { name: 'Listen' })
  // What was said is told during the call, the recording only seconds after it.
  await expect
    .poll(
      async () => {
        if (await listen.isVisible()) await listen.click()
        else if (await again.isVisible()) await again.click()
        return position.isVisible()
      },
      { timeout: untilRecorded, interval: 2_000 },
    )
    .toBe(true)
  await expect.poll(async () => Number(await position.inputValue()), { timeout: 30_000 }).toBeGreaterThan(0.2)
  expect(await position.getAttribute('aria-valuetext')).toMatch(/^0:\d\d of 0:20$/)
  // SECURITY: the page asked nobody for it, and knows no address that it could ask.
  expect(addresses.filter((address) => !address.startsWith('https://rundesk.invalid/'))).toEqual([])
  expect(await page.content()).not.toMatch(/public\/download|voice-audio/)
  expect(complaints).toEqual([])
  await page.close()
  await main.quit()
})
