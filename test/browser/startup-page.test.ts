import type { Page, Route } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { unsavedForms } from '../../src/contract/settings.ts'
import { messages } from '../../src/messages/index.ts'
import { openedScenes } from './opened-scenes.ts'
import { number } from './scene-steps.ts'

const started = openedScenes()

const startupPage = (page: Page) => page.locator('[data-startup]')

/** Opens the start-up page and delays the app's script until `resume`. */
const openHeld = async (scene: string) => {
  const { promise: held, resolve } = Promise.withResolvers<(route: Route) => Promise<void>>()
  const opened = await started.open(scene, {
    startupPage: true,
    before: (page) => page.route('**/app-*.js', async (route) => (await held)(route)),
  })
  const { page } = opened
  page.setDefaultTimeout(12_000)
  await startupPage(page).locator('input:focus').waitFor()
  const resume = () => resolve((route) => route.continue())
  return {
    ...opened,
    resume,
    renderApp: async () => {
      resume()
      await startupPage(page).waitFor({ state: 'detached' })
    },
  }
}

describe('the start-up page', { timeout: 60_000 }, () => {
  it('has focus, and the call form takes over the text typed into it', async () => {
    const { page, pageErrors, renderApp, close } = await openHeld('standard')
    await page.keyboard.type('+1 415 555 02')
    await renderApp()
    expect(await number(page).inputValue()).toBe('+1 415 555 02')
    await page.keyboard.type('99')
    await expect.poll(() => number(page).inputValue()).toBe('+1 415 555 0299')
    await page.getByText('United States').waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('preserves the position of the caret', async () => {
    const { page, renderApp, close } = await openHeld('standard')
    await page.keyboard.type('415 555 0299')
    await page.keyboard.press('Home')
    await page.keyboard.type('+')
    await renderApp()
    const caret = () =>
      number(page).evaluate((field: HTMLInputElement) =>
        field === document.activeElement ? field.selectionStart : null,
      )
    await expect.poll(caret).toBe(1)
    await page.keyboard.type('1 ')
    await expect.poll(() => number(page).inputValue()).toBe('+1 415 555 0299')
    await close()
  })

  it('does not call on Enter', async () => {
    const { page, renderApp, close } = await openHeld('standard')
    await page.keyboard.type('+14155550299')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await renderApp()
    await page.getByText('United States').waitFor()
    // The outcome panel is still empty, because no call was placed.
    await expect.poll(() => page.getByText(messages.call.outcome.emptyTitle).isVisible()).toBe(true)
    await close()
  })

  it('keeps its position when the call form replaces it', async () => {
    const { page, renderApp, close } = await openHeld('loading')
    const before = await startupPage(page).locator('input').boundingBox()
    await renderApp()
    const after = await number(page).boundingBox()
    expect([Math.round(after?.x ?? 0), Math.round(after?.width ?? 0)]).toEqual([
      Math.round(before?.x ?? 0),
      Math.round(before?.width ?? 0),
    ])
    await close()
  })

  it('keeps the number if the profiles initially cannot be loaded', async () => {
    const { page, renderApp, close } = await openHeld('shut')
    await page.keyboard.type('+14155550299')
    await renderApp()
    await page.getByText(messages.shell.profilesFailed).waitFor()
    await page.getByRole('button', { name: messages.common.refresh }).click()
    expect(await number(page).inputValue()).toBe('+14155550299')
    await close()
  })

  it('is hidden when a screen crashes, and keeps the number for the next screen', async () => {
    const { page, resume, close } = await openHeld('strange')
    const reported: unknown[] = []
    await page.exposeFunction('noteReport', (report: unknown) => void reported.push(report))
    await page.evaluate(() => {
      // Exposed above.
      const { noteReport } = window as unknown as { noteReport: (report: unknown) => void }
      const { reportUnsaved } = window.api
      const noted: typeof reportUnsaved = (report) => (noteReport(report), reportUnsaved(report))
      Object.assign(window.api, { reportUnsaved: noted })
    })
    await page.keyboard.type('+14155550299')
    resume()
    await page.getByText(messages.shell.fault.title).waitFor()
    await expect.poll(() => reported).toEqual(unsavedForms.map((form) => ({ form, isUnsaved: false })))
    expect(await startupPage(page).isVisible()).toBe(false)
    await page.getByRole('button', { name: messages.shell.fault.reload }).click()
    await startupPage(page).waitFor({ state: 'detached' })
    await expect.poll(() => number(page).inputValue()).toBe('+14155550299')
    await close()
  })

  it('is not shown on the first launch', async () => {
    const { page, close } = await started.open('first')
    await page.getByRole('button', { name: messages.onboarding.practice.action }).waitFor()
    expect(await startupPage(page).count()).toBe(0)
    await close()
  })
})
