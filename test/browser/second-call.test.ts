import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { messages } from '../../src/messages/index.ts'
import { anyNumber, callLabel, exactly } from '../support/messages/patterns.ts'
import { openedScenes } from './opened-scenes.ts'
import { fillCall, number, passKeyRepeatGuard, placeNext } from './scene-steps.ts'

const started = openedScenes()

/** Opens a scene whose clock the test can advance. */
const open = (scene: string) => started.open(scene, { before: (page) => page.clock.install() })

const recentNumber = '+1 415 555 0277'
const dialogOf = (page: Page) => page.getByRole('dialog', { name: messages.repeatCall.questions.calledRecently.title })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
/**
 * The calls to the number so far. A CSS selector also works behind a dialog, which hides the table from role queries.
 */
const rows = (page: Page) => page.locator('main tbody tr').filter({ hasText: recentNumber })

const callTwice = async (page: Page) => {
  await fillCall(page)
  await number(page).fill(recentNumber)
  await page.getByRole('button', { name: callLabel(recentNumber) }).waitFor()
  await number(page).press('Enter')
  await dialogOf(page).waitFor()
  // The dialog moves focus shortly after it becomes visible.
  await expect.poll(() => focused(page)).toBe(messages.common.cancel)
}

describe('a second call to a number', () => {
  it('focuses Cancel, and ignores the key presses that opened the dialog', async () => {
    const { page, close } = await open('standard')
    // No time passes between the presses.
    await page.clock.setFixedTime(Date.now())
    await callTwice(page)
    for (let turn = 0; turn < 3; turn += 1) {
      await page.keyboard.press('Enter')
      expect(await dialogOf(page).isVisible()).toBe(true)
    }
    expect(await rows(page).count()).toBe(1)
    await close()
  })

  it('ignores a held key', async () => {
    const { page, close } = await open('standard')
    await callTwice(page)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe(messages.repeatCall.questions.calledRecently.confirm(recentNumber))
    await passKeyRepeatGuard(page)
    await page.evaluate(() => {
      const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(held)
      if (!held.defaultPrevented && document.activeElement instanceof HTMLElement) document.activeElement.click()
    })
    expect(await dialogOf(page).isVisible()).toBe(true)
    await close()
  })

  it('keeps all fields when it is canceled, and returns focus to the number', async () => {
    const { page, close } = await open('standard')
    await callTwice(page)
    await passKeyRepeatGuard(page)
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await number(page).inputValue()).toBe(recentNumber)
    expect(await number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await rows(page).count()).toBe(1)
    await close()
  })

  it('is placed once when it is confirmed, and no shortcut confirms it', async () => {
    const { page, close } = await open('standard')
    await callTwice(page)
    await passKeyRepeatGuard(page)
    for (const key of ['Control+Enter', 'n', 'a', 'Control+1']) await page.keyboard.press(key)
    expect(await rows(page).count()).toBe(1)
    expect(await dialogOf(page).isVisible()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page
      .getByText(exactly(messages.call.outcome.run(anyNumber)))
      .first()
      .waitFor()
    expect(await rows(page).count()).toBe(2)
    await close()
  })
})

/** Returns the age in seconds that a text mentions; undefined if it mentions none. */
const secondsIn = (text: string): number | undefined =>
  Array.from({ length: 60 }, (_, seconds) => seconds).findLast((seconds) =>
    text.includes(messages.time.ago(seconds * 1_000)),
  )

describe('the age of an earlier call', () => {
  it('is the same below the number, in the checks and in the dialog, and is counted to the second', async () => {
    const { page, close } = await open('standard')
    await fillCall(page)
    await placeNext(page, 1)
    await page.clock.pauseAt(Date.now() + 10_000)
    await page.keyboard.press('n')
    await number(page).fill('+1 415 555 0291')
    const [list, checks] = [
      page.locator(`[aria-label="${messages.phoneNumber.recent.title}"]`),
      page.locator(`[aria-label="${messages.preflight.label}"]`),
    ]
    const agesOf = async (...parts: Locator[]) =>
      Promise.all(parts.map(async (part) => secondsIn((await part.textContent()) ?? '')))
    await page.clock.runFor(1_000)
    await list.getByRole('listitem').first().waitFor()
    const [before = Number.NaN] = await agesOf(list)
    await page.clock.runFor(4_000)
    expect(await agesOf(list, checks)).toEqual([before + 4, before + 4])
    await number(page).press('Enter')
    await page.clock.runFor(2_000)
    expect(await agesOf(dialogOf(page), checks)).toEqual([before + 6, before + 6])
    await close()
  })
})
