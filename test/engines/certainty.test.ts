import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { ask } from './asked-scenes.ts'
import { openedScenes } from './opened-scenes.ts'
import { fillCall, goTo, number, placeCall } from './scene-steps.ts'

const started = openedScenes()

const lately = '+1 415 555 0277'
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Call this number again?' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
/** The calls to the number so far; under a dialog the table is hidden from roles, and not from this. */
const rows = (page: Page) => page.locator('main tbody tr').filter({ hasText: lately })
/** Longer than a hasty second press. */
const calm = (page: Page) => page.waitForTimeout(700)

const askAgain = async (page: Page) => {
  await fillCall(page)
  await number(page).fill(lately)
  await page.getByRole('button', { name: `Call ${lately}` }).waitFor()
  await number(page).press('Enter')
  await dialogOf(page).waitFor()
}

describe('a second call under the hands', () => {
  it('has the focus on Cancel, and is not answered by the press that asked', async () => {
    const { page, close } = await started.open('desk')
    // However busy the machine, these presses are hasty ones.
    await page.clock.setFixedTime(Date.now())
    await askAgain(page)
    expect(await focused(page)).toBe('Cancel')
    for (let turn = 0; turn < 3; turn += 1) {
      await page.keyboard.press('Enter')
      await page.waitForTimeout(100)
      expect(await dialogOf(page).isVisible()).toBe(true)
    }
    expect(await rows(page).count()).toBe(1)
    await close()
  })

  it('does not take a held key for a choice', async () => {
    const { page, close } = await started.open('desk')
    await askAgain(page)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe(`Call ${lately} again`)
    await calm(page)
    await page.evaluate(() => {
      const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(held)
      if (!held.defaultPrevented && document.activeElement instanceof HTMLElement) document.activeElement.click()
    })
    expect(await dialogOf(page).isVisible()).toBe(true)
    await close()
  })

  it('keeps everything typed when it is not wanted, and gives the number its focus back', async () => {
    const { page, close } = await started.open('desk')
    await askAgain(page)
    await calm(page)
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await number(page).inputValue()).toBe(lately)
    expect(await number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await rows(page).count()).toBe(1)
    await close()
  })

  it('is placed once when it is chosen, and no shortcut chooses it', async () => {
    const { page, close } = await started.open('desk')
    await askAgain(page)
    await calm(page)
    for (const key of ['Control+Enter', 'n', 'a', 'Control+1']) await page.keyboard.press(key)
    expect(await rows(page).count()).toBe(1)
    expect(await dialogOf(page).isVisible()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page
      .getByText(/^run \d+$/)
      .first()
      .waitFor()
    expect(await rows(page).count()).toBe(2)
    await close()
  })
})

/** A number that is ready to be called, and over it the question what became of an unknown call; the verdict is given. */
const openClosingOverNext = async () => {
  const { page, close } = await started.open('unknown')
  await placeCall(page)
  await page.getByRole('button', { name: 'Look now' }).waitFor()
  const next = '+1 415 555 0291'
  await number(page).fill(next)
  await page.getByRole('button', { name: `Call ${next}` }).waitFor()
  const calls = page.locator('main tbody tr')
  const before = await calls.count()
  for (const key of ['Escape', 'u', 'h']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: 'Close this call by hand' })
  await dialog.getByRole('radio', { name: 'Yes, it was placed' }).press('Space')
  return { page, close, calls, before, dialog }
}

