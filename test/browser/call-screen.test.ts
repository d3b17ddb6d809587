import { anyNumber, anyText, callLabel, like, titles } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { keysOf } from '../../src/renderer/lib/commands.ts'
import { callLink, requestExternally } from './external-request-scenes.ts'
import { paste } from './number-scenes.ts'
import { openedScenes } from './opened-scenes.ts'
import {
  chooseAgent,
  fillCall,
  goTo,
  number,
  placeCall,
  variable,
  writeJson,
  outcome,
  isAccepted,
} from './scene-steps.ts'

const started = openedScenes()

const callButton = (page: Page) => page.locator('[data-call-button]')
const preflightChecks = (page: Page) => page.getByRole('toolbar', { name: messages.preflight.label })
const isFocused = (field: Locator) => field.evaluate((node) => node === document.activeElement)
const selectionOf = (field: Locator) =>
  field.evaluate((node) =>
    node instanceof HTMLInputElement ? node.value.slice(node.selectionStart ?? 0, node.selectionEnd ?? 0) : '',
  )

/** The messages about the missing value and about the previous call's values. */
const withoutName = messages.call.without(['customer_name'])
const endsWith = (keys: string) => new RegExp(`${like(keys).source}$`)
const noCountryCode = messages.paste.problem('nationalNumber') ?? ''
const earlierValues = messages.preflight.short({ check: 'earlierValues', to: '+1 415 555 0299' }, 0)

describe('the call button', () => {
  it('shows the missing values and the key that starts the call from the focused field', async () => {
    const { page, close } = await started.open('standard')
    await chooseAgent(page, 'Renewal reminder')
    await variable(page, 'amount_due').fill('120.50')
    await number(page).fill('+1 415 555 0299')
    const button = callButton(page)
    await expect.poll(() => button.innerText()).toContain(`${withoutName} · Renewal reminder`)
    expect(await button.innerText()).toMatch(endsWith(keysOf('callFromField')))
    await variable(page, 'customer_name').fill('Jane Doe')
    await expect.poll(() => button.innerText()).not.toContain(withoutName)
    expect(await button.innerText()).toMatch(endsWith(keysOf('callFromField')))
    await number(page).focus()
    await expect.poll(() => button.innerText()).not.toContain(keysOf('callFromField'))
    expect(await button.innerText()).toMatch(endsWith(keysOf('call')))
    await writeJson(page, '{ "amount_due": "120.50" }')
    await expect
      .poll(() => button.innerText())
      .toMatch(new RegExp(`${withoutName}[^]*${endsWith(keysOf('callFromField')).source}`))
    await close()
  })
})

describe('the next call', () => {
  it('warns about the values of the previous call; Ctrl+E clears them and Ctrl+Z restores them', async () => {
    const { page, close } = await started.open('empty')
    await placeCall(page)
    await isAccepted(page)
    await page.keyboard.press('n')
    await expect.poll(() => selectionOf(number(page))).toBe('+1 415 555 0299')
    await page.keyboard.press('Control+e')
    await page.getByText(messages.context.form.cleared).first().waitFor()
    expect(await variable(page, 'customer_name').inputValue()).toBe('')
    expect(await isFocused(number(page))).toBe(true)
    await page.keyboard.press('Control+z')
    await expect.poll(() => variable(page, 'customer_name').inputValue()).toBe('Jane Doe')
    await page.keyboard.type('+1 415 555 0311')
    await preflightChecks(page).getByRole('button', { name: earlierValues }).waitFor()
    await page.keyboard.press('Control+e')
    await page.getByRole('button', { name: messages.context.form.undoClear }).click()
    await expect.poll(() => variable(page, 'customer_name').inputValue()).toBe('Jane Doe')
    expect(await number(page).inputValue()).toBe('+1 415 555 0311')
    await close()
  })

  it('clears with Command+E on a Mac, where Ctrl+E moves the caret in a field', async () => {
    const { page, close } = await started.open('empty')
    const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)'
    await page.evaluate((text) => void Object.defineProperty(navigator, 'userAgent', { value: text }), mac)
    await placeCall(page)
    await isAccepted(page)
    await page.keyboard.press('n')
    await expect.poll(() => selectionOf(number(page))).toBe('+1 415 555 0299')
    await page.keyboard.press('Control+e')
    expect(await variable(page, 'customer_name').inputValue()).toBe('Jane Doe')
    await page.keyboard.press('Meta+e')
    await expect.poll(() => variable(page, 'customer_name').inputValue()).toBe('')
    await page.keyboard.press('Meta+z')
    await expect.poll(() => variable(page, 'customer_name').inputValue()).toBe('Jane Doe')
    await page
      .getByRole('navigation', { name: messages.shell.nav })
      .getByRole('button', { name: messages.shell.screens.call, exact: true })
      .focus()
    await page.keyboard.press('Control+e')
    await expect.poll(() => variable(page, 'customer_name').inputValue()).toBe('')
    await close()
  })

  it('confirms that the run ID was copied, and repeats from the outcome panel', async () => {
    const { page, close } = await started.open('empty')
    await placeCall(page)
    await isAccepted(page)
    const copy = outcome(page).getByRole('button', {
      name: like(messages.common.copyLabel(messages.call.outcome.run(anyNumber))),
    })
    expect(await copy.locator('.lucide-check').count()).toBe(0)
    await page.keyboard.press('c')
    await copy.locator('.lucide-check').waitFor()
    await outcome(page).getByRole('button', { name: messages.call.repeat }).click()
    await expect.poll(() => selectionOf(number(page))).toBe('+1 415 555 0299')
    await close()
  })
})

