import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { paste } from './number-scenes.ts'
import { openedScenes } from './opened-scenes.ts'
import { chooseAgent, fillCall, number, placeCall, variable, writeJson } from './scene-steps.ts'

const started = openedScenes()

const poll = <T>(question: () => Promise<T>) => expect.poll(question, { timeout: 15_000 })
const callButton = (page: Page) => page.locator('[data-call-button]')
const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome of the call' })
const lights = (page: Page) => page.getByRole('toolbar', { name: 'Before the call' })
const isFocused = (field: Locator) => field.evaluate((node) => node === document.activeElement)
const selectionOf = (field: Locator) =>
  field.evaluate((node) =>
    node instanceof HTMLInputElement ? node.value.slice(node.selectionStart ?? 0, node.selectionEnd ?? 0) : '',
  )
const isAccepted = (page: Page) =>
  outcome(page)
    .getByText(/^run \d+$/)
    .first()
    .waitFor()

describe('the call button under the hands', () => {
  it('says without what the call goes, and which key calls from here', async () => {
    const { page, close } = await started.open('desk')
    await chooseAgent(page, 'Renewal reminder')
    await variable(page, 'amount_due').fill('120.50')
    await number(page).fill('+1 415 555 0299')
    const button = callButton(page)
    await poll(() => button.innerText()).toMatch(/without customer_name · Renewal reminder/)
    expect(await button.innerText()).toMatch(/Ctrl Enter$/)
    await variable(page, 'customer_name').fill('Jane Doe')
    await poll(() => button.innerText()).not.toContain('without')
    expect(await button.innerText()).toMatch(/Ctrl Enter$/)
    await number(page).focus()
    await poll(() => button.innerText()).not.toContain('Ctrl')
    expect(await button.innerText()).toMatch(/Enter$/)
    await writeJson(page, '{ "amount_due": "120.50" }')
    await poll(() => button.innerText()).toMatch(/without customer_name[^]*Ctrl Enter$/)
    await close()
  })
})

describe('the next call under the hands', () => {
  it('begins with a light for the values of the call before; a key empties them, another brings them back', async () => {
    const { page, close } = await started.open('empty')
    await placeCall(page)
    await isAccepted(page)
    await page.keyboard.press('n')
    await lights(page).getByRole('button', { name: 'values of +1 415 555 0299' }).waitFor()
    expect(await selectionOf(number(page))).toBe('+1 415 555 0299')
    await page.keyboard.press('Control+e')
    await page.getByText('The values of the call before are cleared.').first().waitFor()
    expect(await variable(page, 'customer_name').inputValue()).toBe('')
    expect(await isFocused(number(page))).toBe(true)
    await page.keyboard.press('Control+z')
    await poll(() => variable(page, 'customer_name').inputValue()).toBe('Jane Doe')
    await lights(page).getByRole('button', { name: 'values of +1 415 555 0299' }).waitFor()
    await page.keyboard.press('Control+e')
    await page.keyboard.type('+1 415 555 0311')
    await page.getByRole('button', { name: 'Bring them back' }).click()
    await poll(() => variable(page, 'customer_name').inputValue()).toBe('Jane Doe')
    expect(await number(page).inputValue()).toBe('+1 415 555 0311')
    await close()
  })

  it('leaves Ctrl+E to the field on a Mac, where it moves the caret, and hears Command+E', async () => {
    const { page, close } = await started.open('empty')
    const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)'
    await page.evaluate((text) => void Object.defineProperty(navigator, 'userAgent', { value: text }), mac)
    await placeCall(page)
    await isAccepted(page)
    await page.keyboard.press('n')
    await lights(page).getByRole('button', { name: 'values of +1 415 555 0299' }).waitFor()
    await page.keyboard.press('Control+e')
    expect(await variable(page, 'customer_name').inputValue()).toBe('Jane Doe')
    await page.keyboard.press('Meta+e')
    await poll(() => variable(page, 'customer_name').inputValue()).toBe('')
    await page.keyboard.press('Meta+z')
    await poll(() => variable(page, 'customer_name').inputValue()).toBe('Jane Doe')
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Call' }).focus()
    await page.keyboard.press('Control+e')
    await poll(() => variable(page, 'customer_name').inputValue()).toBe('')
    await close()
  })

  it('shows that the run id was copied, and repeats from the panel', async () => {
    const { page, close } = await started.open('empty')
    await placeCall(page)
    await isAccepted(page)
    const copy = outcome(page).getByRole('button', { name: /^Copy run/ })
    expect(await copy.locator('.lucide-check').count()).toBe(0)
    await page.keyboard.press('c')
    await copy.locator('.lucide-check').waitFor()
    await outcome(page).getByRole('button', { name: 'Repeat' }).click()
    await poll(() => selectionOf(number(page))).toBe('+1 415 555 0299')
    await close()
  })
})

