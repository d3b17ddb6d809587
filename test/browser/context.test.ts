import { anyNumber, callLabel, exactly } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { openedScenes } from './opened-scenes.ts'
import { chooseAgent, jsonEditor, number, variable, writeJson } from './scene-steps.ts'

/** A timeout in milliseconds that is long enough for a busy machine. */
const slow = 60_000

const started = openedScenes()

/** Counts key presses, excluding those that type content. */
const keyCounter = (page: Page) => {
  let pressed = 0
  return {
    press: async (key: string) => {
      pressed += 1
      await page.keyboard.press(key)
    },
    write: (text: string) => page.keyboard.type(text),
    pressed: () => pressed,
  }
}

const isFocused = (page: Page, name: string) =>
  expect.poll(() => variable(page, name).evaluate((field) => field === document.activeElement)).toBe(true)

const preview = (page: Page) => page.getByRole('region', { name: messages.context.opening.greeting })

describe('entering the context of a call with the keyboard', { timeout: slow }, () => {
  it('takes five key presses plus the content for a new call with an agent and three variables', async () => {
    const { page, pageErrors, close } = await started.open('empty')
    const { press, write, pressed } = keyCounter(page)
    await expect.poll(() => number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await write('+1 415 555 0299')
    await page.getByText('United States').first().waitFor()
    await press('Enter')
    await write('Renewal')
    await page.getByRole('option', { name: /Renewal reminder/ }).waitFor()
    await press('Enter')
    await isFocused(page, 'customer_name')
    await write('Jane Doe')
    await press('Enter')
    await write('friday')
    await press('Enter')
    await write('120.50')
    await page.getByRole('button', { name: callLabel('+1 415 555 0299') }).waitFor()
    await press('Control+Enter')
    await page
      .getByText(exactly(messages.call.outcome.run(anyNumber)))
      .first()
      .waitFor()
    expect(pressed()).toBe(5)
    // The next digits replace the called number, wherever focus is.
    await write('+14155550323')
    await page.getByRole('button', { name: callLabel('+1 415 555 0323') }).waitFor()
    await press('Enter')
    await expect
      .poll(() => page.getByRole('table', { name: messages.call.today.title }).getByRole('row').count())
      .toBe(3)
    expect(pressed()).toBe(6)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('does not call on Enter in a context field, even if the key is held down', async () => {
    const { page, close } = await started.open('empty')
    await chooseAgent(page, 'Renewal reminder')
    await number(page).fill('+1 415 555 0299')
    await variable(page, 'adviser.name').fill('Ada')
    await page.getByRole('button', { name: callLabel('+1 415 555 0299') }).waitFor()
    await variable(page, 'adviser.name').focus()
    for (let turn = 0; turn < 5; turn += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    const button = page.getByRole('button', { name: callLabel('+1 415 555 0299') })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.getByRole('table', { name: messages.call.today.title }).count()).toBe(0)
    await page.keyboard.press('Enter')
    await page
      .getByText(exactly(messages.call.outcome.run(anyNumber)))
      .first()
      .waitFor()
    await close()
  })

  it('moves from the number to each missing value with Enter, without placing a call', async () => {
    const { page, close } = await started.open('empty')
    await chooseAgent(page, 'Renewal reminder')
    await number(page).fill('+1 415 555 0299')
    await page.getByRole('button', { name: callLabel('+1 415 555 0299') }).waitFor()
    await number(page).press('Enter')
    await isFocused(page, 'customer_name')
    await page.keyboard.type('Jane')
    await number(page).press('Enter')
    await isFocused(page, 'amount_due')
    expect(await page.getByRole('table', { name: messages.call.today.title }).count()).toBe(0)
    await close()
  })

  it('switches views with Ctrl+J and keeps all values, and applies a fix with Ctrl+period', async () => {
    const { page, close } = await started.open('standard')
    await chooseAgent(page, 'Renewal reminder')
    await variable(page, 'customer_name').fill('Jane Doe')
    const editor = jsonEditor(page)
    // The editor does not replace a text area that has the focus, so it must have loaded before the shortcut.
    await page.getByRole('tab', { name: messages.context.views.json }).click()
    await editor.waitFor()
    await page.getByRole('tab', { name: messages.context.views.form }).click()
    await page.keyboard.press('Control+j')
    await editor.waitFor()
    expect(await editor.innerText()).toContain('"customer_name": "Jane Doe"')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.insertText('"Amount_Due": "1", ')
    await page.keyboard.press('Control+j')
    await isFocused(page, 'due_date')
    expect(await variable(page, 'Amount_Due').inputValue()).toBe('1')
    await page.keyboard.press('Control+.')
    await isFocused(page, 'amount_due')
    expect(await variable(page, 'amount_due').inputValue()).toBe('1')
    expect(await variable(page, 'Amount_Due').count()).toBe(0)
    await close()
  })

  it('stars the agent with Ctrl+D in its field, and then lists the agent first', async () => {
    const { page, close } = await started.open('standard')
    await chooseAgent(page, 'Renewal reminder')
    await page.getByRole('combobox', { name: messages.call.agent.label }).focus()
    await page.keyboard.press('Control+d')
    const star = page.getByRole('button', { name: messages.call.agent.star })
    await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('ArrowDown')
    const starred = page.getByRole('group', { name: messages.call.agent.starred })
    expect(await starred.getByRole('option').allInnerTexts()).toEqual([
      expect.stringContaining('Welcome call'),
      expect.stringContaining('Renewal reminder'),
    ])
    await close()
  })

  it('moves to the first missing value with Enter, without typing anything into it', async () => {
    const { page, close } = await started.open('empty')
    await chooseAgent(page, 'Renewal reminder')
    await number(page).fill('+1 415 555 0299')
    await page.getByText(messages.preflight.short({ check: 'number', validity: 'valid' }, 0)).waitFor()
    await number(page).press('Enter')
    const first = variable(page, 'customer_name')
    await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await first.inputValue()).toBe('')
    await close()
  })

  it('shows a gap between a long default and its label in the smallest window', async () => {
    const { page, close } = await started.open('empty')
    await page.setViewportSize({ width: 960, height: 640 })
    await chooseAgent(page, 'Renewal reminder')
    const field = variable(page, 'amount_due')
    await field.waitFor()
    const value = await field.boundingBox()
    const label = await field.locator('xpath=following-sibling::span').boundingBox()
    expect((label?.x ?? 0) - (value?.x ?? 0) - (value?.width ?? 0)).toBeGreaterThanOrEqual(8)
    await close()
  })

  it('does not place a call with invalid JSON, and shows the error in the form view', async () => {
    const { page, close } = await started.open('empty')
    await chooseAgent(page, 'Renewal reminder')
    await number(page).fill('+1 415 555 0299')
    await writeJson(page, '{ "customer_name": "Jane", "amount_due": 1. }')
    await page.getByRole('tab', { name: messages.context.views.form }).click()
    await page.getByText(messages.context.form.invalidJson).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: messages.call.missing([{ what: 'context' }]) }).waitFor()
    await page.getByRole('button', { name: messages.context.form.showJson }).press('Enter')
    const editor = jsonEditor(page)
    expect(await editor.innerText()).toContain('1. }')
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(' ')
    // The button is gone, and the editor has the focus.
    expect(await editor.evaluate((text) => text.matches(':focus'))).toBe(true)
    expect(await editor.innerText()).toContain('1. } ')
    expect(await page.getByRole('table', { name: messages.call.today.title }).count()).toBe(0)
    await close()
  })
})

describe('the opening line of the agent', { timeout: slow }, () => {
  it('follows the typed value', async () => {
    const { page, close } = await started.open('standard')
    await chooseAgent(page, 'Renewal reminder')
    await preview(page).getByText(messages.context.opening.missing('customer_name')).waitFor()
    await variable(page, 'customer_name').focus()
    for (const [typed, shown] of [
      ['Jane', 'Jane'],
      [' Doe', 'Jane Doe'],
      [' of Acme Billing', 'Jane Doe of Acme Billing'],
    ] as const) {
      await page.keyboard.type(typed)
      await expect.poll(() => preview(page).getByText(shown, { exact: true }).isVisible()).toBe(true)
    }
    await close()
  })
})
