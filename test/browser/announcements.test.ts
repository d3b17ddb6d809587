import { anyNumber, anyText, callLabel, exactly, like, titles } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { recordAnnouncements, takeAnnouncements } from './announced.ts'
import { openedScenes } from './opened-scenes.ts'
import { goTo, number, outcome, placeCall, placeNext, variable } from './scene-steps.ts'

const started = openedScenes()

const hasFocus = (page: Page, name: string) =>
  expect.poll(() => variable(page, name).evaluate((field) => field === document.activeElement)).toBe(true)

const open = async (scene: string) => {
  const opened = await started.open(scene)
  await expect.poll(() => number(opened.page).evaluate((field) => field === document.activeElement)).toBe(true)
  await recordAnnouncements(opened.page)
  return opened
}

/** Fills in a complete call, from the number to the last value, with the keys that a user presses. */
const writeCall = async (page: Page) => {
  await page.keyboard.type('+1 415 555 0299')
  await page.getByText('United States').first().waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Renewal')
  await page.getByRole('option', { name: /Renewal reminder/ }).waitFor()
  await page.keyboard.press('Enter')
  for (const [name, value] of [
    ['customer_name', 'Jane Doe'],
    ['due_date', 'friday'],
    ['amount_due', '120.50'],
  ] as const) {
    await hasFocus(page, name)
    await page.keyboard.type(value)
    if (name !== 'amount_due') await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: callLabel('+1 415 555 0299') }).waitFor()
}

/** Collects announcements until one matches, and returns all of them in order. */
const announcedUntil = async (page: Page, last: RegExp): Promise<string[]> => {
  const announced: string[] = []
  await expect
    .poll(async () => {
      announced.push(...(await takeAnnouncements(page)))
      return announced.some((sentence) => last.test(sentence))
    })
    .toBe(true)
  return announced
}