describe('an unknown call under the hands', () => {
  it('is looked up by L and closed by H, with the keyboard alone', async () => {
    const { page, complaints, close } = await started.open('unknown')
    await placeCall(page)
    await page.getByRole('button', { name: 'Look now' }).waitFor()
    expect(await page.getByRole('button', { name: /^Call again/ }).count()).toBe(0)
    await number(page).blur()
    await page.keyboard.press('l')
    await page.getByText('Looked: nothing new yet.').first().waitFor()
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: 'Close this call by hand' })
    await dialog.waitFor()
    await dialog.getByRole('radio', { name: 'No, it was not placed' }).press('Space')
    await page.keyboard.press('Tab')
    // Too early, it only says what is missing; then it closes the call wherever the focus is.
    await page.keyboard.press('Control+Enter')
    await dialog.getByText('Write down how you know it').waitFor()
    await page.keyboard.type('Looked in the dashboard: no such run.')
    await page.keyboard.press('Control+Enter')
    const outcome = page.getByRole('region', { name: 'Outcome of the call' })
    await outcome.getByText('Closed by hand: it was not placed').waitFor()
    await outcome.getByRole('button', { name: /^Call again/ }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('is closed by Ctrl+Enter pressed twice, and neither press calls anybody', async () => {
    const { page, close, calls, before, dialog } = await openClosingOverNext()
    await page.keyboard.press('Tab')
    await page.keyboard.type('It rang here.')
    // As fast as a hand that does not wait.
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await calm(page)
    expect(await calls.count()).toBe(before)
    // The control: a press that is meant does call.
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => calls.count()).toBe(before + 1)
    await close()
  })

  it('is asked about over a desk that calls nobody, even with the focus under the question', async () => {
    const { page, close, calls, before, dialog } = await openClosingOverNext()
    // The shortcut of the whole system fills the number, and leaves the question where it is.
    await ask(page, { by: 'shortcut', text: '+1 415 555 0292' })
    await page.getByText('Call +1 415 555 0292').waitFor()
    expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-number-field]')?.focus())
    for (const keys of ['Enter', 'Control+Enter']) await page.keyboard.press(keys)
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-call-button]')?.focus())
    for (const keys of ['Enter', 'Space', 'Control+Enter']) await page.keyboard.press(keys)
    await calm(page)
    expect(await calls.count()).toBe(before)
    await close()
  })

  it('stays where somebody looks into it, however many come after it', async () => {
    const { page, close } = await started.open('unknown')
    const placeNext = async (digit: number) => {
      const text = `+1 415 555 029${digit}`
      await number(page).fill(text)
      await page.getByRole('button', { name: `Call ${text}` }).waitFor()
      await number(page).press('Control+Enter')
      await page.locator('main tbody tr').filter({ hasText: text }).waitFor()
      await page.getByRole('region', { name: 'Outcome of the call' }).getByText(text).first().waitFor()
    }
    await fillCall(page)
    for (const digit of [1, 2]) await placeNext(digit)
    const waiting = page.getByRole('region', { name: 'Earlier calls that are not settled' })
    const first = waiting.getByRole('button', { name: /0291/ })
    await first.click()
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: 'Close this call by hand' })
    await dialog.getByRole('textbox').fill('Asked the supervisor')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    for (const digit of [3, 4, 5]) await placeNext(digit)
    // Two of the calls are from before.
    await waiting.getByText('and 2 more in the list below').waitFor()
    expect(await first.getAttribute('aria-expanded')).toBe('true')
    await first.focus()
    await page.keyboard.press('h')
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Asked the supervisor')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await first.click()
    await waiting.getByText('and 3 more in the list below').waitFor()
    expect(await first.count()).toBe(0)
    await close()
  })

  it('gives its keys to the one that is looked into, and shows them there alone', async () => {
    const { page, close } = await started.open('unknown')
    await placeCall(page)
    const outcome = page.getByRole('region', { name: 'Outcome of the call' })
    const waiting = page.getByRole('region', { name: 'Earlier calls that are not settled' })
    const keysIn = (place: typeof outcome) =>
      place.getByRole('button').evaluateAll((all) =>
        all
          .map((one) => [one.getAttribute('aria-keyshortcuts'), one.querySelector('kbd')?.textContent])
          .filter(([key]) => /^[ALH]$/.test(key ?? ''))
          .map(String),
      )
    const shownIn = async (place: typeof outcome) =>
      (await place.locator('kbd').allTextContents()).filter((key) => /^[ALH]$/.test(key))
    await outcome.getByRole('button', { name: 'Look now' }).waitFor()
    await number(page).blur()
    expect(await keysIn(outcome)).toEqual(['L,L', 'H,H'])
    await page.keyboard.press('u')
    await waiting.getByRole('button', { name: 'Look now' }).waitFor()
    expect([await keysIn(outcome), await shownIn(outcome)]).toEqual([[], []])
    expect(await keysIn(waiting)).toEqual(['L,L', 'H,H'])
    await page.keyboard.press('u')
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: 'Close this call by hand' })
    await dialog.getByRole('radio', { name: 'No, it was not placed' }).click()
    await dialog.getByRole('textbox').fill('Looked in the dashboard: no such run.')
    await dialog.getByRole('button', { name: 'Close the call' }).click()
    await outcome.getByRole('button', { name: /^Call again/ }).waitFor()
    expect(await keysIn(outcome)).toEqual(['A,A'])
    await waiting.getByRole('button', { expanded: false }).first().click()
    await waiting.getByRole('button', { name: 'Look now' }).waitFor()
    expect([await keysIn(outcome), await shownIn(outcome)]).toEqual([[], []])
    await close()
  })

  it('is shown from the number that it locks', async () => {
    const { page, close } = await started.open('desk')
    await fillCall(page)
    await number(page).fill('+1 415 555 0288')
    await page.getByRole('button', { name: 'Show that call' }).click()
    await page.getByRole('complementary', { name: 'Details of +1 415 555 0288' }).waitFor()
    expect(await page.locator('tr[aria-current]').textContent()).toContain('+1 415 555 0288')
    await close()
  })

  it('lets the next call begin while its answer is out', async () => {
    const { page, close } = await started.open('waiting')
    await placeCall(page)
    await page.getByText(/^Sending \d s$/).waitFor()
    await number(page).fill('+1 415 555 0300')
    await page.getByRole('button', { name: 'Call +1 415 555 0300' }).waitFor()
    expect(await page.getByRole('heading', { name: 'The call before' }).isVisible()).toBe(true)
    await close()
  })
})

describe('the settings under the hands', () => {
  it('are reached by G and the comma, and say what is wrong before anything is saved', async () => {
    const { page, close } = await started.open('desk')
    await number(page).blur()
    await page.keyboard.press('g')
    await page.keyboard.press(',')
    const minutes = page.getByRole('textbox', { name: 'Ask before calling a number again' })
    await minutes.fill('1441')
    expect(await page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    await minutes.fill('30')
    await page.keyboard.press('Enter')
    await page.getByText('Saved.', { exact: true }).first().waitFor()
    await close()
  })

  it('erase a person only under the number’s own name', async () => {
    const { page, close } = await started.open('desk')
    await goTo(page, 'Settings')
    await page.getByRole('button', { name: 'Erase a person …' }).click()
    await page.keyboard.type('+14155550277')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: `Erase ${lately}?` }).waitFor()
    expect(await focused(page)).toBe('Cancel')
    await page.getByRole('button', { name: `Erase ${lately}` }).click()
    await page.getByText(/was removed from 1 call\./).waitFor()
    await close()
  })
})
