import { anyNumber, anyText, callLabel, exactly, like } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
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

/** Puts text on the clipboard, as another program would. */
const copy = (page: Page, text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text)

/** The reason shown for a column that the user has mapped to this field before. */
const rememberedColumn = messages.paste.why({
  header: null,
  value: '',
  content: 'text',
  target: { to: 'nowhere' },
  by: 'remembered',
  dropped: null,
})
const keyWorks = { check: 'key', state: 'works', session: false, at: 0 } as const
const keyDetail = like(messages.preflight.detail(keyWorks, 0).replace(messages.time.ago(0), anyText))

const run = (page: Page) =>
  page
    .getByRole('region', { name: messages.call.outcome.label })
    .getByText(exactly(messages.call.outcome.run(anyNumber)))
    .first()

const todayRows = (page: Page) => page.getByRole('table', { name: messages.call.today.title }).getByRole('row').count()

describe('the clipboard', () => {
  it('calls another number with two key presses: Ctrl+V, Enter', async () => {
    const { page, pageErrors, close } = await open()
    await fillCall(page)
    await page.keyboard.press('Control+Enter')
    await run(page).waitFor()
    await copy(page, 'please call (415) 555-0177 back: +1 415 555 0177')
    await page.keyboard.press('Control+V')
    await page.getByRole('button', { name: callLabel('+1 415 555 0177') }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => todayRows(page)).toBe(3)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('fills in the form from a row, and Ctrl+Z undoes that', async () => {
    const { page, close } = await open()
    await chooseAgent(page, 'Renewal reminder')
    await number(page).focus()
    await copy(page, sheet)
    await page.keyboard.press('Control+V')
    await page.getByRole('button', { name: callLabel('+1 415 555 0123') }).waitFor()
    expect(await variable(page, 'customer_name').inputValue()).toBe('Jane Doe')
    await page.keyboard.press('Control+Z')
    await page.getByRole('heading', { name: messages.paste.title }).waitFor({ state: 'detached' })
    expect([await number(page).inputValue(), await variable(page, 'customer_name').inputValue()]).toEqual(['', ''])
    await close()
  })

  it('restores only exact earlier numbers with Ctrl+Z, also after a paste was undone', async () => {
    const { page, close } = await open()
    await number(page).focus()
    await page.keyboard.type('+1 415 555 0170')
    await copy(page, 'please call +1 415 555 0190 back')
    await page.keyboard.press('Control+V')
    await expect.poll(() => number(page).inputValue()).toBe('+1 415 555 0190')
    const shown: string[] = []
    for (const keys of ['Control+Z', 'Control+Z', 'Control+Z', 'Control+Shift+Z']) {
      await page.keyboard.press(keys)
      shown.push(await number(page).inputValue())
    }
    expect(new Set(shown)).toEqual(new Set(['+1 415 555 0170']))
    await close()
  })

  it('maps a column to another field, and remembers the mapping for the agent', async () => {
    const { page, close } = await open()
    await chooseAgent(page, 'Renewal reminder')
    await number(page).focus()
    await copy(page, sheet)
    await page.keyboard.press('Control+V')
    await page.getByRole('combobox', { name: messages.paste.move('Account manager of the northern region') }).click()
    await page.getByRole('option', { name: 'adviser.name' }).click()
    await expect.poll(() => variable(page, 'adviser.name').inputValue()).toMatch(/^Mr Bell/)
    await page.getByText(rememberedColumn).first().waitFor()
    await close()
  })

  it('pastes into the focused field if it is not the number field', async () => {
    const { page, close } = await open()
    await chooseAgent(page, 'Renewal reminder')
    await copy(page, '+1 415 555 0177')
    await variable(page, 'customer_name').focus()
    await page.keyboard.press('Control+V')
    expect(await variable(page, 'customer_name').inputValue()).toBe('+1 415 555 0177')
    expect(await number(page).inputValue()).toBe('')
    await close()
  })

  it('inserts a partial number at the caret of the number field', async () => {
    const { page, close } = await open()
    await number(page).fill('0177')
    await copy(page, '+1 415 555 ')
    await number(page).press('Home')
    await page.keyboard.press('Control+V')
    expect(await number(page).inputValue()).toBe('+1 415 555 0177')
    await close()
  })
})

describe('the number field', () => {
  it('calls even if Enter was pressed before the number was checked', async () => {
    const { page, close } = await open()
    await fillCall(page)
    await number(page).fill('')
    await page.keyboard.type('+14155550188')
    await page.keyboard.press('Enter')
    await run(page).waitFor()
    expect(await todayRows(page)).toBe(2)
    await close()
  })

  it('moves to the suggested numbers with Enter and chooses one with Enter, without calling', async () => {
    const { page, close } = await open()
    await fillCall(page)
    await number(page).fill('030 901820')
    await page.getByRole('toolbar', { name: messages.phoneNumber.offers }).waitFor()
    await number(page).press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: callLabel('+4930901820') }).waitFor()
    expect(await number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.getByText(messages.call.today.emptyTitle).count()).toBe(1)
    await close()
  })

  it('returns from the suggestions on Escape without changing anything', async () => {
    const { page, close } = await open()
    await number(page).fill('030 901820')
    await page.getByRole('toolbar', { name: messages.phoneNumber.offers }).waitFor()
    await number(page).press('ArrowDown')
    await page.keyboard.press('Escape')
    expect(await number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await number(page).inputValue()).toBe('030 901820')
    await close()
  })
})

