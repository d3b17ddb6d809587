import { anyText, callLabel, exactly, titles } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Locator } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { requestExternally } from './external-request-scenes.ts'
import { openedScenes } from './opened-scenes.ts'
import { fillCall, number, passKeyRepeatGuard, placeCall, placeNext } from './scene-steps.ts'

const started = openedScenes()

/** Opens a scene whose clock the test can advance. */
const open = (scene: string) => started.open(scene, { before: (page) => page.clock.install() })

const saveNotPlaced = async (dialog: Locator) => {
  await dialog.getByRole('radio', { name: messages.reconciliation.dialog.notPlaced }).press('Space')
  await dialog.getByRole('textbox').fill('The dashboard has no such run.')
  await dialog.getByRole('button', { name: messages.reconciliation.dialog.save }).click()
}

/**
 * Opens the dialog that resolves a call with an unknown outcome, over a form that is ready to call, and chooses an
 * outcome.
 */
const openResolveDialog = async () => {
  const { page, close } = await open('unknown')
  await placeCall(page)
  await page.getByRole('button', { name: messages.reconciliation.checkNow }).waitFor()
  const next = '+1 415 555 0291'
  await number(page).fill(next)
  await page.getByRole('button', { name: callLabel(next) }).waitFor()
  const calls = page.locator('main tbody tr')
  const before = await calls.count()
  for (const key of ['Escape', 'u', 'h']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
  await dialog.getByRole('radio', { name: messages.reconciliation.dialog.placed }).press('Space')
  return { page, close, calls, before, dialog }
}

describe('a call with an unknown outcome', () => {
  it('is checked with K and resolved with H, using only the keyboard', async () => {
    const { page, pageErrors, close } = await open('unknown')
    await placeCall(page)
    await page.getByRole('button', { name: messages.reconciliation.checkNow }).waitFor()
    expect(await page.getByRole('button', { name: messages.reconciliation.callAgain }).count()).toBe(0)
    await number(page).blur()
    await page.keyboard.press('k')
    await page.getByText(messages.reconciliation.noChange).first().waitFor()
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
    await dialog.waitFor()
    await dialog.getByRole('radio', { name: messages.reconciliation.dialog.notPlaced }).press('Space')
    await page.keyboard.press('Tab')
    // Without a note, it shows the error. With a note, it resolves the call from any field.
    await page.keyboard.press('Control+Enter')
    await dialog.getByText(messages.issue.text({ path: [], code: 'note' })).waitFor()
    await page.keyboard.type('The dashboard has no such run.')
    await page.keyboard.press('Control+Enter')
    const outcome = page.getByRole('region', { name: messages.call.outcome.label })
    await outcome.getByText(titles.resolvedNotPlaced).waitFor()
    await outcome.getByRole('button', { name: messages.reconciliation.callAgain }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it.each([
    ['unknown', false, false],
    // The dashboard shows the possible match, but that may be the run of another call.
    ['oneCandidate', true, false],
    ['orphaned', true, true],
  ] as const)('in the scene %s has hints that fit its runs', async (scene, mayHaveRun, hasRun) => {
    const { page, close } = await open(scene)
    await placeCall(page)
    await page.getByRole('button', { name: messages.reconciliation.resolve }).waitFor()
    await number(page).blur()
    await page.keyboard.press('h')
    const { title, placedHint, notPlacedHint } = messages.reconciliation.dialog
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.waitFor()
    expect(await dialog.locator('label small').allTextContents()).toEqual([
      placedHint(mayHaveRun),
      notPlacedHint(hasRun),
    ])
    expect(placedHint(mayHaveRun).includes('dashboard')).toBe(!mayHaveRun)
    await close()
  })

  it('shows the decision and its run as its outcome, although the run is still polled', async () => {
    const { page, close } = await open('orphaned')
    await placeCall(page)
    await page.getByRole('button', { name: messages.reconciliation.resolve }).waitFor()
    await number(page).blur()
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
    await dialog.getByRole('radio', { name: messages.reconciliation.dialog.notPlaced }).press('Space')
    await dialog.getByRole('textbox').fill('The dashboard has no such run.')
    await dialog.getByRole('button', { name: messages.reconciliation.dialog.save }).click()
    const row = page.locator('main tbody tr').first()
    await expect.poll(() => row.getByTitle(messages.lists.table.runFound.possible).count()).toBe(1)
    expect(await row.innerText()).toContain(messages.callState.tagOf('resolvedNotPlaced'))
    await close()
  })

  it('is resolved by pressing Ctrl+Enter twice, which places no call', async () => {
    const { page, close, calls, before, dialog } = await openResolveDialog()
    await page.keyboard.press('Tab')
    await page.keyboard.type('It rang here.')
    // The page's clock is stopped between the presses.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Control+Enter')
    await page.clock.resume()
    await dialog.waitFor({ state: 'detached' })
    await passKeyRepeatGuard(page)
    expect(await calls.count()).toBe(before)
    // Control: a later key press does call.
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => calls.count()).toBe(before + 1)
    await close()
  })

  it('does not cause another call while its dialog is open, even with focus behind the dialog', async () => {
    const { page, close, calls, before, dialog } = await openResolveDialog()
    // The global shortcut fills in the number, and the dialog stays open.
    await requestExternally(page, { by: 'shortcut', text: '+1 415 555 0292' })
    await page.getByText(callLabel('+1 415 555 0292')).waitFor()
    expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-number-field]')?.focus())
    for (const keys of ['Enter', 'Control+Enter']) await page.keyboard.press(keys)
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-call-button]')?.focus())
    for (const keys of ['Enter', 'Space', 'Control+Enter']) await page.keyboard.press(keys)
    await passKeyRepeatGuard(page)
    expect(await calls.count()).toBe(before)
    await close()
  })

  it('stays open while later calls with unknown outcomes are added', async () => {
    const { page, close } = await open('unknown')
    await fillCall(page)
    for (const digit of [1, 2]) await placeNext(page, digit)
    const waiting = page.getByRole('region', { name: messages.unresolved.label })
    const first = waiting.getByRole('button', { name: /0291/ })
    await first.click()
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
    await dialog.getByRole('textbox').fill('Checked with the supervisor')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    for (const digit of [3, 4, 5]) await placeNext(page, digit)
    // The other two calls are older.
    await waiting.getByText(messages.unresolved.more(2)).waitFor()
    expect(await first.getAttribute('aria-expanded')).toBe('true')
    await first.focus()
    await page.keyboard.press('h')
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Checked with the supervisor')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await first.click()
    await waiting.getByText(messages.unresolved.more(3)).waitFor()
    expect(await first.count()).toBe(0)
    await waiting.getByRole('button', { name: /0294/ }).click()
    await page.keyboard.press('h')
    await saveNotPlaced(dialog)
    await waiting.getByText(titles.resolvedNotPlaced).first().waitFor()
    await waiting.getByText(messages.unresolved.more(2)).waitFor()
    const shown = await waiting.innerText()
    expect(shown.indexOf(messages.unresolved.more(2))).toBeLessThan(shown.indexOf(titles.resolvedNotPlaced))
    await close()
  })

  it('opens no dialog for an earlier call if H is pressed just after the latest call was resolved', async () => {
    const { page, close } = await open('unknown')
    await fillCall(page)
    await placeNext(page, 1)
    await page.evaluate(async () => {
      const listed = await window.api.listCalls({ search: '', after: null, limit: 1 })
      const [latest] = listed.ok ? listed.value.calls : []
      if (!latest) throw new Error('The call was not loaded.')
      await window.api.resolveCall({ callId: latest.callId, decision: 'notPlaced', note: 'Checked by another user.' })
    })
    const outcome = page.getByRole('region', { name: messages.call.outcome.label })
    await outcome.getByText(titles.resolvedNotPlaced).first().waitFor()
    const waiting = page.getByRole('region', { name: messages.unresolved.label })
    await waiting.getByRole('button', { expanded: false }).first().waitFor()
    await page.keyboard.press('h')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('u')
    await waiting.getByRole('button', { name: messages.reconciliation.resolve }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('h')
    await page.getByRole('dialog', { name: messages.reconciliation.dialog.title }).waitFor()
    await close()
  })

  it('counts the resolved calls that are not listed, and dismisses all of them at once', async () => {
    const { page, close } = await open('unknown')
    await fillCall(page)
    for (const digit of [1, 2, 3, 4, 5, 6]) await placeNext(page, digit)
    const waiting = page.getByRole('region', { name: messages.unresolved.label })
    const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
    for (const digit of [4, 2, 1, 3, 5]) {
      await waiting.getByRole('button', { name: new RegExp(`029${digit}`) }).click()
      await page.keyboard.press('h')
      await saveNotPlaced(dialog)
      await dialog.waitFor({ state: 'detached' })
    }
    await waiting.getByText(messages.unresolved.moreResolved(2)).waitFor()
    const dismiss = (digit: number) =>
      waiting.getByRole('button', { name: messages.unresolved.dismiss(`+1 415 555 029${digit}`) })
    expect(await dismiss(1).count()).toBe(0)
    await dismiss(4).click()
    await waiting.getByText(messages.unresolved.moreResolved(1)).waitFor()
    await waiting.getByRole('button', { name: messages.unresolved.dismissAll }).click()
    await expect.poll(() => waiting.getByText(titles.resolvedNotPlaced).count()).toBe(0)
    await close()
  })

  it('hands its shortcuts over to the opened earlier call, and shows them only there', async () => {
    const { page, close } = await open('unknown')
    await placeCall(page)
    const outcome = page.getByRole('region', { name: messages.call.outcome.label })
    const waiting = page.getByRole('region', { name: messages.unresolved.label })
    const keysIn = (region: typeof outcome) =>
      region.getByRole('button').evaluateAll((all) =>
        all
          .map((one) => [one.getAttribute('aria-keyshortcuts'), one.querySelector('kbd')?.textContent])
          .filter(([key]) => /^[AKH]$/.test(key ?? ''))
          .map(String),
      )
    const shownIn = async (region: typeof outcome) =>
      (await region.locator('kbd').allTextContents()).filter((key) => /^[AKH]$/.test(key))
    await outcome.getByRole('button', { name: messages.reconciliation.checkNow }).waitFor()
    await number(page).blur()
    expect(await keysIn(outcome)).toEqual(['K,K', 'H,H'])
    await page.keyboard.press('u')
    await waiting.getByRole('button', { name: messages.reconciliation.checkNow }).waitFor()
    expect([await keysIn(outcome), await shownIn(outcome)]).toEqual([[], []])
    expect(await keysIn(waiting)).toEqual(['K,K', 'H,H'])
    await page.keyboard.press('u')
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
    await dialog.getByRole('radio', { name: messages.reconciliation.dialog.notPlaced }).click()
    await dialog.getByRole('textbox').fill('The dashboard has no such run.')
    await dialog.getByRole('button', { name: messages.reconciliation.dialog.save }).click()
    await outcome.getByRole('button', { name: messages.reconciliation.callAgain }).waitFor()
    expect(await keysIn(outcome)).toEqual(['A,A'])
    await waiting.getByRole('button', { expanded: false }).first().click()
    await waiting.getByRole('button', { name: messages.reconciliation.checkNow }).waitFor()
    expect([await keysIn(outcome), await shownIn(outcome)]).toEqual([[], []])
    await close()
  })

  it('is opened from the number that it locks', async () => {
    const { page, close } = await open('standard')
    await fillCall(page)
    await number(page).fill('+1 415 555 0288')
    await page.getByRole('button', { name: messages.common.showCall }).click()
    await page.getByRole('complementary', { name: messages.runs.drawer.label('+1 415 555 0288') }).waitFor()
    expect(await page.locator('tr[aria-current]').textContent()).toContain('+1 415 555 0288')
    await close()
  })

  it('allows the next call while its response is pending', async () => {
    const { page, close } = await open('waiting')
    await placeCall(page)
    await page.getByText(exactly(messages.call.sending(anyText))).waitFor()
    await number(page).fill('+1 415 555 0300')
    await page.getByRole('button', { name: callLabel('+1 415 555 0300') }).waitFor()
    expect(await page.getByRole('heading', { name: messages.call.outcome.previous }).isVisible()).toBe(true)
    await close()
  })
})
