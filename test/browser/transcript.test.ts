import { anyText, exactly } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import { expect, it } from 'vitest'
import { acceptedRunId, callButton, chooseAgent, openPractice, tourNumber, typeNumber } from '../e2e/tour/steps.ts'
import { chromiumForTests } from './chromium-for-tests.ts'
import { startMain } from './main-on-node.ts'
import { openPage } from './page-in-chromium.ts'
import { goToRuns } from './runs-scenes.ts'

const { browser, folder: dataDir } = chromiumForTests()

/** How long it takes until a practice call has a recording, in milliseconds. Practice calls have realistic lengths. */
const untilRecorded = 90_000

it(
  'loads the transcript and the recording of a practice call with the real main process and content security policy',
  { timeout: 240_000 },
  async () => {
    const main = await startMain(dataDir)
    const { page, pageErrors } = await openPage(browser(), main)
    const addresses: string[] = []
    page.on('request', (request) => void addresses.push(request.url()))
    await openPractice(page)
    await chooseAgent(page, 'Renewal')
    await typeNumber(page, tourNumber)
    await callButton(page, tourNumber).click()
    await acceptedRunId(page)
    await goToRuns(page)
    await page.locator('tr[data-call]').first().click()
    await page.getByRole('button', { name: messages.runs.talk.showTranscript }).click()
    const talk = page.getByRole('list', { name: messages.runs.talk.transcript })
    const again = page.getByRole('button', { name: messages.common.retry })
    await expect
      .poll(
        async () => {
          if (await again.isVisible()) await again.click()
          return talk.getByText('This call rings no real phone').isVisible()
        },
        { timeout: untilRecorded, interval: 2_000 },
      )
      .toBe(true)
    const position = page.getByRole('slider', { name: messages.runs.talk.position })
    const listen = page.getByRole('button', { name: messages.runs.talk.listen })
    // The transcript is available during the call, and the recording a few seconds after it.
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
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0.2)
    expect(await position.getAttribute('aria-valuetext')).toMatch(exactly(messages.runs.talk.at(anyText, '0:20')))
    // SECURITY: the page has requested nothing from another host and does not contain any other host's address.
    expect(addresses.filter((address) => !address.startsWith('https://rundesk.invalid/'))).toEqual([])
    expect(await page.content()).not.toMatch(/public\/download|voice-audio/)
    expect(pageErrors).toEqual([])
    await page.close()
    await main.quit()
  },
)
