import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { messages } from '../../src/messages/index.ts'
import { anyText, like } from '../support/messages/patterns.ts'
import { openedScenes } from './opened-scenes.ts'
import { chooseAgent, fillCall, number, placeCall, variable, outcome, isAccepted } from './scene-steps.ts'

const started = openedScenes()

const callButton = (page: Page) => page.locator('[data-call-button]')
const agent = (page: Page) => page.getByRole('combobox', { name: messages.call.agent.label })
const asTyped = (page: Page) => page.getByRole('switch', { name: messages.call.number.asTyped })
/** Returns the number of calls that the page has sent. */
const sentCalls = async (page: Page): Promise<number> => page.locator('main tbody tr').count()

describe('pressing G and then R after a call', () => {
  it('opens Runs each time, and never repeats the call', { timeout: 60_000 }, async () => {
    const { page, close } = await started.open('empty')
    await placeCall(page)
    await isAccepted(page)
    for (let turn = 0; turn < 11; turn += 1) {
      // Each pass renders different components, which register their keys in a different order.
      await page.keyboard.press('g')
      await page.keyboard.press('r')
      await page.getByRole('searchbox', { name: messages.runs.search }).waitFor()
      await page.keyboard.press('g')
      await page.keyboard.press('c')
      await outcome(page).waitFor()
      await page.keyboard.press('Escape')
    }
    expect(await outcome(page).getByRole('heading', { name: messages.call.outcome.previous }).count()).toBe(0)
    await close()
  })

  it('does nothing if the second key does not open a screen, and leaves digits to the number field', async () => {
    const { page, close } = await started.open('empty')
    await placeCall(page)
    await isAccepted(page)
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('g')
    await page.keyboard.type('4155550311')
    await expect.poll(() => number(page).inputValue()).toBe('4155550311')
    await close()
  })
})

describe('Enter in the agent field', () => {
  it('accepts a pasted Agent UUID that is not listed, and does not place a call', async () => {
    const { page, close } = await started.open('empty')
    await number(page).fill('+1 415 555 0299')
    await agent(page).fill('7f3c2a1e-0000-4000-8000-00000000ffff')
    await page.getByText(messages.call.agent.notListed).first().waitFor()
    await agent(page).press('Enter')
    await expect.poll(() => callButton(page).evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await callButton(page).getAttribute('aria-disabled')).toBeNull()
    expect(await sentCalls(page)).toBe(0)
    // The button now has focus, so the next Enter is a deliberate call.
    await page.keyboard.press('Enter')
    await isAccepted(page)
    await close()
  })
})

describe('the values of the previous call', () => {
  it('are mentioned on the button until one is edited or the user keeps them', async () => {
    const { page, close } = await started.open('empty')
    const from = messages.call.valuesFrom('+1 415 555 0299')
    await placeCall(page)
    await isAccepted(page)
    expect(await callButton(page).innerText()).not.toContain(from)
    await page.keyboard.press('n')
    await number(page).fill('+1 415 555 0311')
    await expect.poll(() => callButton(page).innerText()).toContain(from)
    await variable(page, 'customer_name').fill('John Roe')
    await expect.poll(() => callButton(page).innerText()).not.toContain(from)
    await variable(page, 'customer_name').fill('Jane Doe')
    await expect.poll(() => callButton(page).innerText()).toContain(from)
    await page.getByRole('button', { name: messages.context.form.keep }).click()
    await expect.poll(() => callButton(page).innerText()).not.toContain(from)
    expect(await variable(page, 'customer_name').inputValue()).toBe('Jane Doe')
    await close()
  })
})

describe('dialing exactly as typed', () => {
  it('stays on while the number is edited, and is turned off when the number is replaced', async () => {
    const { page, close } = await started.open('empty')
    await chooseAgent(page, 'Renewal reminder')
    await number(page).fill('1001')
    await asTyped(page).click()
    await number(page).press('End')
    await number(page).press('Backspace')
    await number(page).pressSequentially('2')
    expect(await asTyped(page).getAttribute('aria-checked')).toBe('true')
    await number(page).press('ControlOrMeta+a')
    await number(page).pressSequentially('+1 415 555 0311')
    await expect.poll(() => asTyped(page).getAttribute('aria-checked')).toBe('false')
    await close()
  })
})

describe('the route', () => {
  it('keeps its choices after switching to typed IDs and back', async () => {
    const { page, close } = await started.open('empty')
    const configuration = page.getByRole('combobox', { name: messages.call.route.configuration })
    const callerId = page.getByRole('combobox', { name: messages.call.route.callerId })
    const ids = [
      page.getByRole('textbox', { name: messages.call.route.configurationId }),
      page.getByRole('textbox', { name: messages.call.route.callerIdId }),
    ] as const
    await callerId.waitFor()
    await expect.poll(() => callerId.innerText()).toMatch(like(anyText))
    const chosen = [await configuration.innerText(), await callerId.innerText()]
    await page.getByRole('button', { name: messages.call.route.enterIds }).click()
    expect([await ids[0].inputValue(), await ids[1].inputValue()]).toEqual(['11', '21'])
    await ids[1].fill('')
    await page.getByRole('button', { name: messages.call.route.chooseFromList }).click()
    expect(await configuration.innerText()).toBe(chosen[0])
    expect(await callerId.innerText()).toContain(messages.call.route.providerChooses)
    await page.getByRole('button', { name: messages.call.route.enterIds }).click()
    await ids[0].fill('77')
    await page.getByRole('button', { name: messages.call.route.chooseFromList }).click()
    await page.getByRole('button', { name: messages.call.route.enterIds }).click()
    expect([await ids[0].inputValue(), await ids[1].inputValue()]).toEqual(['77', ''])
    await close()
  })

  it('keeps the default configuration together with a caller ID that was chosen from its list', async () => {
    const { page, close } = await started.open('empty')
    await fillCall(page)
    const saved = page.evaluate(
      () =>
        new Promise((resolve) =>
          Object.assign(window.api, {
            saveLastRoute: ({ route }: { route: unknown }) => (
              resolve(route),
              Promise.resolve({ ok: true, value: {} })
            ),
          }),
        ),
    )
    await page.getByRole('combobox', { name: messages.call.route.callerId }).click()
    await page.getByRole('option').nth(1).click()
    expect(await saved).toEqual({ mode: 'listed', configurationId: 11, callerId: 22 })
    await close()
  })

  it('shows the saved caller ID that is sent although the caller IDs cannot be loaded', async () => {
    const { page, close } = await started.open('empty', {
      before: (opened) =>
        opened.addInitScript(() => {
          const route = { mode: 'listed', configurationId: 11, callerId: 22 }
          Object.assign(window.api, {
            readLastRoute: () => Promise.resolve({ ok: true, value: { route } }),
            listCallerIds: () => Promise.resolve({ ok: false, failure: { kind: 'unavailable', cause: 'timedOut' } }),
          })
        }),
    })
    const { route } = messages.call
    const callerId = page.getByRole('combobox', { name: route.callerId })
    await page.getByText(route.callerIdsFailed).waitFor()
    expect(await callerId.innerText()).toBe(route.providerChooses)
    await fillCall(page)
    await page.getByText(route.callerIdUnchecked).first().waitFor()
    expect(await callerId.innerText()).toBe(route.callerIdById(22, null))
    expect(await callButton(page).innerText()).toContain(route.callerIdById(22, null))
    await callerId.click()
    await page.getByRole('option', { name: route.providerChooses }).click()
    await page.getByText(route.callerIdsFailed).waitFor()
    expect(await callButton(page).innerText()).not.toContain(route.callerIdById(22, null))
    await close()
  })
})