describe('recent calls to the number', () => {
  it('are all opened by buttons with the same label', async () => {
    const { page, close } = await open('standard')
    await number(page).fill('+1 415 555 0150')
    const buttons = page.getByRole('button', { name: messages.common.showCall })
    await expect.poll(() => buttons.count()).toBeGreaterThan(1)
    expect(new Set(await buttons.allInnerTexts())).toEqual(new Set([messages.common.showCall]))
    await close()
  })

  it('include calls placed elsewhere, whose runs open on Support', async () => {
    const { page, close } = await open()
    await number(page).fill('+1 415 555 0266')
    await page.getByRole('button', { name: messages.phoneNumber.recent.lookUpRun(48230) }).click()
    await page.getByRole('heading', { name: messages.shell.screens.support, exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: messages.support.run.label }).inputValue()).toBe('48230')
    await close()
  })
})

describe('the preflight checks', () => {
  it('lead to Keys, where the key is replaced, if this computer has no key', async () => {
    const { page, pageErrors, close } = await started.open('standard')
    const checks = page.getByRole('toolbar', { name: messages.preflight.label })
    const key = checks.getByRole('button', { name: messages.preflight.short(keyWorks, 0) })
    await key.waitFor()
    await page.evaluate(() => {
      Object.assign(window.api, {
        listAgents: async () => ({ ok: false, failure: { kind: 'keychain', reason: 'missing' } }),
      })
    })
    await key.click()
    await checks.getByRole('button', { name: messages.preflight.short({ check: 'key', state: 'lost' }, 0) }).waitFor()
    await checks.getByRole('button', { name: messages.preflight.goToKeys }).click()
    await page.getByRole('heading', { name: messages.keys.title, exact: true }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('are a single tab stop, show details of the focused check, and focus its field on Enter', async () => {
    const { page, close } = await open()
    await fillCall(page)
    const checks = page.getByRole('toolbar', { name: messages.preflight.label })
    await checks.getByRole('button', { name: messages.preflight.short(keyWorks, 0) }).focus()
    await page.getByText(keyDetail).last().waitFor()
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
    const focused = checks.locator(':focus')
    expect(await focused.textContent()).toBe(messages.preflight.short({ check: 'number', validity: 'valid' }, 0))
    expect(
      await focused.evaluate(
        (check) => document.getElementById(check.getAttribute('aria-describedby') ?? '')?.textContent,
      ),
    ).toBe(messages.phoneNumber.validity('valid'))
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-call-button'))).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    expect(await number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await close()
  })
})
