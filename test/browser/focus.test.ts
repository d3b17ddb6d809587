import { anyNumber, anyText, like, profileLabel, startOf } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { FakeApi } from '../support/fake-api.ts'
import { keysOf } from '../../src/renderer/lib/commands.ts'
import { recordAnnouncements, takeAnnouncements } from './announced.ts'
import { callLink, requestExternally } from './external-request-scenes.ts'
import { openList } from './lists-scenes.ts'
import { paste, sheet } from './number-scenes.ts'
import { openedScenes } from './opened-scenes.ts'
import { chooseAgent, goTo, number, placeCall } from './scene-steps.ts'

const started = openedScenes()

const open = async (scene: string) => {
  const opened = await started.open(scene)
  opened.page.setDefaultTimeout(12_000)
  if (scene !== 'first') await number(opened.page).waitFor()
  return opened
}

/** Returns the accessible name or the text of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : null
    return at?.getAttribute('aria-label') ?? label ?? at?.textContent ?? ''
  })

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

const dialog = (page: Page) => page.getByRole('dialog')

describe('focus after keyboard navigation', { timeout: 60_000 }, () => {
  it('is in the details of the call that was chosen in the palette', async () => {
    const { page, pageErrors, close } = await open('standard')
    await press(page, 'Control+k')
    // Enter is pressed before the results for the complete text arrive.
    await page.keyboard.type('48219')
    await press(page, 'Enter')
    await expect.poll(() => focused(page)).toBe(messages.runs.drawer.label(messages.runs.drawer.run(48_219)))
    expect(pageErrors).toEqual([])
    await close()
  })

  it('leaves a text field of Settings on Escape, so that a chord works', async () => {
    const { page, pageErrors, close } = await open('standard')
    await goTo(page, messages.shell.screens.settings)
    const field = page.getByRole('textbox', { name: messages.settings.person })
    const before = await field.inputValue()
    await field.focus()
    await press(page, 'Escape', 'g', 'k')
    await expect.poll(() => focused(page)).toBe(messages.shell.screens.keys)
    await goTo(page, messages.shell.screens.settings)
    expect(await field.inputValue()).toBe(before)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is on the screen after a chord, not on the navigation item', async () => {
    const { page, pageErrors, close } = await open('standard')
    await goTo(page, messages.shell.screens.keys)
    await press(page, 'g', 'r')
    await expect.poll(() => focused(page)).toBe(messages.shell.screens.runs)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await press(page, 'g', 's')
    await expect.poll(() => focused(page)).toBe(messages.shell.screens.support)
    await press(page, 'g', 'c')
    await expect.poll(() => focused(page)).toBe(messages.call.number.label)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is on the screen that was chosen in the palette, and on Call in the number field', async () => {
    const { page, pageErrors, close } = await open('standard')
    await press(page, 'Control+k')
    await page.keyboard.type(messages.palette.goTo(messages.shell.screens.settings))
    await press(page, 'Enter')
    await expect.poll(() => focused(page)).toBe(messages.shell.screens.settings)
    await press(page, 'Control+k')
    await page.keyboard.type(messages.palette.goTo(messages.shell.screens.call))
    await press(page, 'Enter')
    await expect.poll(() => focused(page)).toBe(messages.call.number.label)
    expect(pageErrors).toEqual([])
    await close()
  })
})

it('applies a key press right after a profile’s shortcut to the new profile', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await open('slowChoice')
  await page.keyboard.type('+1')
  await press(page, 'Control+2')
  await page.keyboard.type('+44')
  await page.getByRole('button', { name: new RegExp(profileLabel('Borealis')) }).waitFor()
  expect(await number(page).inputValue()).toBe('+44')
  await press(page, 'Control+1')
  await page.keyboard.type('4')
  expect(await number(page).inputValue()).toBe('+14')
  expect(pageErrors).toEqual([])
  await close()
})

describe('a dialog', { timeout: 60_000 }, () => {
  it('for a new key focuses the name, and returns focus to the screen when it closes', async () => {
    const { page, close } = await open('standard')
    await press(page, 'Escape', 'g', 'k')
    await page.getByText('nightly import').waitFor()
    await press(page, 'n')
    await dialog(page).waitFor()
    await expect.poll(() => focused(page)).toBe(messages.profiles.name)
    await press(page, 'Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(messages.shell.screens.keys)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await close()
  })

  it('opened from a menu returns focus to the element that had it before the menu', async () => {
    const { page, close } = await open('standard')
    await goTo(page, messages.shell.screens.runs)
    await press(page, 'Control+p')
    await page.getByRole('menuitem', { name: messages.profiles.manage }).press('Enter')
    await dialog(page).waitFor()
    // The user cannot switch profiles while a dialog is open.
    await press(page, 'Control+p')
    expect(await page.getByRole('menuitem').count()).toBe(0)
    await press(page, 'Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(`${messages.shell.screens.runs}${keysOf('goToRuns')}`)
    await close()
  })

  it('keeps an unsaved new key, whatever keys are pressed and screens are opened', async () => {
    const { page, pageErrors, close } = await open('standard')
    await press(page, 'Escape', 'g', 'k', 'n')
    await dialog(page).getByRole('textbox', { name: messages.profiles.name }).waitFor()
    await expect
      .poll(() => dialog(page).getByRole('textbox', { name: messages.profiles.name }).inputValue())
      .not.toBe('')
    await press(page, 'Enter')
    await dialog(page)
      .getByText(like(messages.keys.create.createdText(anyText)))
      .waitFor()
    await press(page, 'Escape', 'Escape')
    await dialog(page).getByText(messages.keys.create.discardWarning).waitFor()
    await dialog(page).getByRole('button', { name: messages.keys.create.goBack }).press('Enter')
    expect(await dialog(page).getByText(messages.keys.create.discardWarning).count()).toBe(0)
    await dialog(page).getByRole('button', { name: messages.keys.create.done }).press('Enter')
    await dialog(page).getByText(messages.keys.create.discardWarning).waitFor()
    expect(
      await dialog(page)
        .getByText(startOf(messages.keys.create.copied(anyNumber)))
        .count(),
    ).toBe(0)
    // A request from outside the window opens Call. The new key is still available in Keys.
    await requestExternally(page, { by: 'shortcut', text: null })
    await page.getByText(messages.keys.create.unsaved('Acme Billing')).waitFor()
    await page.getByRole('button', { name: messages.preflight.goToKeys }).click()
    await dialog(page).getByText(messages.keys.create.discardWarning).waitFor()
    expect(await page.getByText(messages.keys.create.unsaved('Acme Billing')).count()).toBe(0)
    await dialog(page).getByRole('button', { name: messages.keys.create.discard }).press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('focuses Cancel before a rotation; Tab and Enter start it', async () => {
    const { page, close } = await open('standard')
    await goTo(page, messages.shell.screens.keys)
    await page.getByText('nightly import').waitFor()
    await press(page, 'r')
    await dialog(page).waitFor()
    await expect.poll(() => focused(page)).toBe(messages.common.cancel)
    await press(page, 'Tab', 'Enter')
    await page.getByText(like(messages.rotation.oldKeyRejected(anyText))).waitFor()
    await close()
  })

  it.each(['Control', 'Meta', 'Alt'])('does not turn its switch on %s+Enter', async (modifier) => {
    const { page, close } = await open('standard')
    await goTo(page, messages.shell.screens.keys)
    await page.getByRole('button', { name: messages.keys.archiveOf('nightly import') }).click()
    const compromised = dialog(page).getByRole('switch', { name: messages.keys.compromised })
    await compromised.press(`${modifier}+Enter`)
    expect(await compromised.isChecked()).toBe(false)
    await compromised.press('Enter')
    expect(await compromised.isChecked()).toBe(true)
    await close()
  })

  it.each([
    [messages.keys.archiveOf('nightly import'), messages.common.cancel],
    [messages.keys.archiveOf('desk-07'), messages.keys.confirmLabel('desk-07')],
    [messages.keyExport.importKey, messages.keyExport.passphrase],
  ])('does not focus its close button: %s', async (button, first) => {
    const { page, close } = await open('standard')
    await goTo(page, messages.shell.screens.keys)
    await page.getByRole('button', { name: button }).click()
    await dialog(page).waitFor()
    await expect.poll(() => focused(page)).toBe(first)
    await close()
  })
})

describe('focus after an action that removes the button with focus', { timeout: 60_000 }, () => {
  it.each([
    ['Escape', (page: Page) => press(page, 'Escape')],
    [
      'erasing',
      async (page: Page) => {
        await dialog(page).getByRole('textbox', { name: messages.call.number.label }).fill('+14155550277')
        await press(page, 'Enter')
        await dialog(page)
          .getByRole('button', { name: messages.settings.erase.confirm('+1 415 555 0277') })
          .press('Enter')
        await dialog(page).getByRole('button', { name: messages.common.close, exact: true }).last().press('Enter')
      },
    ],
  ])('is on the button that opened the erase dialog after %s', async (_way, leave) => {
    const { page, pageErrors, close } = await open('standard')
    await goTo(page, messages.shell.screens.settings)
    await page.getByRole('button', { name: messages.settings.history.erase }).click()
    await dialog(page).waitFor()
    await leave(page)
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(messages.settings.history.erase)
    expect(pageErrors).toEqual([])
    await close()
  })

  it.each([messages.rotation.resume, messages.rotation.undo])('is on the rotation after %s', async (name) => {
    const { page, pageErrors, close } = await open('rotationStopped')
    await goTo(page, messages.shell.screens.keys)
    await page.getByRole('button', { name, exact: true }).press('Enter')
    await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(messages.rotation.title)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is on Keys after the form that replaces a rejected key was closed', async () => {
    const { page, pageErrors, close } = await open('standard')
    await page.evaluate(() => {
      const { listKeys } = window.api
      const failure = { kind: 'unauthorized', detail: '' } as const
      Object.assign(window.api, { listKeys: () => Promise.resolve({ ok: false, failure }), listKeysAsBefore: listKeys })
    })
    await goTo(page, messages.shell.screens.keys)
    await page.getByRole('button', { name: messages.profiles.replaceKey }).click()
    await dialog(page).waitFor()
    await page.evaluate(() => {
      // Added by the script above.
      const { listKeysAsBefore } = window.api as unknown as Record<string, unknown>
      Object.assign(window.api, { listKeys: listKeysAsBefore })
      // Only the fake API of a scene has this method.
      const { announce } = window.api as unknown as Pick<FakeApi, 'announce'>
      announce('profilesChanged', {})
    })
    await page.getByText('nightly import').waitFor()
    await press(page, 'Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(messages.shell.screens.keys)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is on the totals of a list after it was stopped', async () => {
    const { page, pageErrors, close } = await open('listRunning')
    await openList(page)
    await page.getByRole('button', { name: messages.lists.run.stop }).press('Enter')
    await press(page, 'Tab')
    await expect.poll(() => focused(page)).toBe(messages.lists.run.stopConfirm)
    await press(page, 'Enter')
    await page.getByText(messages.lists.state('stopped'), { exact: true }).waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    const totals = page.getByRole('region', {
      name: like(messages.lists.done.sum(anyNumber, anyNumber, anyNumber, anyNumber)),
    })
    await totals.and(page.locator(':focus')).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it.each([
    ['Escape', (page: Page) => press(page, 'Escape')],
    ['their button', (page: Page) => press(page, 'Enter')],
  ])('is on the row of a call after its details were closed with %s', async (_way, leave) => {
    const { page, pageErrors, close } = await open('standard')
    await goTo(page, messages.shell.screens.runs)
    const row = page
      .getByRole('table', { name: messages.runs.list })
      .locator('tr[data-call]')
      .nth(2)
      .getByRole('button')
    await row.click()
    const details = page.locator('aside[data-details]')
    await details.getByRole('button', { name: messages.runs.drawer.close }).focus()
    await leave(page)
    await details.waitFor({ state: 'detached' })
    await row.and(page.locator(':focus')).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it.each([
    ['5550277', messages.runs.filters.clear],
    ['nothing like this', messages.runs.clear],
  ])('is on the list of Runs after its search was cleared: %s', async (search, name) => {
    const { page, pageErrors, close } = await open('standard')
    await goTo(page, messages.shell.screens.runs)
    const field = page.getByRole('searchbox', { name: messages.runs.search })
    await field.fill(search)
    await page.getByRole('button', { name, exact: true }).press('Enter')
    const list = page.getByRole('region', { name: messages.runs.title, exact: true })
    await list.and(page.locator(':focus')).waitFor()
    expect(await field.inputValue()).toBe('')
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is on Save after Revert in Settings', async () => {
    const { page, pageErrors, close } = await open('standard')
    await goTo(page, messages.shell.screens.settings)
    await page.getByRole('textbox', { name: messages.settings.person }).fill('Ana')
    await page.getByRole('button', { name: messages.settings.revert }).press('Enter')
    await page.getByRole('button', { name: messages.settings.revert }).waitFor({ state: 'detached' })
    expect(await focused(page)).toBe(messages.settings.save)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is on Save after Revert in a profile', async () => {
    const { page, pageErrors, close } = await open('standard')
    await press(page, 'Control+p')
    await page.getByRole('menuitem', { name: messages.profiles.manage }).press('Enter')
    await dialog(page)
      .getByRole('button', { name: startOf('Acme Billing') })
      .click()
    await dialog(page).getByRole('textbox', { name: messages.profiles.name, exact: true }).fill('Acme')
    await dialog(page).getByRole('button', { name: messages.settings.revert }).press('Enter')
    await dialog(page).getByRole('button', { name: messages.settings.revert }).waitFor({ state: 'detached' })
    expect(await focused(page)).toBe(messages.profiles.save)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is on the numbers of people who must not be called again after one was added and removed', async () => {
    const { page, pageErrors, close } = await open('listDone')
    await goTo(page, messages.shell.screens.lists)
    await page.getByRole('region', { name: messages.lists.home.earlier }).getByRole('button').first().press('Enter')
    const { done } = messages.lists
    const card = page.getByRole('region', { name: done.doNotCall })
    const isCardFocused = () => card.and(page.locator(':focus')).waitFor()
    await card
      .getByRole('button', { name: startOf(done.doNotCallAddOf(anyText)) })
      .first()
      .press('Enter')
    await isCardFocused()
    await card.getByRole('button', { name: startOf(done.doNotCallUndoOf(anyText)) }).press('Enter')
    await dialog(page).getByRole('button', { name: messages.doNotCall.dialog.remove }).press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    await isCardFocused()
    await card.getByRole('button', { name: done.doNotCallAddAll(4) }).press('Enter')
    await isCardFocused()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is on the list of keys after one was archived', async () => {
    const { page, pageErrors, close } = await open('standard')
    await goTo(page, messages.shell.screens.keys)
    await page.getByText('nightly import').waitFor()
    await page.getByRole('button', { name: messages.keys.archiveOf('nightly import') }).press('Enter')
    await dialog(page).getByRole('button', { name: messages.keys.archiveYes }).press('Enter')
    await page.getByText(messages.keys.done.archived('nightly import')).waitFor()
    await expect.poll(() => focused(page)).toBe(messages.keys.list)
    await press(page, 'Tab')
    await expect.poll(() => focused(page)).toMatch(startOf(messages.keys.archiveOf('')))
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is on the columns of a list after its agent was chosen', async () => {
    const { page, pageErrors, close } = await open('listNew')
    await openList(page)
    await page.getByRole('combobox', { name: messages.lists.options.agent }).press('Enter')
    await page.getByRole('option').first().press('Enter')
    const columns = page.getByRole('region', { name: messages.lists.check.columns })
    await columns.waitFor()
    await expect.poll(() => focused(page)).toBe(messages.lists.check.columns)
    await press(page, 'Tab')
    await expect
      .poll(() =>
        columns
          .getByRole('combobox')
          .first()
          .evaluate((one) => one === document.activeElement),
      )
      .toBe(true)
    expect(pageErrors).toEqual([])
    await close()
  })
})

it(
  'is on the next item of Needs you after a call was resolved, and the result is announced',
  { timeout: 60_000 },
  async () => {
    const { page, pageErrors, close } = await open('needs')
    await goTo(page, messages.shell.screens.inbox)
    const resolve = page.getByRole('button', { name: startOf(messages.reconciliation.resolve) })
    await resolve.waitFor()
    await recordAnnouncements(page)
    await resolve.press('Enter')
    await dialog(page).getByRole('radio', { name: messages.reconciliation.dialog.notPlaced }).press('Space')
    await press(page, 'Tab')
    await page.keyboard.type('The dashboard has no such run.')
    await press(page, 'Control+Enter')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(messages.inbox.selected)
    const decision = { decision: 'notPlaced', who: 'ana', at: '', note: '' } as const
    const { title } = messages.callState.describe({ state: 'closedByOperator', ...decision })
    expect(await takeAnnouncements(page)).toEqual([title])
    expect(pageErrors).toEqual([])
    await close()
  },
)

describe('a number’s own page', { timeout: 60_000 }, () => {
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
  const back = (page: Page) => page.getByRole('button', { name: messages.person.back })

  it.each(['Escape', 'Back'])('returns with %s to the details in Runs from which it was opened', async (way) => {
    const { page, pageErrors, close } = await open('standard')
    await goTo(page, messages.shell.screens.runs)
    const list = page.getByRole('table', { name: messages.runs.list })
    await list.getByRole('button', { name: '+1 415 555 0277' }).first().click()
    const opener = page.locator('aside[data-details]').getByRole('button', { name: messages.afterCall.person })
    await opener.press('Enter')
    await heading(page, '+1 415 555 0277').waitFor()
    await expect.poll(() => focused(page)).toBe(messages.shell.screens.person)
    if (way === 'Back') await back(page).press('Enter')
    else await press(page, way)
    await opener.waitFor()
    await expect.poll(() => focused(page)).toBe(messages.afterCall.person)
    expect(await heading(page, '+1 415 555 0277').count()).toBe(0)
    // The screen's shortcuts work again, and only there.
    await press(page, 'Escape')
    await page.locator('aside[data-details]').waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('returns to the selected item of Needs you, and keeps Escape in a dialog', async () => {
    const { page, close } = await open('needs')
    await goTo(page, messages.shell.screens.inbox)
    const items = page.getByRole('region', { name: messages.inbox.items })
    await items.getByRole('button').filter({ hasText: messages.inbox.dueNow }).click()
    await page.getByRole('button', { name: messages.afterCall.person }).press('Enter')
    await heading(page, '+1 415 555 0123').waitFor()
    await page.getByRole('button', { name: messages.afterCall.doNotCall }).press('Enter')
    await dialog(page).waitFor()
    await press(page, 'Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await heading(page, '+1 415 555 0123').count()).toBe(1)
    await press(page, 'Escape')
    await expect.poll(() => focused(page)).toBe(messages.afterCall.person)
    await page.getByText(messages.inbox.reminderText).waitFor()
    await close()
  })

  it('moves focus to the details of a call that is opened from it', async () => {
    const { page, pageErrors, close } = await open('standard')
    await goTo(page, messages.shell.screens.runs)
    const list = page.getByRole('table', { name: messages.runs.list })
    await list.getByRole('button', { name: '+1 415 555 0277' }).first().click()
    await page.locator('aside[data-details]').getByRole('button', { name: messages.afterCall.person }).press('Enter')
    const calls = page.getByRole('region', { name: messages.person.calls })
    await calls
      .getByRole('button', { name: startOf(messages.person.openCall('')) })
      .first()
      .press('Enter')
    await expect.poll(() => focused(page)).toBe(messages.runs.drawer.label(messages.runs.drawer.run(48_219)))
    expect(await back(page).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('returns to the number field if it was opened in the palette on Call', async () => {
    const { page, close } = await open('standard')
    await press(page, 'Control+k')
    await page.getByRole('combobox', { name: messages.palette.title }).fill('+1 415 555 0299')
    await page.getByRole('option', { name: messages.palette.aboutNumber('+1 415 555 0299') }).click()
    await back(page).waitFor()
    await press(page, 'Escape')
    await expect.poll(() => focused(page)).toBe(messages.call.number.label)
    await close()
  })
})

it('frames a focused choice of the resolve dialog once', { timeout: 60_000 }, async () => {
  const { page, close } = await started.open('unknown', { scheme: 'dark' })
  await placeCall(page)
  await page.getByRole('button', { name: messages.reconciliation.resolve }).click()
  await dialog(page).getByRole('radio').first().press('Space')
  const frames = await dialog(page).evaluate((popup) =>
    [...popup.querySelectorAll('*')]
      .filter((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return outlineStyle !== 'none' && outlineWidth !== '0px'
      })
      .map(({ tagName }) => tagName),
  )
  expect(frames).toEqual(['LABEL'])
  await close()
})

describe('a palette command of another screen', { timeout: 60_000 }, () => {
  const choose = async (page: Page, typed: string) => {
    await press(page, 'Control+k')
    await page.getByRole('combobox', { name: messages.palette.title }).fill(typed)
    await page.getByRole('option').first().waitFor()
    await press(page, 'Enter')
  }

  it.each([
    [messages.palette.commands.newKey, messages.keys.create.open, messages.profiles.name],
    [messages.palette.commands.rotateKey, messages.rotation.confirmTitle('Acme Billing'), messages.common.cancel],
    [
      messages.palette.commands.resolveManually,
      messages.reconciliation.dialog.title,
      messages.reconciliation.dialog.placed,
    ],
  ])('opens the dialog of its screen: %s', async (typed, title, first) => {
    const { page, pageErrors, close } = await open('standard')
    await choose(page, typed)
    await page.getByRole('dialog', { name: title }).waitFor()
    await expect.poll(() => focused(page)).toBe(first)
    // After the dialog is canceled, the screen does not open it again.
    await press(page, 'Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await press(page, 'g', 'c')
    await number(page).waitFor()
    await page.locator('body').press('Escape')
    for (const screen of ['k', 'r']) await press(page, 'g', screen)
    await page.locator('tr[data-call]').first().waitFor()
    expect(await dialog(page).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('checks the call with an unknown outcome, and shows the result', async () => {
    const { page, pageErrors, close } = await open('standard')
    await choose(page, messages.palette.commands.checkNow)
    await page.getByText(messages.reconciliation.noChange).first().waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('exports the calls that are listed', async () => {
    const { page, pageErrors, close } = await open('standard')
    await choose(page, messages.palette.commands.exportCalls)
    await page.getByRole('menuitem', { name: new RegExp(messages.runs.exports.formats.csv) }).waitFor()
    await press(page, 'ArrowDown', 'Enter')
    await page.getByText(like(messages.runs.exports.written(anyNumber, anyText))).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })
})

describe('Esc on the Lists screen', { timeout: 60_000 }, () => {
  const { lists } = messages
  const drawer = (page: Page) => page.getByRole('complementary', { name: lists.drawer.label })
  const firstList = (page: Page) => page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first()
  const isFocused = (of: Locator) => of.and(of.page().locator(':focus')).waitFor()

  it('returns focus from the details to their row, and from a list to its button', async () => {
    const { page, pageErrors, close } = await open('listRunning')
    await openList(page)
    const row = page.locator('tr[data-row]').nth(2).getByRole('button')
    for (const leave of [
      () => press(page, 'Escape'),
      () => drawer(page).getByRole('button', { name: lists.drawer.close }).click(),
    ]) {
      await row.click()
      await drawer(page).getByRole('button', { name: lists.drawer.close }).focus()
      await leave()
      await drawer(page).waitFor({ state: 'detached' })
      await isFocused(row)
      expect(await page.locator('tr[aria-current]').count()).toBe(1)
    }
    await press(page, 'Escape')
    await isFocused(firstList(page))
    expect(pageErrors).toEqual([])
    await close()
  })

  it('returns focus from the rows of a finished list to the button that showed them, and then to the list', async () => {
    const { page, pageErrors, close } = await open('listDone')
    await goTo(page, messages.shell.screens.lists)
    await firstList(page).click()
    await page.getByRole('button', { name: startOf(lists.done.showRows) }).click()
    const row = page.locator('tr[data-row]').nth(1).getByRole('button')
    await row.click()
    await drawer(page).getByRole('button', { name: lists.drawer.close }).focus()
    await press(page, 'Escape')
    await isFocused(row)
    await press(page, 'Escape')
    await isFocused(page.getByRole('button', { name: startOf(lists.done.showRows) }))
    await press(page, 'Escape')
    await isFocused(firstList(page))
    expect(pageErrors).toEqual([])
    await close()
  })

  it('returns focus from a draft to its button, also from a filter', async () => {
    const { page, pageErrors, close } = await open('listDraft')
    await openList(page)
    await page.getByRole('group', { name: lists.check.totalsLabel }).getByRole('button').nth(1).press('Enter')
    await press(page, 'Escape')
    await isFocused(firstList(page))
    expect(pageErrors).toEqual([])
    await close()
  })
})

describe('Esc on the Call screen', { timeout: 60_000 }, () => {
  const { externalRequest } = messages
  const main = (page: Page) => page.getByRole('main')
  const isMainFocused = (page: Page) => main(page).and(page.locator(':focus')).waitFor()

  it('closes the notice of a refused link, then the panel of a link, one at a time', async () => {
    const { page, pageErrors, close } = await open('standard')
    await number(page).fill('+1 415 555 01')
    await requestExternally(page, { by: 'link', display: '+1 415 555 0123', link: callLink })
    const panel = page.getByRole('region', { name: externalRequest.pending(callLink) })
    await panel.and(page.locator(':focus')).waitFor()
    await requestExternally(page, { by: 'refusedLink', why: 'code' })
    const refused = main(page).getByText(externalRequest.ignored, { exact: true })
    await refused.waitFor()
    await press(page, 'Escape')
    await refused.waitFor({ state: 'detached' })
    expect(await panel.count()).toBe(1)
    await press(page, 'Escape')
    await panel.waitFor({ state: 'detached' })
    await isMainFocused(page)
    expect(await number(page).inputValue()).toBe('+1 415 555 01')
    expect(pageErrors).toEqual([])
    await close()
  })

  it('leaves a field before it closes the panel of a link', async () => {
    const { page, close } = await open('standard')
    await number(page).fill('+1 415 555 01')
    await requestExternally(page, { by: 'link', display: '+1 415 555 0123', link: callLink })
    const panel = page.getByRole('region', { name: externalRequest.pending(callLink) })
    await panel.and(page.locator(':focus')).waitFor()
    await number(page).focus()
    await press(page, 'Escape')
    expect(await panel.count()).toBe(1)
    await press(page, 'Escape')
    await panel.waitFor({ state: 'detached' })
    await close()
  })

  it('closes the notice of a clipboard without a number', async () => {
    const { page, close } = await open('standard')
    await requestExternally(page, { by: 'shortcut', text: null })
    const notice = main(page).getByText(externalRequest.nothingCopied)
    await notice.waitFor()
    await press(page, 'Escape')
    expect(await notice.count()).toBe(1)
    await press(page, 'Escape')
    await notice.waitFor({ state: 'detached' })
    await close()
  })

  it('closes the panel of a pasted row', async () => {
    const { page, close } = await open('standard')
    await chooseAgent(page, 'Renewal reminder')
    await number(page).focus()
    await paste(page, sheet)
    const panel = page.getByRole('region', { name: messages.paste.title })
    await panel.waitFor()
    await press(page, 'Escape')
    expect(await panel.count()).toBe(1)
    await press(page, 'Escape')
    await panel.waitFor({ state: 'detached' })
    await close()
  })
})
