import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { messages } from '../../src/messages/index.ts'
import { anyText, like } from '../support/messages/patterns.ts'
import { openedScenes } from './opened-scenes.ts'
import { goTo, number } from './scene-steps.ts'

const scenes = openedScenes()

const open = (scene: string) => scenes.open(scene)

const recentNumber = '+1 415 555 0277'
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

describe('the settings', () => {
  it('open with G and a comma, and reject an invalid value before saving', async () => {
    const { page, close } = await open('standard')
    await number(page).blur()
    await page.keyboard.press('g')
    await page.keyboard.press(',')
    const minutes = page.getByRole('textbox', { name: messages.settings.calling.repeat })
    await minutes.fill('1441')
    expect(await page.getByRole('button', { name: messages.profiles.save }).getAttribute('aria-disabled')).toBe('true')
    await minutes.fill('30')
    await page.keyboard.press('Enter')
    await page.getByText(messages.settings.saved, { exact: true }).first().waitFor()
    await close()
  })

  it('show as a failure, in words and color, that the history was modified', async () => {
    const { page, close } = await open('changedHistory')
    const { show, check, checkFailed, brokenText } = messages.settings.history
    await page.getByRole('alert').getByText(brokenText(10)).waitFor()
    await page.getByRole('alert').getByRole('button', { name: show }).click()
    await page.getByRole('button', { name: check }).click()
    const colorOf = (element: Locator) => element.evaluate((found) => getComputedStyle(found).color)
    const failed = page.getByRole('status').getByText(checkFailed(10))
    const title = page.getByRole('alert').getByText(messages.settings.history.brokenTitle)
    expect(await colorOf(failed)).toBe(await colorOf(title))
    await close()
  })

  it.each([
    ['recovered', messages.settings.history.acknowledge],
    ['changedHistory', messages.settings.history.brokenText(10)],
    ['stopped', messages.settings.history.next('full')],
  ])('show the notice about the history when they are opened from its banner: %s', async (scene, text) => {
    const { page, close } = await open(scene)
    const { show, title } = messages.settings.history
    await page.getByRole('alert').getByRole('button', { name: show }).click()
    await page.getByRole('textbox', { name: messages.settings.calling.repeat }).waitFor()
    const notice = page.getByRole('region', { name: title }).getByText(text, { exact: true })
    await notice.waitFor()
    const isInView = await notice.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
    expect(isInView).toBe(true)
    await close()
  })

  it('show that an erasure is not finished, what is left, and why', async () => {
    const { page, close } = await open('unfinishedErasure')
    await goTo(page, messages.shell.screens.settings)
    const { pendingTitle, pending, unfinishedNext } = messages.settings.erase
    const history = page.getByRole('region', { name: messages.settings.history.title })
    await history.getByText(pendingTitle(1)).waitFor()
    expect(await history.innerText()).toContain(pending(1, false))
    expect(await history.innerText()).toContain(unfinishedNext('full'))
    await close()
  })

  it('show the number that is being erased', async () => {
    const { page, close } = await open('standard')
    await goTo(page, messages.shell.screens.settings)
    await page.getByRole('button', { name: messages.settings.history.erase }).click()
    await page.keyboard.type('+14155550277')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: messages.settings.erase.confirmTitle(recentNumber) }).waitFor()
    expect(await focused(page)).toBe(messages.common.cancel)
    await page.getByRole('button', { name: messages.settings.erase.confirm(recentNumber) }).click()
    await page.getByText(like(messages.settings.erase.done(anyText, 1, 0))).waitFor()
    await close()
  })
})