it('calls with Ctrl+Enter from a switch, without turning it', async () => {
  const { page, close } = await started.open('standard')
  await fillCall(page)
  const asTyped = page.getByRole('switch', { name: messages.call.number.asTyped })
  await asTyped.press('Control+Enter')
  await isAccepted(page)
  expect(await asTyped.isChecked()).toBe(false)
  await close()
})

/** Opens the Call screen of an app that can't save calls. */
const openUnsavable = () =>
  started.open('standard', {
    before: (opened) =>
      opened.addInitScript(() => {
        const corrupt = { ok: false, failure: { kind: 'storage', reason: 'corrupt' } } as const
        Object.assign(window.api, { triggerCall: async () => corrupt })
      }),
  })

it('leaves a context field with Escape, and after a call that could not be saved', { timeout: 60_000 }, async () => {
  const { page, close } = await openUnsavable()
  await fillCall(page)
  const name = variable(page, 'customer_name')
  await name.press('Escape')
  expect(await isFocused(name)).toBe(false)
  await name.press('Control+Enter')
  await callButton(page).getByText(messages.call.nextHint).waitFor()
  await expect.poll(() => isFocused(outcome(page))).toBe(true)
  await page.keyboard.press('n')
  await expect.poll(() => selectionOf(number(page))).toBe('+1 415 555 0299')
  expect(await name.inputValue()).toBe('Jane Doe')
  await close()
})

it('corrects a refused number with a digit, and replaces it with a digit outside the field', async () => {
  const { page, close } = await openUnsavable()
  await fillCall(page)
  await number(page).press('Enter')
  await callButton(page).getByText(messages.call.nextHint).waitFor()
  await number(page).press('End')
  await number(page).press('Backspace')
  await number(page).press('8')
  expect(await number(page).inputValue()).toBe('+1 415 555 0298')
  await expect.poll(() => callButton(page).innerText()).toContain('+1 415 555 0298')
  await number(page).press('Enter')
  await callButton(page).getByText(messages.call.nextHint).waitFor()
  await number(page).press('End')
  await number(page).press('1')
  expect(await number(page).inputValue()).toBe('+1 415 555 02981')
  await number(page).press('Backspace')
  await expect.poll(() => callButton(page).innerText()).toContain('+1 415 555 0298')
  await number(page).press('Enter')
  await expect.poll(() => isFocused(outcome(page))).toBe(true)
  await page.keyboard.press('+')
  await expect.poll(() => number(page).inputValue()).toBe('+')
  await close()
})

describe('a form with many fields', () => {
  const addField = async (page: Page, name: string) => {
    await page.getByRole('button', { name: messages.context.form.add }).click()
    await page.getByRole('textbox', { name: messages.context.form.addName }).fill(name)
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(variable(page, name))).toBe(true)
  }

  it('adds an empty field, and the Enter that adds it does not type anything into it', async () => {
    const { page, close } = await started.open('standard')
    await fillCall(page)
    await addField(page, 'colour')
    await page.keyboard.type('blue')
    expect(await variable(page, 'colour').inputValue()).toBe('blue')
    await close()
  })

  it.each([
    [1280, 800],
    [960, 640],
  ])('links to the route below the button (%i × %i)', async (width, height) => {
    const { page, close } = await started.open('standard', { width, height })
    const below = page.getByRole('button', { name: messages.call.route.labelBelow })
    await fillCall(page)
    for (const name of ['one', 'two', 'three']) await addField(page, name)
    await page.locator('[data-calls-from]').evaluate((field) => field.closest('section')?.scrollIntoView())
    await below.click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-calls-from]') !== null))
      .toBe(true)
    await expect.poll(() => below.count()).toBe(0)
    // Only the screen itself scrolls, not the frame around it.
    const reach = () => document.documentElement.scrollHeight - document.documentElement.clientHeight
    expect(await page.evaluate(reach)).toBe(0)
    await close()
  })
})

