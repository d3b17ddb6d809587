import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { sheet } from './number-scenes.ts'
import { openedScenes } from './opened-scenes.ts'
import { chooseAgent, variable } from './scene-steps.ts'
import { fillCall, number } from './scene-steps.ts'

const started = openedScenes()

const open = async (scene = 'empty') => {
  const opened = await started.open(scene)
  await opened.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await number(opened.page).waitFor()
  return opened
}

/** Puts a text on the clipboard, as another program does. */
const copy = (page: Page, text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text)

const run = (page: Page) =>
  page
    .getByRole('region', { name: 'Outcome of the call' })
    .getByText(/^run \d+$/)
    .first()

const todayRows = (page: Page) => page.getByRole('table', { name: 'Today' }).getByRole('row').count()

describe('the clipboard', () => {
  it('calls another number by two keys: Ctrl+V, Enter', async () => {
    const { page, complaints, close } = await open()
    await fillCall(page)
    await page.keyboard.press('Control+Enter')
    await run(page).waitFor()
    await copy(page, 'please call (415) 555-0177 back: +1 415 555 0177')
    await page.keyboard.press('Control+V')
    await page.getByRole('button', { name: 'Call +1 415 555 0177' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => todayRows(page)).toBe(3)
    expect(complaints).toEqual([])
    await close()
  })

  it('fills everything from a row, tells what went where, and is taken back by Ctrl+Z', async () => {
    const { page, close } = await open()
    await chooseAgent(page, 'Renewal reminder')
    await number(page).focus()
    await copy(page, sheet)
    await page.keyboard.press('Control+V')
    await page.getByRole('button', { name: 'Call +1 415 555 0123' }).waitFor()
    expect(await variable(page, 'customer_name').inputValue()).toBe('Jane Doe')
    await page.keyboard.press('Control+Z')
    await page.getByRole('heading', { name: 'Pasted row' }).waitFor({ state: 'detached' })
    expect([await number(page).inputValue(), await variable(page, 'customer_name').inputValue()]).toEqual(['', ''])
    await close()
  })

  it('sends a column elsewhere, and remembers that for the agent', async () => {
    const { page, close } = await open()
    await chooseAgent(page, 'Renewal reminder')
    await number(page).focus()
    await copy(page, sheet)
    await page.keyboard.press('Control+V')
    await page.getByRole('combobox', { name: 'Where Account manager of the northern region goes' }).click()
    await page.getByRole('option', { name: 'adviser.name' }).click()
    await expect.poll(() => variable(page, 'adviser.name').inputValue()).toMatch(/^Mr Bell/)
    await page.getByText('as you said before').first().waitFor()
    await close()
  })

  it('is the field’s own where the caret stands in another one', async () => {
    const { page, close } = await open()
    await chooseAgent(page, 'Renewal reminder')
    await copy(page, '+1 415 555 0177')
    await variable(page, 'customer_name').focus()
    await page.keyboard.press('Control+V')
    expect(await variable(page, 'customer_name').inputValue()).toBe('+1 415 555 0177')
    expect(await number(page).inputValue()).toBe('')
    await close()
  })

  it('stays plain typing for a plain number in the number field', async () => {
    const { page, close } = await open()
    await number(page).fill('0177')
    await copy(page, '+1 415 555 ')
    await number(page).press('Home')
    await page.keyboard.press('Control+V')
    expect(await number(page).inputValue()).toBe('+1 415 555 0177')
    await close()
  })
})

describe('the number field under the hands', () => {
  it('loses no Enter that comes before the number was read', async () => {
    const { page, close } = await open()
    await fillCall(page)
    await number(page).fill('')
    await page.keyboard.type('+14155550188')
    await page.keyboard.press('Enter')
    await run(page).waitFor()
    expect(await todayRows(page)).toBe(2)
    await close()
  })

  it('leads by Enter to the numbers that may be meant, takes one by Enter, and calls nobody by that', async () => {
    const { page, close } = await open()
    await fillCall(page)
    await number(page).fill('030 901820')
    await page.getByRole('toolbar', { name: 'Which number is meant?' }).waitFor()
    await number(page).press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Call +4930901820' }).waitFor()
    expect(await number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.getByText('No call today from this profile').count()).toBe(1)
    await close()
  })

  it('goes back from the offers by Escape, with nothing taken', async () => {
    const { page, close } = await open()
    await number(page).fill('030 901820')
    await page.getByRole('toolbar', { name: 'Which number is meant?' }).waitFor()
    await number(page).press('ArrowDown')
    await page.keyboard.press('Escape')
    expect(await number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await number(page).inputValue()).toBe('030 901820')
    await close()
  })
})

describe('who called the number lately', () => {
  it('is told from elsewhere too, and the run is looked up on Support', async () => {
    const { page, close } = await open()
    await number(page).fill('+1 415 555 0266')
    await page.getByRole('button', { name: 'Look it up: run 48230' }).click()
    await page.getByRole('heading', { name: 'Support', exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Run id' }).inputValue()).toBe('48230')
    await close()
  })
})

describe('the lights', () => {
  it('are one stop of Tab, explained where the focus stands, and lead to their field', async () => {
    const { page, close } = await open()
    await fillCall(page)
    const lights = page.getByRole('toolbar', { name: 'Before the call' })
    await lights.getByRole('button', { name: 'key works' }).focus()
    await page
      .getByText(/^The service took the key/)
      .last()
      .waitFor()
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
    const focused = lights.locator(':focus')
    expect(await focused.textContent()).toBe('number valid')
    expect(
      await focused.evaluate(
        (light) => document.getElementById(light.getAttribute('aria-describedby') ?? '')?.textContent,
      ),
    ).toMatch(/^In use/)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-call-button'))).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    expect(await number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await close()
  })
})
