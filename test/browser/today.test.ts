import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { messages } from '../../src/messages/index.ts'
import { fakeOrganizationDay } from '../support/fake-api/numbers.ts'
import { exactly, anyText } from '../support/messages/patterns.ts'
import { showOrganization } from './after-call-scenes.ts'
import { openList } from './lists-scenes.ts'
import { openedScenes } from './opened-scenes.ts'
import { number } from './scene-steps.ts'

const started = openedScenes()
const dayText = messages.day
const scopes = dayText.scopes(false)
const today = (page: Page) => page.getByRole('region', { name: messages.call.today.title, exact: true })
const scope = (page: Page, name: string) => today(page).getByRole('button', { name, exact: true })

it(
  'switches between the profile, all profiles and the organization using the keyboard',
  { timeout: 60_000 },
  async () => {
    const { page, pageErrors, close } = await started.open('standard')
    await number(page).waitFor()
    await today(page).getByRole('table', { name: messages.call.today.title }).waitFor()
    await scope(page, scopes.everyProfile).press('Enter')
    await today(page).getByRole('table', { name: messages.call.today.title }).waitFor()
    await scope(page, scopes.organization).press('Enter')
    expect(await scope(page, scopes.organization).getAttribute('aria-pressed')).toBe('true')
    await today(page)
      .getByText(exactly(dayText.updated(anyText)))
      .waitFor()
    await today(page).getByText(dayText.calls(47, false), { exact: true }).waitFor()
    await today(page).getByText(dayText.resolved, { exact: true }).waitFor()
    // The organization's calls are only counted, not listed, because this computer has no record of them.
    expect(await today(page).getByRole('table').count()).toBe(0)
    await scope(page, scopes.profile).press('Enter')
    await today(page).getByRole('table', { name: messages.call.today.title }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  },
)

it(
  'shows the same numbers as charts and as tables, and says that the list is not complete',
  { timeout: 60_000 },
  async () => {
    const { page, pageErrors, close } = await started.open('uncounted')
    await showOrganization(page)
    await today(page).getByText(dayText.incomplete(52, 1_120), { exact: true }).waitFor()
    await today(page).getByText(dayText.calls(47, true), { exact: true }).waitFor()
    const { summary } = fakeOrganizationDay(Date.now())
    const chart = today(page).getByRole('img', { name: dayText.chart(summary.hours) })
    await chart.waitFor()
    await today(page).getByRole('button', { name: dayText.asTable }).press('Enter')
    await chart.waitFor({ state: 'detached' })
    for (const [name, rows] of [
      [dayText.byHour, summary.hours],
      [dayText.byAgent, summary.agents],
    ] as const) {
      const last = today(page).getByRole('table', { name }).getByRole('row').locator('td:last-child')
      expect(await last.allTextContents()).toEqual(rows.map(({ calls }) => String(calls)))
    }
    expect(pageErrors).toEqual([])
    await close()
  },
)

it('does not say that there are no calls if none of today’s runs was counted', { timeout: 60_000 }, async () => {
  const { page, close } = await started.open('noneCounted')
  await number(page).waitFor()
  await scope(page, scopes.organization).click()
  await today(page).getByText(dayText.incomplete(0, 6), { exact: true }).waitFor()
  expect(await today(page).getByText(dayText.noCalls.organization).count()).toBe(0)
  expect(await today(page).getByText(dayText.resolved).count()).toBe(0)
  await close()
})

it('says why the organization’s calls cannot be loaded', { timeout: 60_000 }, async () => {
  const { page, close } = await started.open('dayFails')
  await number(page).waitFor()
  await scope(page, scopes.organization).click()
  await today(page).getByText(dayText.failed).waitFor()
  expect(await today(page).getByRole('heading', { name: dayText.byHour }).count()).toBe(0)
  await close()
})

it('has room for the longest state in Today and in a list', { timeout: 60_000 }, async () => {
  const tag = messages.callState.tagOf('resolvedNotPlaced')
  for (const scene of ['standard', 'listPaused']) {
    const { page, close } = await started.open(scene)
    if (scene === 'listPaused') await openList(page)
    const cell = page.locator(scene === 'standard' ? 'tbody td:nth-child(2)' : 'tr[data-row] td:nth-child(2)').first()
    await cell.waitFor()
    const isCut = await cell.evaluate((node, text) => {
      const word = node.querySelector('span')?.lastChild
      if (word) word.textContent = text
      return node.scrollWidth > node.clientWidth
    }, tag)
    expect(await cell.textContent()).toBe(tag)
    expect(isCut).toBe(false)
    await close()
  }
})

it('shows the actions of every call in a small window and at 200%', { timeout: 60_000 }, async () => {
  const { page, close } = await started.open('standard')
  await number(page).waitFor()
  const table = today(page).getByRole('table', { name: messages.call.today.title })
  const row = table.getByRole('row').nth(1)
  // The sizes in CSS pixels of the smallest window, and of both test sizes at 200%.
  for (const [width, height] of [
    [960, 640],
    [640, 400],
    [480, 320],
  ] as const) {
    await page.setViewportSize({ width, height })
    const action = row.getByRole('button').last()
    // A button that already has focus is not scrolled into view.
    await action.blur()
    await action.focus()
    const isHit = await action.evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
    })
    expect([width, isHit]).toEqual([width, true])
    const heights = await table
      .getByRole('row')
      .evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThan(110)
  }
  await close()
})