describe('an unresolved call', () => {
  const waiting = (page: Page) => page.getByRole('region', { name: messages.unresolved.label })

  it('stays visible after the next call; L checks it, H resolves it, and its outcome is shown', async () => {
    const { page, pageErrors, close } = await started.open('standard')
    await placeCall(page)
    await isAccepted(page)
    await waiting(page)
      .getByRole('heading', { name: /unknown$/ })
      .waitFor()
    const before = await waiting(page).getByRole('listitem').count()
    await page.keyboard.press('k')
    await waiting(page).getByText(messages.reconciliation.noChange).waitFor()
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
    await dialog.waitFor()
    const first = dialog.getByRole('radio', { name: messages.reconciliation.dialog.placed })
    await expect.poll(() => isFocused(first)).toBe(true)
    await dialog.getByRole('radio', { name: messages.reconciliation.dialog.notPlaced }).press('Space')
    await dialog.getByRole('textbox').fill('The dashboard has no such run.')
    await dialog.getByRole('button', { name: messages.reconciliation.dialog.save }).click()
    await waiting(page).getByText(titles.resolvedNotPlaced).first().waitFor()
    await waiting(page)
      .getByRole('button', { name: like(messages.unresolved.dismiss(anyText)) })
      .click()
    await expect.poll(() => waiting(page).getByText(titles.resolvedNotPlaced).count()).toBe(0)
    expect(before).toBeGreaterThan(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('names the run that Rundesk knows in the dialog that resolves the call', async () => {
    const { page, pageErrors, close } = await started.open('orphaned')
    await placeCall(page)
    await outcome(page).getByRole('button', { name: messages.reconciliation.checkNow }).waitFor()
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
    await dialog.getByText(messages.reconciliation.dialog.runs([48_219])).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('opens with U, does not offer to repeat the call, and leaves the keys for notes to the last call', async () => {
    const { page, close } = await started.open('unknown')
    await placeCall(page)
    await outcome(page).getByRole('button', { name: messages.reconciliation.checkNow }).waitFor()
    expect(await outcome(page).getByRole('button', { name: messages.call.repeat }).count()).toBe(0)
    const row = page.getByRole('row').filter({ hasText: '+1 415 555 0299' })
    expect(await row.getByRole('button').first().getAttribute('aria-label')).toBe(
      messages.call.today.showOf('+1 415 555 0299'),
    )
    await page.keyboard.press('u')
    await waiting(page).getByRole('button', { expanded: true }).waitFor()
    await page.keyboard.press('m')
    await page.getByRole('dialog', { name: messages.afterCall.noteOn('+1 415 555 0299') }).waitFor()
    await close()
  })
})

describe('a number with a repeat confirmation', () => {
  it('is selected after the confirmation is canceled', async () => {
    const { page, close } = await started.open('standard')
    await fillCall(page)
    await number(page).fill('+1 415 555 0277')
    await page.getByRole('button', { name: callLabel('+1 415 555 0277') }).click()
    const dialog = page.getByRole('dialog', { name: messages.repeatCall.questions.calledRecently.title })
    await dialog.waitFor()
    const [first, second] = await dialog
      .getByRole('paragraph')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })))
    expect(second?.top).toBeGreaterThan((first?.bottom ?? 0) + 4)
    await page.keyboard.press('Escape')
    await expect.poll(() => isFocused(number(page))).toBe(true)
    expect(await selectionOf(number(page))).toBe('+1 415 555 0277')
    await close()
  })

  it('is confirmed after a notification has opened another screen, which does not replace the call’s outcome', async () => {
    const { page, pageErrors, close } = await started.open('standard')
    await fillCall(page)
    await number(page).fill('+1 415 555 0277')
    await page.getByRole('button', { name: callLabel('+1 415 555 0277') }).click()
    const { title, confirm } = messages.repeatCall.questions.calledRecently
    await page.getByRole('dialog', { name: title }).waitFor()
    await requestExternally(page, { by: 'notification', callId: null })
    await page.getByRole('heading', { name: messages.settings.title }).waitFor()
    await goTo(page, messages.shell.screens.call)
    await page
      .getByRole('dialog', { name: title })
      .getByRole('button', { name: confirm('+1 415 555 0277') })
      .click()
    await outcome(page).getByText('+1 415 555 0277').first().waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })
})

describe('the agent field while typing', () => {
  it('is valid while an agent matches, and invalid if none matches or after leaving the field', async () => {
    const { page, close } = await started.open('standard')
    const agent = page.getByRole('combobox', { name: messages.call.agent.label })
    await agent.fill('Renewal rem')
    await page.getByRole('option').first().waitFor()
    expect(await agent.getAttribute('aria-invalid')).toBeNull()
    await page.keyboard.press('Tab')
    await expect.poll(() => agent.getAttribute('aria-invalid')).toBe('true')
    await agent.fill('No agent of this name')
    await expect.poll(() => agent.getAttribute('aria-invalid')).toBe('true')
    await close()
  })
})

describe('a link that is refused', () => {
  it('is shown beside the link that filled in the form, and both are shown on other screens', async () => {
    const { page, pageErrors, close } = await started.open('standard')
    const { externalRequest } = messages
    await number(page).waitFor()
    await requestExternally(page, { by: 'link', link: callLink, display: '+1 415 555 0123' })
    const filled = page.getByText(externalRequest.filledInBy(callLink))
    await filled.waitFor()
    await requestExternally(page, { by: 'refusedLink', why: 'code' })
    const ignored = page.getByRole('main').getByText(externalRequest.ignored, { exact: true })
    await ignored.waitFor()
    await filled.waitFor()
    await goTo(page, messages.shell.screens.runs)
    const banner = page
      .getByText(`${externalRequest.ignored}. ${externalRequest.why('code')}`)
      .filter({ visible: true })
    await banner.first().waitFor()
    await page.getByRole('button', { name: externalRequest.show }).click()
    await page.getByRole('button', { name: messages.common.close, exact: true }).click()
    await ignored.waitFor({ state: 'detached' })
    await filled.waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })
})

describe('a pasted row with an ambiguous number', () => {
  it('keeps its columns and Undo after a number is chosen, but no longer shows its warning', async () => {
    const { page, close } = await started.open('standard')
    await chooseAgent(page, 'Renewal reminder')
    await number(page).focus()
    await paste(page, 'Customer\tPhone\tAmount due\tNotes\nJane Doe\t030 901820\t12\tcall after nine')
    const panel = page.getByRole('region', { name: messages.paste.title })
    await panel.getByText(noCountryCode).waitFor()
    await page.locator('[data-offer]').first().click()
    await expect.poll(() => panel.getByText(noCountryCode).count()).toBe(0)
    expect(await panel.getByRole('combobox', { name: messages.paste.move('Notes') }).count()).toBe(1)
    expect(await number(page).inputValue()).toMatch(/^\+\d+ /)
    await panel.getByRole('button', { name: messages.paste.undo }).click()
    await expect.poll(() => number(page).inputValue()).toBe('')
    await close()
  })
})

describe('the panel of a pasted row or a link', () => {
  it('has the focus when a link waits for a form with entries, also after another link', async () => {
    const { page, pageErrors, close } = await started.open('standard')
    await fillCall(page)
    await number(page).focus()
    await requestExternally(page, { by: 'link', display: '+1 415 555 0123', link: callLink })
    const panel = page.getByRole('region', { name: messages.externalRequest.pending(callLink) })
    await panel.and(page.locator(':focus')).waitFor()
    await number(page).focus()
    await requestExternally(page, { by: 'link', display: '+1 415 555 0124', link: { ...callLink, extension: null } })
    await panel.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    expect(await callButton(page).innerText()).toMatch(callLabel('+1 415 555 0299'))
    expect(pageErrors).toEqual([])
    await close()
  })

  const panels: [string, string, (page: Page) => Promise<void>][] = [
    [
      'a pasted row',
      messages.paste.title,
      (page) => paste(page, 'Customer\tPhone\tAmount due\nJane Doe\t+1 415 555 0123\t12'),
    ],
    [
      'a link',
      messages.externalRequest.filledInBy(callLink),
      (page) => requestExternally(page, { by: 'link', display: '+1 415 555 0123', link: callLink }),
    ],
  ]
  it.each(panels)('of %s is hidden while another number is in the field', async (_source, title, fill) => {
    const { page, close } = await started.open('empty')
    await chooseAgent(page, 'Renewal reminder')
    await fill(page)
    const panel = page.getByRole('region', { name: title })
    await panel.waitFor()
    await number(page).fill('+1 415 555 0106')
    await expect.poll(() => panel.count()).toBe(0)
    await expect.poll(() => callButton(page).innerText()).toContain(messages.call.valuesFrom('+1 415 555 0123'))
    await number(page).fill('+1 415 555 0123')
    await panel.waitFor()
    expect(await isFocused(number(page))).toBe(true)
    await close()
  })
})