/** Resolves after the page has changed this many times, for example because it has updated an age. */
const pageChanges = (page: Page, times: number): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        let seen = 0
        new MutationObserver((_changes, observer) => {
          seen += 1
          if (seen < wanted) return
          observer.disconnect()
          resolve()
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    times,
  )

const placed = messages.callState.placed
const textOf = messages.callState.describe
const sending = textOf({ state: 'sending', since: '' })
const sendingSentence = `${sending.title}. ${placed('notYet')}. ${sending.next}`

describe('a call with a screen reader and the keyboard', { timeout: 90_000 }, () => {
  it('announces sending, accepted, ringing and talking once each, and nothing else', async () => {
    const { page, pageErrors, close } = await open('empty')
    await writeCall(page)
    // Screen readers read a field when it receives focus. The fields themselves announce nothing.
    expect(await takeAnnouncements(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    const [first, accepted, ringing, talking, ...more] = await announcedUntil(page, /in conversation/)
    expect(first).toBe(sendingSentence)
    expect(accepted).toMatch(like(`${titles.accepted}. ${messages.call.outcome.run(anyNumber)}. ${placed('yes')}. `))
    expect([ringing, talking, more]).toEqual([
      expect.stringMatching(/ringing/),
      expect.stringMatching(/in conversation/),
      [],
    ])
    await page.keyboard.press('c')
    expect(await announcedUntil(page, /Copied/)).toHaveLength(1)
    // The ages on the screen are updated without an announcement.
    await pageChanges(page, 3)
    expect(await takeAnnouncements(page)).toEqual([])
    expect(pageErrors).toEqual([])
    await close()
  })

  it('announces the confirmation of a second call, and places no call on Escape', async () => {
    const { page, close } = await open('empty')
    await writeCall(page)
    await page.keyboard.press('Control+Enter')
    await announcedUntil(page, like(titles.accepted))
    await page.keyboard.press('r')
    // The called number is selected, so that the user can change it or call it again.
    await expect.poll(() => number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    const question = (await announcedUntil(page, like(messages.repeatCall.questions.calledRecently.title))).at(-1)
    expect(question).toContain(messages.repeatCall.questions.calledRecently.title)
    expect(question).toMatch(like(messages.repeatCall.recentInProgress('+1 415 555 0299', anyText, 'Acme Billing')))
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(messages.common.cancel)
    await page.keyboard.press('Escape')
    expect(await announcedUntil(page, like(messages.repeatCall.cancelled))).toEqual([messages.repeatCall.cancelled])
    expect(await number(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await close()
  })

  it('announces a call with an unknown outcome and what to do, a check, and its manual resolution', async () => {
    const { page, close } = await open('unknown')
    await writeCall(page)
    await page.keyboard.press('Control+Enter')
    const unknown = textOf({ state: 'unknown', cause: 'cut', status: null, detail: '' })
    expect(await announcedUntil(page, like(unknown.title))).toEqual([
      sendingSentence,
      `${unknown.title}. ${placed('unknown')}. ${unknown.next}`,
    ])
    await page.keyboard.press('k')
    expect(await announcedUntil(page, like(messages.reconciliation.noChange))).toEqual([
      messages.reconciliation.noChange,
    ])
    // The countdowns on the screen are updated without an announcement.
    await pageChanges(page, 3)
    expect(await takeAnnouncements(page)).toEqual([])
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
    await dialog.getByRole('radio', { name: messages.reconciliation.dialog.notPlaced }).press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.type('The dashboard has no such run.')
    await dialog.getByRole('button', { name: messages.reconciliation.dialog.save }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const resolved = await announcedUntil(page, like(titles.resolvedNotPlaced))
    expect(resolved.at(-1)).toMatch(like(`${titles.resolvedNotPlaced}. ${placed('no')}.`))
    await close()
  })

  it('withdraws an outcome when another screen opens, because it may change there', async () => {
    const { page, close } = await open('unknown')
    const region = page.locator('output[aria-live=polite]').last()
    await writeCall(page)
    await page.keyboard.press('Control+Enter')
    const unknown = textOf({ state: 'unknown', cause: 'cut', status: null, detail: '' })
    await announcedUntil(page, like(unknown.title))
    await goTo(page, messages.shell.screens.runs)
    await page.locator('tbody tr').first().waitFor()
    expect(await region.textContent()).not.toContain(unknown.title)
    await close()
  })

  it('announces once, when the Call screen opens again, outcomes that changed while another screen was open', async () => {
    const { page, close } = await open('unknown')
    await placeCall(page)
    await outcome(page).getByRole('button', { name: messages.reconciliation.checkNow }).waitFor()
    await placeNext(page, 8)
    await outcome(page).getByRole('button', { name: messages.reconciliation.checkNow }).waitFor()
    const title = titles.resolvedNotPlaced
    for (const [called, announcement] of [
      ['+14155550298', like(`${title}. ${placed('no')}.`)],
      ['+14155550299', exactly(messages.unresolved.resolved('+1 415 555 0299', title))],
    ] as const) {
      await goTo(page, messages.shell.screens.runs)
      await page.locator('tbody tr').first().waitFor()
      await takeAnnouncements(page)
      const isResolved = await page.evaluate(async (phoneNumber) => {
        const listed = await window.api.listCalls({ search: '', after: null, limit: 9 })
        const { callId } = (listed.ok && listed.value.calls.find((call) => call.phoneNumber === phoneNumber)) || {}
        const input = { decision: 'notPlaced', note: 'No such run.' } as const
        return callId !== undefined && (await window.api.resolveCall({ callId, ...input })).ok
      }, called)
      expect(isResolved).toBe(true)
      expect(await takeAnnouncements(page)).toEqual([])
      await goTo(page, messages.shell.screens.call)
      expect(await announcedUntil(page, like(title))).toEqual([expect.stringMatching(announcement)])
    }
    await goTo(page, messages.shell.screens.runs)
    await page.locator('tbody tr').first().waitFor()
    await goTo(page, messages.shell.screens.call)
    await number(page).waitFor()
    await pageChanges(page, 1)
    expect(await takeAnnouncements(page)).toEqual([])
    await close()
  })

  it('announces once that a number is locked', async () => {
    const { page, close } = await open('standard')
    await page.keyboard.type('+1 415 555 0288')
    const locked = exactly(messages.call.number.locked(anyText, 'Cobalt', anyText))
    const announced = await announcedUntil(page, locked)
    expect(announced).toHaveLength(1)
    await pageChanges(page, 1)
    expect(await takeAnnouncements(page)).toEqual([])
    await close()
  })
})
