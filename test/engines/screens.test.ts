import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Look } from './open-scene.ts'
import { openedScenes } from './opened-scenes.ts'
import { fillCall, goTo, number } from './scene-steps.ts'
import { scenes } from './scenes.ts'

const started = openedScenes()

const openScene = (scene: string, look: Look = {}) => started.open(scene, look)

const serious = async (page: Page, only: string[] = []): Promise<string[]> => {
  // Legacy mode: the page's policy forbids axe's frame messaging, and there are no frames.
  const whole = new AxeBuilder({ page }).setLegacyMode(true)
  const axe = only.length > 0 ? whole.withRules(only) : whole
  // While its list is open the component library hides the rest of the page from listeners; Tab closes the list first.
  const listOpen = (await page.getByRole('listbox').count()) > 0
  const { violations } = await (listOpen ? axe.disableRules('aria-hidden-focus') : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

/** How far the page, and the screen in it, reach beyond their right edge. */
const sideways = () => {
  const main = document.querySelector('main')
  return [document.documentElement.scrollWidth - window.innerWidth, main ? main.scrollWidth - main.clientWidth : 0]
}

describe('every screen and state', () => {
  // One visit a scene: the same page is looked at in the light, in the dark, in the smallest window, and at 200 %.
  it.each(scenes)('%s: no serious fault in either scheme, no overflow, no complaint', async (_name, scene, act) => {
    const { page, complaints, close } = await openScene(scene)
    await act(page)
    expect(await serious(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    // Nothing but the colours differs in the dark; a busy machine takes a moment to paint them.
    await expect.poll(() => serious(page, ['color-contrast']), { timeout: 5_000 }).toEqual([])
    await page.setViewportSize({ width: 960, height: 640 })
    // An open list follows its button a moment after the window has become smaller.
    await expect.poll(() => page.evaluate(sideways), { timeout: 5_000 }).toEqual([0, 0])
    // A window of 1280 × 800 at 200 % has this many of the page's own pixels.
    await page.setViewportSize({ width: 640, height: 400 })
    await expect.poll(() => page.evaluate(sideways), { timeout: 5_000 }).toEqual([0, 0])
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the desk under the hands', () => {
  it('opens with the caret in the number field', async () => {
    const { page, close } = await openScene('desk')
    await number(page).waitFor()
    expect(await number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await close()
  })

  it('places one call for two presses of Enter, and takes what is typed next for the next number', async () => {
    const { page, close } = await openScene('empty')
    await fillCall(page)
    await number(page).press('Enter')
    await number(page).press('Enter')
    await page
      .getByText(/^run \d+$/)
      .first()
      .waitFor()
    expect(await page.getByRole('table', { name: 'Today' }).getByRole('row').count()).toBe(2)
    // Wherever the focus is now, the digits typed next take the place of the number that was called.
    await page.keyboard.type('+14155550323')
    await page.getByRole('button', { name: 'Call +1 415 555 0323' }).waitFor()
    await close()
  })

  it('calls by a key that was quicker than the reading of the number, once what will be dialled stands there', async () => {
    const { page, close } = await openScene('empty')
    await fillCall(page)
    await number(page).fill('+14155550323')
    await page.keyboard.press('Control+Enter')
    await page
      .getByText(/^run \d+$/)
      .first()
      .waitFor()
    const today = page.getByRole('table', { name: 'Today' })
    await today.getByRole('row').filter({ hasText: '+1 415 555 0323' }).waitFor()
    expect(await today.getByRole('row').count()).toBe(2)
    await close()
  })

  it('says still waiting, do not call again, from five seconds on', { timeout: 20_000 }, async () => {
    const { page, close } = await openScene('waiting')
    await fillCall(page)
    await number(page).press('Enter')
    await page.getByText(/^Sending \d s$/).waitFor()
    await page.getByText(/^Still waiting \d s: do not call again$/).waitFor({ timeout: 8_000 })
    expect(await page.getByRole('button', { name: /^Still waiting/ }).getAttribute('aria-disabled')).toBe('true')
    await close()
  })

  it('does not catch the keyboard in the JSON editor', async () => {
    const { page, close } = await openScene('desk')
    await page.getByRole('tab', { name: 'JSON' }).click()
    const editor = page.getByRole('textbox', { name: 'Context (JSON)' })
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

  it('lets the number go by Escape, so that the next letters are a chord and no text', async () => {
    const { page, close } = await openScene('desk')
    await number(page).waitFor()
    for (const key of ['Escape', 'g', 's']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: 'Support', exact: true }).waitFor()
    for (const key of ['4', '8', 'Escape', 'g', 'c']) await page.keyboard.press(key)
    await number(page).waitFor()
    expect(await number(page).inputValue()).toBe('')
    await close()
  })

  it('goes to screens by chord, moves through Runs by J and K, opens by Enter, closes by Escape', async () => {
    const { page, close } = await openScene('desk')
    await number(page).blur()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    const grid = page.getByRole('table', { name: 'Calls, newest first' })
    await grid.waitFor()
    for (const key of ['j', 'j', 'k']) await page.keyboard.press(key)
    expect(await page.locator('tr[aria-current]').getAttribute('aria-rowindex')).toBe('3')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'What was sent' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'What was sent' }).waitFor({ state: 'detached' })
    await close()
  })

  it('reaches the end of a long history, with only the rows in sight on the page', async () => {
    const { page, close } = await openScene('desk')
    await goTo(page, 'Runs')
    await page.getByText('1,202 calls on this computer').waitFor()
    const last = page.locator('[aria-rowindex="1203"]')
    for (let turn = 0; turn < 40 && (await last.count()) === 0; turn += 1) await page.keyboard.press('End')
    await last.waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(60)
    await close()
  })

  it('picks a profile by Ctrl and a digit, and keeps what was typed for each', async () => {
    const { page, close } = await openScene('desk')
    await number(page).fill('+14155550323')
    await page.keyboard.press('Control+3')
    await page.getByRole('button', { name: 'Profile: Cobalt' }).waitFor()
    expect(await number(page).inputValue()).toBe('')
    await page.keyboard.press('Control+1')
    await page.getByRole('button', { name: 'Profile: Acme Billing' }).waitFor()
    expect(await number(page).inputValue()).toBe('+14155550323')
    await close()
  })

  it('shows states by sign and word also where the system chooses the colours', async () => {
    const { page, close } = await openScene('desk', { forced: true })
    await page.getByRole('table', { name: 'Today' }).getByText('accepted').first().waitFor()
    const border = await page
      .getByRole('button', { name: 'Runs' })
      .evaluate((button) => getComputedStyle(button).borderTopWidth)
    expect(border).not.toBe('0px')
    await close()
  })
})
