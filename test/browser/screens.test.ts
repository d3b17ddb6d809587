import { anyNumber, anyText, callLabel, exactly, profileLabel, startOf } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import axe, { type RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { SceneOptions } from './open-scene.ts'
import { openedScenes } from './opened-scenes.ts'
import { fillCall, goTo, jsonEditor, number } from './scene-steps.ts'
import { scenes } from './scenes.ts'
import { waitFor } from '../support/wait-for.ts'

const started = openedScenes()

const openScene = (scene: string, look: SceneOptions = {}) => started.open(scene, look)

/** Loads the accessibility checker into the page. */
const loadAxe = (page: Page): Promise<void> => page.evaluate(axe.source)

/** Returns the serious and critical violations of all rules, or of `only` one. */
const serious = async (page: Page, only?: string): Promise<string[]> => {
  // While a list is open, the component library hides the rest of the page from screen readers. Tab closes the list.
  const isListOpen = (await page.getByRole('listbox').count()) > 0
  const options: RunOptions = {
    resultTypes: ['violations'],
    rules: isListOpen ? { 'aria-hidden-focus': { enabled: false } } : {},
    ...(only !== undefined && { runOnly: { type: 'rule', values: [only] } }),
  }
  // `loadAxe` has set the global variable.
  const { violations } = await page.evaluate(
    (given) => (window as unknown as { axe: typeof axe }).axe.run(document, given),
    options,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

/** Returns the horizontal overflow of the page and its screen, in pixels. */
const sideways = () => {
  const main = document.querySelector('main')
  return [document.documentElement.scrollWidth - window.innerWidth, main ? main.scrollWidth - main.clientWidth : 0]
}

/** Resolves once nothing overflows. An open list follows its button shortly after the window becomes smaller. */
const fits = (page: Page): Promise<void> => waitFor(async () => expect(await page.evaluate(sideways)).toEqual([0, 0]))

describe('every screen and state', () => {
  // Each scene is opened once and checked in light and dark mode, in the smallest window, in right-to-left direction,
  // and at 200%.
  it.concurrent.for(scenes)('%s: no serious fault in either scheme, no overflow, no error', async ([, scene, act]) => {
    const { page, pageErrors, close } = await openScene(scene)
    await act(page)
    await loadAxe(page)
    expect(await serious(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    // Only the colors differ in dark mode; a busy machine needs a moment to paint them.
    await waitFor(async () => expect(await serious(page, 'color-contrast')).toEqual([]))
    await page.setViewportSize({ width: 960, height: 640 })
    await fits(page)
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    await fits(page)
    await page.evaluate(() => (document.documentElement.dir = 'ltr'))
    // The size in CSS pixels of a 1280 × 800 window at 200%.
    await page.setViewportSize({ width: 640, height: 400 })
    await fits(page)
    expect(pageErrors).toEqual([])
    await close()
  })
})

describe('using the screens with the keyboard', () => {
  it('opens with the caret in the number field', async () => {
    const { page, close } = await openScene('standard')
    await number(page).waitFor()
    expect(await number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await close()
  })

  it('places only one call when Enter is pressed twice, and types the next digits into the number field', async () => {
    const { page, close } = await openScene('empty')
    await fillCall(page)
    await number(page).press('Enter')
    await number(page).press('Enter')
    await page
      .getByText(exactly(messages.call.outcome.run(anyNumber)))
      .first()
      .waitFor()
    expect(await page.getByRole('table', { name: messages.call.today.title }).getByRole('row').count()).toBe(2)
    // Wherever focus is, the next digits replace the number that was called.
    await page.keyboard.type('+14155550323')
    await page.getByRole('button', { name: callLabel('+1 415 555 0323') }).waitFor()
    await close()
  })

  it('calls even if the shortcut was pressed before the number was checked', async () => {
    const { page, close } = await openScene('empty')
    await fillCall(page)
    await number(page).fill('+14155550323')
    await page.keyboard.press('Control+Enter')
    await page
      .getByText(exactly(messages.call.outcome.run(anyNumber)))
      .first()
      .waitFor()
    const today = page.getByRole('table', { name: messages.call.today.title })
    await today.getByRole('row').filter({ hasText: '+1 415 555 0323' }).waitFor()
    expect(await today.getByRole('row').count()).toBe(2)
    await close()
  })

  it('warns after five seconds without a response', { timeout: 20_000 }, async () => {
    const { page, close } = await openScene('waiting')
    await fillCall(page)
    await number(page).press('Enter')
    await page.getByText(exactly(messages.call.sending(anyText))).waitFor()
    await page.getByText(exactly(messages.call.stillWaiting(anyText))).waitFor({ timeout: 8_000 })
    expect(
      await page
        .getByRole('button', { name: startOf(messages.call.stillWaiting(anyText)) })
        .getAttribute('aria-disabled'),
    ).toBe('true')
    // The preflight line shows the age of the same call.
    const shown = (await page.getByRole('main').textContent()) ?? ''
    const secondsOf = (textOf: (seconds: number) => string) =>
      Array.from({ length: 20 }, (_, seconds) => seconds).findLast((seconds) => shown.includes(textOf(seconds)))
    const waited = secondsOf((seconds) => messages.call.stillWaiting(messages.time.seconds(seconds * 1_000)))
    const age = secondsOf((seconds) =>
      messages.preflight.detail({ check: 'recent', state: 'locked', at: 0 }, seconds * 1_000),
    )
    expect([waited, (waited ?? 0) - 1]).toContain(age)
    await close()
  })

  it('leaves the JSON editor with Escape and Tab', async () => {
    const { page, close } = await openScene('standard')
    await page.getByRole('tab', { name: messages.context.views.json }).click()
    const editor = jsonEditor(page)
    await editor.click()
    await page.keyboard.press('Tab')
    expect(
      await editor.evaluate((element) => element.contains((element.getRootNode() as ShadowRoot).activeElement)),
    ).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    expect(await editor.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement)).toBeNull()
    await close()
  })

  it('leaves the number field with Escape, so that the next letters can be a chord', async () => {
    const { page, close } = await openScene('standard')
    await number(page).waitFor()
    for (const key of ['Escape', 'g', 's']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: messages.shell.screens.support, exact: true }).waitFor()
    for (const key of ['4', '8', 'Escape', 'g', 'c']) await page.keyboard.press(key)
    await number(page).waitFor()
    expect(await number(page).inputValue()).toBe('')
    await close()
  })

  it('goes to screens by chord, moves through Runs with J and K, opens with Enter, closes with Escape', async () => {
    const { page, close } = await openScene('standard')
    await number(page).blur()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    const grid = page.getByRole('table', { name: messages.runs.list })
    await grid.waitFor()
    for (const key of ['j', 'j', 'k']) await page.keyboard.press(key)
    expect(await page.locator('tr[aria-current]').getAttribute('aria-rowindex')).toBe('3')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: messages.runs.drawer.request }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: messages.runs.drawer.request }).waitFor({ state: 'detached' })
    await close()
  })

  it('reaches the end of a long history with only the visible rows in the DOM', async () => {
    const { page, close } = await openScene('standard')
    await goTo(page, messages.shell.screens.runs)
    await page.getByText(messages.runs.count(1_202, true, false)).waitFor()
    const last = page.locator('[aria-rowindex="1203"]')
    for (let turn = 0; turn < 40 && (await last.count()) === 0; turn += 1) await page.keyboard.press('End')
    await last.waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(60)
    await close()
  })

  it('switches profiles with Ctrl and a digit, and keeps what was typed in each', async () => {
    const { page, close } = await openScene('standard')
    await number(page).fill('+14155550323')
    await page.keyboard.press('Control+3')
    await page.getByRole('button', { name: profileLabel('Cobalt') }).waitFor()
    expect(await number(page).inputValue()).toBe('')
    await page.keyboard.press('Control+1')
    await page.getByRole('button', { name: profileLabel('Acme Billing') }).waitFor()
    expect(await number(page).inputValue()).toBe('+14155550323')
    await close()
  })

  it('shows states by icon and word with forced colors', async () => {
    const { page, close } = await openScene('standard', { forced: true })
    await page
      .getByRole('table', { name: messages.call.today.title })
      .getByText(messages.callState.tagOf('accepted') ?? '')
      .first()
      .waitFor()
    const border = await page
      .getByRole('button', { name: messages.shell.screens.runs, exact: true })
      .evaluate((button) => getComputedStyle(button).borderTopWidth)
    expect(border).not.toBe('0px')
    await close()
  })
})