describe('a form with many fields', () => {
  const addField = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByRole('textbox', { name: 'Name of the new field' }).fill(name)
    await page.keyboard.press('Enter')
    await poll(() => isFocused(variable(page, name))).toBe(true)
  }

  it('begins a new one empty: the Enter that made it writes nothing into it', async () => {
    const { page, close } = await started.open('desk')
    await fillCall(page)
    await addField(page, 'colour')
    await page.keyboard.type('blue')
    expect(await variable(page, 'colour').inputValue()).toBe('blue')
    await close()
  })

  it.each([
    [1280, 800],
    [960, 640],
  ])(
    'says that what the call goes through stands below the button, and leads there (%i × %i)',
    async (width, height) => {
      const { page, close } = await started.open('desk', { width, height })
      const below = page.getByRole('button', { name: 'Calls from: further down' })
      await fillCall(page)
      for (const name of ['one', 'two', 'three']) await addField(page, name)
      await page.locator('[data-calls-from]').evaluate((field) => field.closest('section')?.scrollIntoView())
      await below.click()
      await poll(() => page.evaluate(() => document.activeElement?.closest('[data-calls-from]') !== null)).toBe(true)
      await poll(() => below.count()).toBe(0)
      // Nothing but the screen can be scrolled: the frame of the app stays where it is.
      const reach = () => document.documentElement.scrollHeight - document.documentElement.clientHeight
      expect(await page.evaluate(reach)).toBe(0)
      await close()
    },
  )
})

describe('a call that is not settled', () => {
  const waiting = (page: Page) => page.getByRole('region', { name: 'Earlier calls that are not settled' })

  it('stays in sight when the next one is placed, is looked at by L, closed by H, and told once it is settled', async () => {
    const { page, complaints, close } = await started.open('desk')
    await placeCall(page)
    await isAccepted(page)
    await waiting(page)
      .getByRole('heading', { name: /unknown$/ })
      .waitFor()
    const before = await waiting(page).getByRole('listitem').count()
    await page.keyboard.press('l')
    await waiting(page).getByText('Looked: nothing new yet.').waitFor()
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: 'Close this call by hand' })
    await dialog.waitFor()
    const first = dialog.getByRole('radio', { name: 'Yes, it was placed' })
    await poll(() => isFocused(first)).toBe(true)
    await dialog.getByRole('radio', { name: 'No, it was not placed' }).press('Space')
    await dialog.getByRole('textbox').fill('Looked in the dashboard: no such run.')
    await dialog.getByRole('button', { name: 'Close the call' }).click()
    await waiting(page).getByText('Closed by hand: it was not placed').first().waitFor()
    await waiting(page)
      .getByRole('button', { name: /^Close what became of/ })
      .click()
    await poll(() => waiting(page).getByText('Closed by hand: it was not placed').count()).toBe(0)
    expect(before).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('is opened by U, and is never offered for repeating first', async () => {
    const { page, close } = await started.open('unknown')
    await placeCall(page)
    await outcome(page).getByRole('button', { name: 'Look now' }).waitFor()
    expect(await outcome(page).getByRole('button', { name: 'Repeat' }).count()).toBe(0)
    const row = page.getByRole('row').filter({ hasText: '+1 415 555 0299' })
    expect(await row.getByRole('button').first().getAttribute('aria-label')).toMatch(/^Show the call/)
    await page.keyboard.press('u')
    await waiting(page).getByRole('button', { expanded: true }).waitFor()
    await close()
  })
})

describe('a number that is asked about', () => {
  it('is selected once it is not called again, wherever the question was asked from', async () => {
    const { page, close } = await started.open('desk')
    await fillCall(page)
    await number(page).fill('+1 415 555 0277')
    await page.getByRole('button', { name: 'Call +1 415 555 0277' }).click()
    await page.getByRole('dialog', { name: 'Call this number again?' }).waitFor()
    await page.keyboard.press('Escape')
    await poll(() => isFocused(number(page))).toBe(true)
    expect(await selectionOf(number(page))).toBe('+1 415 555 0277')
    await close()
  })
})

describe('the agent field while somebody types', () => {
  it('is no fault as long as an agent may be meant, and is one on leaving, or where none is', async () => {
    const { page, close } = await started.open('desk')
    const agent = page.getByRole('combobox', { name: 'Agent' })
    await agent.fill('Renewal rem')
    await page.getByRole('option').first().waitFor()
    expect(await agent.getAttribute('aria-invalid')).toBeNull()
    await page.keyboard.press('Tab')
    await poll(() => agent.getAttribute('aria-invalid')).toBe('true')
    await agent.fill('Nobody of that name')
    await poll(() => agent.getAttribute('aria-invalid')).toBe('true')
    await close()
  })
})

describe('a pasted row whose number may mean several', () => {
  it('stays whole once one of them was chosen: its warning goes, its columns and Undo stay', async () => {
    const { page, close } = await started.open('desk')
    await chooseAgent(page, 'Renewal reminder')
    await number(page).focus()
    await paste(page, 'Customer\tPhone\tAmount due\tNotes\nJane Doe\t030 901820\t12\tcall after nine')
    const panel = page.getByRole('region', { name: 'Pasted row' })
    await panel.getByText('The number has no country code. Choose what is meant.').waitFor()
    await page.locator('[data-offer]').first().click()
    await poll(() => panel.getByText('The number has no country code. Choose what is meant.').count()).toBe(0)
    expect(await panel.getByRole('combobox', { name: 'Where Notes goes' }).count()).toBe(1)
    expect(await number(page).inputValue()).toMatch(/^\+\d+ /)
    await panel.getByRole('button', { name: 'Undo' }).click()
    await poll(() => number(page).inputValue()).toBe('')
    await close()
  })
})
