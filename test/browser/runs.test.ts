import { anyNumber, anyText, exactly, startOf } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { CallState } from '../../src/contract/call.ts'
import type { ExternalRequest } from '../../src/contract/external-request.ts'
import { recordAnnouncements, takeAnnouncements } from './announced.ts'
import { requestExternally } from './external-request-scenes.ts'
import { openedScenes } from './opened-scenes.ts'
import { goToRuns, saveView } from './runs-scenes.ts'
import { number, placeCall } from './scene-steps.ts'

const started = openedScenes()

const openRuns = async (scene: string, look?: Parameters<typeof started.open>[1]) => {
  const opened = await started.open(scene, look)
  await goToRuns(opened.page)
  return opened
}

const possible = (runIds: readonly number[]): string =>
  messages.call.outcome.runs({ outcome: { state: 'candidate', runIds: [...runIds] } })

const chosenRow = (page: Page) => page.locator('tr[aria-current]').getAttribute('aria-rowindex')

/** Scrolls frame by frame and measures in each frame how much of the list shows neither a row nor a placeholder. */
const scrollThrough = (steps: readonly number[]) => {
  const list = document.querySelector('table[aria-rowcount]')?.parentElement?.parentElement
  if (!list) throw new Error('There is no list.')
  const { top, bottom, left, width } = list.getBoundingClientRect()
  const heights = [0.15, 0.5, 0.95].map((part) => top + 40 + (bottom - top - 45) * part)
  return new Promise<{ blank: number; coming: number; frames: number }>((resolve) => {
    const seen = { blank: 0, coming: 0, frames: 0 }
    let step = 0
    const checkFrame = () => {
      const rows = heights.map((y) => document.elementFromPoint(left + width / 4, y)?.closest('tr'))
      seen.frames += 1
      if (rows.some((row) => row?.dataset['row'] === undefined)) seen.blank += 1
      if (rows.some((row) => row?.getAttribute('aria-busy') === 'true')) seen.coming += 1
      const by = steps[step]
      step += 1
      if (by === undefined) return resolve(seen)
      list.scrollTop += by
      requestAnimationFrame(() => requestAnimationFrame(checkFrame))
    }
    checkFrame()
  })
}

describe('what the agents learned', { timeout: 60_000 }, () => {
  it('is shown in a column and can be filtered by, and a saved view keeps the filter', async () => {
    const { page, pageErrors, close } = await openRuns('learned')
    const list = page.getByRole('table', { name: messages.runs.list })
    const rows = list.locator('tr[data-call]')
    const learned = rows.filter({ hasText: 'email updated, pays by card · new_email: jane.d@mail.example' })
    await learned.first().waitFor()
    expect(await list.getByRole('columnheader', { name: messages.runs.columns.learned }).isVisible()).toBe(true)
    const reached = await learned.count()
    expect(await rows.count()).toBeGreaterThan(reached)
    const filters = page.getByRole('group', { name: messages.runs.filters.title })
    await filters.getByRole('button', { name: messages.runs.filters.anythingLearned }).press('Enter')
    const menu = page.getByRole('menu', { name: messages.runs.filters.learnedTitle })
    const tag = menu.getByRole('menuitemcheckbox', { name: messages.runs.filters.facets.tag('pays by card') })
    // Enter with a modifier is only a shortcut.
    await tag.press('Control+Enter')
    expect(await tag.isChecked()).toBe(false)
    await tag.click()
    await page.keyboard.press('Escape')
    await expect.poll(() => rows.count()).toBe(reached)
    await filters.getByRole('button', { name: messages.runs.filters.facets.tag('pays by card'), exact: true }).waitFor()
    await saveView(page, 'Card')
    await page.getByRole('button', { name: messages.runs.filters.clear, exact: true }).first().click()
    await expect.poll(() => rows.count()).toBeGreaterThan(reached)
    await page.keyboard.press('v')
    await page.getByRole('menuitem', { name: 'Card', exact: true }).click()
    await expect.poll(() => rows.count()).toBe(reached)
    expect(pageErrors).toEqual([])
    await close()
  })
})

describe('the duration and the cost of calls', { timeout: 60_000 }, () => {
  const filterText = messages.runs.filters
  const column = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
  const filters = (page: Page) => page.getByRole('group', { name: filterText.title })

  const isFocused = (button: Locator) =>
    expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)

  /** Opens a filter with the keyboard and types both ends of its range. */
  const typeRange = async (page: Page, name: string, from: string, to: string) => {
    await filters(page).getByRole('button', { name, exact: true }).press('Enter')
    const field = (end: 'from' | 'to') => page.getByRole('dialog').getByRole('textbox', { name: filterText.ends[end] })
    await expect.poll(() => field('from').evaluate((one) => one === document.activeElement)).toBe(true)
    for (const [text, next] of [
      [from, 'Tab'],
      [to, 'Enter'],
    ] as const) {
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      await page.keyboard.type(text)
      await page.keyboard.press(next)
    }
  }

  it('have columns if the service reported them for any call', async () => {
    const { page, close } = await openRuns('learned')
    const row = page.locator('tr[data-call]').filter({ hasText: 'email updated' }).first()
    await row.getByRole('cell', { name: '1:12', exact: true }).waitFor()
    await row.getByRole('cell', { name: '0.14', exact: true }).waitFor()
    for (const name of [messages.runs.columns.duration, messages.runs.columns.cost])
      expect(await column(page, name).isVisible()).toBe(true)
    await close()
    const { page: other, close: closeOther } = await openRuns('standard')
    expect(await column(other, messages.runs.columns.outcome).isVisible()).toBe(true)
    for (const name of [messages.runs.columns.duration, messages.runs.columns.cost])
      expect(await column(other, name).count()).toBe(0)
    await closeOther()
  })

  it.each([
    [filterText.duration, { from: 60, to: 90 }, '1:00', '90', '73'],
    [filterText.credits, { from: 0.1, to: 0.2 }, '0.1', '0.2', '0.3'],
  ])(
    'can be filtered by with the keyboard, and the filter is announced and removed',
    async (text, range, from, to, more) => {
      const { page, pageErrors, close } = await openRuns('learned')
      const rows = page.locator('tr[data-call]')
      const all = await rows.count()
      await recordAnnouncements(page)
      await typeRange(page, text.any, from, to)
      await expect.poll(() => rows.count()).toBe(2)
      await page.keyboard.press('Escape')
      const chip = (name: string) => filters(page).getByRole('button', { name, exact: true })
      await isFocused(chip(text.shown(range)))
      expect(await takeAnnouncements(page)).toContain(messages.runs.count(2, true, true))
      // The fields start with the current range.
      await typeRange(page, text.shown(range), more, '')
      await expect.poll(() => rows.count()).toBe(0)
      await page.keyboard.press('Escape')
      await isFocused(chip(text.shown({ from: Number(more), to: null })))
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(() => rows.count()).toBe(all)
      await isFocused(chip(text.any))
      const removed = filterText.removed(text.shown({ from: Number(more), to: null }))
      await expect.poll(() => takeAnnouncements(page)).toContain(removed)
      expect(pageErrors).toEqual([])
      await close()
    },
  )

  it('give focus back to the table with J, so that Enter opens the row', async () => {
    const { page, pageErrors, close } = await openRuns('learned')
    const states = filters(page).getByRole('button', { name: filterText.anyState, exact: true })
    await states.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await isFocused(states)
    await page.keyboard.press('j')
    await page.locator('tr[aria-current] button:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('aside[data-details]').waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('say which end of a range is wrong, and keep the filter', async () => {
    const { page, close } = await openRuns('learned')
    const popup = page.getByRole('dialog')
    await typeRange(page, filterText.duration.any, '1:75', '20')
    await popup.getByText(filterText.duration.error).waitFor()
    expect(await popup.getByRole('textbox', { name: filterText.ends.from }).getAttribute('aria-invalid')).toBe('true')
    await popup.getByRole('textbox', { name: filterText.ends.from }).fill('30')
    await page.keyboard.press('Enter')
    await popup.getByText(filterText.maximumTooLow).waitFor()
    await page.keyboard.press('Escape')
    await filters(page).getByRole('button', { name: filterText.duration.any, exact: true }).waitFor()
    await close()
  })
})

describe('the details of a call that is over', { timeout: 60_000 }, () => {
  it('scroll to the transcript and to the player once they are loaded', async () => {
    const { page, pageErrors, close } = await openRuns('learned', { width: 960, height: 640 })
    const row = page.locator('tr[data-call]').filter({ hasText: 'email updated' }).last()
    await row.getByRole('button').click()
    const drawer = page.locator('aside[data-details]')
    await drawer.getByText(exactly(messages.runs.drawer.updatedAt(anyText))).waitFor()
    // The note moves what follows it out of view.
    await page.keyboard.press('n')
    await drawer.getByRole('textbox').fill('A line of the note.\n'.repeat(60))
    await page.keyboard.press('Control+Enter')
    await drawer.getByRole('textbox').waitFor({ state: 'detached' })
    for (const [key, part] of [
      ['t', drawer.getByRole('list', { name: messages.runs.talk.transcript }).getByRole('listitem').first()],
      ['l', drawer.getByRole('group', { name: messages.runs.talk.player })],
    ] as const) {
      await drawer.evaluate((element) => element.scrollTo(0, 0))
      await page.keyboard.press(key)
      await part.waitFor()
      await expect
        .poll(() => part.evaluate((element) => element.getBoundingClientRect().bottom <= window.innerHeight))
        .toBe(true)
    }
    expect(pageErrors).toEqual([])
    await close()
  })

  it('load the call’s run from the service without a key press', async () => {
    const { page, pageErrors, close } = await openRuns('learned')
    const row = page.locator('tr[data-call]').filter({ hasText: 'email updated' }).last()
    await row.getByRole('button').click()
    const drawer = page.locator('aside[data-details]')
    await drawer.getByText(exactly(messages.runs.drawer.updatedAt(anyText))).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('say that its data was erased on this computer, and that the run is what the service still has', async () => {
    const { page, pageErrors, close } = await openRuns('learned')
    await page.evaluate(() => {
      const { getCall } = window.api
      const getErased: typeof window.api.getCall = async (input) => {
        const found = await getCall(input)
        if (!found.ok) return found
        const call = { ...found.value.call, phoneNumber: '', phoneNumberDisplay: '' }
        return { ok: true, value: { ...found.value, call, initialContext: {}, erasedAt: call.preparedAt } }
      }
      Object.assign(window.api, { getCall: getErased })
    })
    await page.locator('tr[data-call]').filter({ hasText: 'email updated' }).last().getByRole('button').click()
    const drawer = page.locator('aside[data-details]')
    await drawer.getByText(messages.support.runDetails.called).waitFor()
    expect(await drawer.getByText(messages.runs.drawer.stillAtService).count()).toBe(1)
    expect(await drawer.getByText(messages.runs.drawer.contextErased, { exact: true }).count()).toBe(1)
    expect(await drawer.getByText(messages.runs.drawer.noContext, { exact: true }).count()).toBe(0)
    expect(pageErrors).toEqual([])
    await close()
  })

  it('show the checksum of saved evidence in the visible area, even if the button is at its end', async () => {
    const { page, close } = await openRuns('learned')
    const row = page.locator('tr[data-call]').filter({ hasText: 'email updated' }).last()
    await row.getByRole('button').click()
    const drawer = page.locator('aside[data-details]')
    await drawer.getByText(exactly(messages.runs.drawer.updatedAt(anyText))).waitFor()
    const { evidence } = messages.support
    await drawer.getByRole('button', { name: evidence.save, exact: true }).click()
    const copy = drawer.getByRole('button', { name: messages.common.copyLabel(evidence.checksum), exact: true })
    await copy.waitFor()
    const bottomOf = (element: SVGElement | HTMLElement) => element.getBoundingClientRect().bottom
    expect(await copy.evaluate(bottomOf)).toBeLessThanOrEqual(await drawer.evaluate(bottomOf))
    await close()
  })
})

describe('a call with possible runs', { timeout: 60_000 }, () => {
  it.each([
    ['candidate', [48_219, 48_220]],
    ['oneCandidate', [48_219]],
  ] as const)(
    'marks their IDs in Today, the list and the details, with the recording and report of each (%s)',
    async (scene, ids) => {
      const { page, pageErrors, close } = await started.open(scene)
      await placeCall(page)
      const today = page.getByRole('table', { name: messages.call.today.title })
      await today.getByText(possible(ids), { exact: true }).waitFor()
      await goToRuns(page)
      const shown = ids.length > 1 ? `${ids[0]} +${ids.length - 1}` : `${ids[0]}?`
      const row = page.locator('tr[data-call]').filter({ hasText: shown })
      await row.getByRole('button').click()
      const drawer = page.locator('aside[data-details]')
      await drawer.getByRole('heading', { name: possible(ids), exact: true }).waitFor()
      const choice = drawer.getByRole('group', { name: messages.runs.drawer.possibleRuns(ids.length) })
      const last = messages.runs.drawer.run(ids.at(-1) ?? 0)
      await choice.getByText(messages.runs.drawer.possibleRuns(ids.length), { exact: true }).waitFor()
      await choice.getByRole('button', { name: last, exact: true }).click()
      await choice.locator('[aria-pressed=true]').getByText(last).waitFor()
      await drawer.getByRole('button', { name: messages.runs.talk.listen }).waitFor()
      await drawer.getByText(exactly(messages.runs.drawer.updatedAt(anyText))).waitFor()
      expect(await drawer.getByText(messages.runs.drawer.noRun).count()).toBe(0)
      expect(pageErrors).toEqual([])
      await close()
    },
  )
})

describe('a run that is no longer polled', { timeout: 60_000 }, () => {
  it.each(['stale', 'ended'])('is read again when its call is opened (%s)', async (scene) => {
    const { page, pageErrors, close } = await started.open(scene)
    await placeCall(page)
    await page.evaluate(() => {
      const { followRun } = window.api
      const noted: typeof followRun = (input) => {
        document.body.dataset['followed'] = input.callId
        return followRun(input)
      }
      Object.assign(window.api, { followRun: noted })
    })
    await goToRuns(page)
    await page.locator('tr[data-call]').first().getByRole('button').click()
    await page.locator('body[data-followed]').waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })
})

describe('the run of a call that a person resolved', { timeout: 60_000 }, () => {
  it('is read again when the call is opened, and its transcript is the one of the call’s own run', async () => {
    const { page, pageErrors, close } = await started.open('stale')
    await placeCall(page)
    await page.evaluate(() => {
      const { followRun, getCall, readTranscript } = window.api
      const noted: typeof followRun = (input) => {
        document.body.dataset['followed'] = input.callId
        return followRun(input)
      }
      const notedTranscript: typeof readTranscript = (input) => {
        document.body.dataset['transcript'] = String(input.workflowRunId)
        return readTranscript(input)
      }
      const resolved: typeof getCall = async (input) => {
        const found = await getCall(input)
        if (!found.ok || found.value.call.outcome.state !== 'accepted') return found
        const { call } = found.value
        const decision = { decision: 'placed', who: 'ana', at: call.changedAt, note: '' } as const
        const own = found.value.call.outcome.workflowRunId
        document.body.dataset['own'] = String(own)
        const outcome: CallState = { state: 'closedByOperator', ...decision, runIds: [own - 1, own], ownRunIds: [own] }
        return { ...found, value: { ...found.value, call: { ...call, outcome } } }
      }
      Object.assign(window.api, { followRun: noted, getCall: resolved, readTranscript: notedTranscript })
    })
    await goToRuns(page)
    await page.locator('tr[data-call]').first().getByRole('button').click()
    await page.locator('body[data-followed]').waitFor()
    await page.locator('aside[data-details]').getByRole('button', { name: messages.runs.talk.showTranscript }).click()
    await page.locator('body[data-transcript]').waitFor()
    const [own, transcript] = await page
      .locator('body')
      .evaluate(({ dataset }) => [dataset['own'], dataset['transcript']])
    expect(transcript).toBe(own)
    expect(pageErrors).toEqual([])
    await close()
  })
})

describe('a history of a million calls', { timeout: 60_000 }, () => {
  it('scrolls without blank rows', async () => {
    const { page, pageErrors, close } = await openRuns('million')
    const steady = await page.evaluate(
      scrollThrough,
      Array.from({ length: 60 }, () => 700),
    )
    expect(steady).toMatchObject({ blank: 0, coming: 0 })
    expect(steady.frames).toBeGreaterThan(50)
    // After a fast scroll over hundreds of thousands of rows, placeholders are shown until the calls are loaded.
    const fast = await page.evaluate(
      scrollThrough,
      Array.from({ length: 40 }, () => 700_000),
    )
    expect(fast.blank).toBe(0)
    await page.locator('tr[aria-busy]').first().waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('goes to the oldest call and back with a single key, and moves by page and by row', async () => {
    const { page, close } = await openRuns('million')
    await page.keyboard.press('End')
    await page.locator('tr[aria-rowindex="1000001"][aria-current]').waitFor()
    expect(await page.evaluate(scrollThrough, [0])).toMatchObject({ blank: 0 })
    await page.getByText('row 1,000,000', { exact: true }).waitFor()
    await page.keyboard.press('k')
    await expect.poll(() => chosenRow(page)).toBe('1000000')
    const visibleRows = await page.locator('tr[data-call]').count()
    await page.keyboard.press('PageUp')
    await expect.poll(async () => Number(await chosenRow(page))).toBeLessThan(1_000_000 - 5)
    expect(visibleRows).toBeLessThan(60)
    await page.keyboard.press('Home')
    await expect.poll(() => chosenRow(page)).toBe('2')
    await page.keyboard.press('PageDown')
    await expect.poll(async () => Number(await chosenRow(page))).toBeGreaterThan(10)
    await close()
  })

  it('does nothing with C and R while the call of the selected row is being loaded', async () => {
    const { page, pageErrors, close } = await openRuns('million')
    await page.evaluate(() => {
      const { listCalls } = window.api
      const getCall: typeof window.api.getCall = async ({ callId }) => {
        const found = await listCalls({ search: '', after: null, limit: 100 })
        const call = found.ok ? found.value.calls.find((one) => one.callId === callId) : undefined
        if (call === undefined) throw new Error('There is no such call.')
        return { ok: true, value: { call, initialContext: {}, erasedAt: null, events: [], learned: null, note: null } }
      }
      Object.assign(window.api, { getCall })
    })
    await page.locator('tr[data-call]').first().getByRole('button').click()
    await page.getByRole('heading', { name: messages.runs.drawer.request }).waitFor()
    await page.evaluate(() => void Object.assign(window.api, { listCalls: () => new Promise(() => {}) }))
    await page.keyboard.press('End')
    await page.locator('tr[aria-rowindex="1000001"][aria-current][aria-busy]').waitFor()
    await recordAnnouncements(page)
    await page.keyboard.press('c')
    await page.keyboard.press('r')
    await page.keyboard.press('/')
    await page.keyboard.type('x')
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('x')
    expect((await takeAnnouncements(page)).join()).not.toContain(messages.common.copied(''))
    expect(pageErrors).toEqual([])
    await close()
  })

  it('scrolls beyond the height of the tallest element that a browser can draw', async () => {
    const { page, close } = await openRuns('million')
    await page.keyboard.press('End')
    await page.locator('tr[aria-rowindex="1000001"][aria-current]').waitFor()
    // Scroll up past the rows that are laid out and back down. No row may be missing or repeated.
    const up = await page.evaluate(
      scrollThrough,
      Array.from({ length: 30 }, () => -900_000),
    )
    expect(up.blank).toBe(0)
    const rows = await page.locator('tr[data-row]').evaluateAll((all) => all.map((row) => Number(row.dataset['row'])))
    expect(rows.every((row, index) => index === 0 || row === (rows[index - 1] ?? 0) + 1)).toBe(true)
    expect(rows[0]).toBeLessThan(300_000)
    await close()
  })

  it('counts search results as long as counting is fast, and says when the search index is still being built', async () => {
    const { page, close } = await openRuns('million')
    await page.keyboard.press('/')
    await page.keyboard.type('555')
    const count = page.getByText(messages.runs.count(5_000, false, true))
    await count.waitFor()
    expect(await count.textContent()).toContain(messages.runs.preparing(12_000))
    await close()
  })
})

describe('the history', { timeout: 60_000 }, () => {
  it('writes a note with N and Ctrl+Enter, shows it in the row, and keeps a draft after Escape', async () => {
    const { page, close } = await openRuns('standard')
    await page.keyboard.press('j')
    await page.keyboard.press('n')
    const field = page.getByRole('textbox', { name: messages.runs.note.field })
    await field.waitFor()
    await page.keyboard.type('calls back on friday')
    await page.keyboard.press('Control+Enter')
    await field.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: messages.runs.note.edit }).waitFor()
    // Focus is on the button that shows the field again. Its shortcut opens the field.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(messages.runs.note.edit)
    await page.keyboard.press('n')
    await page.keyboard.type(' or monday')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    const drawer = page.getByRole('complementary')
    expect(await drawer.getByText('calls back on friday', { exact: true }).count()).toBe(1)
    await drawer.getByText(messages.runs.note.draft).waitFor()
    await page.keyboard.press('n')
    await expect.poll(() => field.inputValue()).toBe('calls back on friday or monday')
    await page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: messages.runs.note.discard }).press('Enter')
    await drawer.getByText(messages.runs.note.draft).waitFor({ state: 'detached' })
    const edit = drawer.getByRole('button', { name: messages.runs.note.edit })
    await edit.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.keyboard.type('back on friday')
    await page.getByText(messages.runs.count(1, true, true), { exact: true }).waitFor()
    expect(await page.locator('tr[data-call] mark').textContent()).toBe('back on friday')
    await close()
  })

  it('replaces the previous search after /', async () => {
    const { page, close } = await openRuns('standard')
    await page.keyboard.press('/')
    await page.keyboard.type('48002')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('/')
    await page.keyboard.type('0139')
    expect(await page.getByRole('searchbox').inputValue()).toBe('0139')
    await close()
  })

  it('finds a run by its ID and opens it with Enter, and the shortcuts apply to it', async () => {
    const { page, close } = await openRuns('standard')
    await page.getByRole('table', { name: messages.runs.list }).getByRole('button').first().click()
    await page.locator('aside[data-details]').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('48002')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: messages.runs.drawer.run(48_002) }).waitFor()
    expect(await page.getByRole('searchbox').evaluate((field) => field === document.activeElement)).toBe(false)
    await recordAnnouncements(page)
    await page.keyboard.press('c')
    await expect.poll(() => takeAnnouncements(page)).toContain(messages.common.copied('48002'))
    await close()
  })

  it('plays with Space, seeks five seconds with the arrow keys, and keeps the selected row', async () => {
    const { page, pageErrors, close } = await openRuns('standard')
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)
    const row = await chosenRow(page)
    await page.getByRole('button', { name: messages.runs.talk.listen }).waitFor()
    // On a busy machine, the drawer, which handles this key, may be rendered only after the key press.
    const position = page.getByRole('slider', { name: messages.runs.talk.position })
    await expect
      .poll(async () => (await page.keyboard.press('l'), position.isVisible()), { interval: 2_000 })
      .toBe(true)
    await position.focus()
    const at = async () => Number(await position.inputValue())
    await expect.poll(at).toBeGreaterThan(0.3)
    if (await page.getByRole('button', { name: messages.runs.talk.pause }).isVisible())
      await page.keyboard.press('Space')
    await page.getByRole('button', { name: messages.runs.talk.play }).waitFor()
    const positionBefore = await at()
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'PageUp', 'ArrowLeft']) await page.keyboard.press(key)
    expect(await at()).toBe(20)
    expect(await position.getAttribute('aria-valuetext')).toBe(messages.runs.talk.at('0:20', '1:12'))
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: messages.runs.talk.pause }).waitFor()
    await expect.poll(at).toBeGreaterThan(20.3)
    await page.keyboard.press('End')
    expect(await at()).toBe(72)
    await page.keyboard.press('Home')
    expect(await at()).toBe(0)
    expect(positionBefore).toBeLessThan(40)
    expect(await chosenRow(page)).toBe(row)
    // Selecting the next call stops the recording.
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: messages.runs.drawer.close }).focus()
    await page.keyboard.press('j')
    await position.waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
    await close()
  })

  it('shows the transcript with T and plays the recording with L; both keys retry after a failure', async () => {
    const { page, pageErrors, close } = await openRuns('talkFails')
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('button', { name: messages.runs.talk.listen }).waitFor()
    const failed = page.getByText(messages.runs.talk.recordingFailed)
    await expect.poll(async () => (await page.keyboard.press('l'), failed.isVisible())).toBe(true)
    expect(await page.getByRole('button', { name: messages.runs.talk.listen }).count()).toBe(0)
    await page.keyboard.press('t')
    await page.getByText(messages.runs.talk.noTranscript).waitFor()
    // The same keys reload what could not be loaded or was missing.
    await page.evaluate(() => {
      const { api } = window
      const { openRecording, readTranscript } = api
      api.openRecording = (run) => ((document.title += ' recording'), openRecording(run))
      api.readTranscript = (run) => ((document.title += ' transcript'), readTranscript(run))
    })
    for (const key of ['l', 't']) await page.keyboard.press(key)
    await expect.poll(() => page.title()).toBe(`${messages.shell.app} recording transcript`)
    expect(pageErrors).toEqual([])
    await close()
  })

  it.each([
    [960, 640],
    [640, 400],
    [1280, 800],
  ])('scrolls within the list, not the screen, in a window of %i by %i', async (width, height) => {
    const { page, close } = await started.open('standard', { width, height })
    await goToRuns(page)
    const main = page.getByRole('main')
    const hiddenHeight = () => main.evaluate((one) => one.scrollHeight - one.clientHeight)
    expect(await hiddenHeight()).toBe(0)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.locator('aside[data-details] h2').waitFor()
    expect(await hiddenHeight()).toBe(0)
    await close()
  })

  it('shows the name of the agent in the smallest window', async () => {
    const { page, close } = await started.open('odd', { width: 960, height: 640 })
    await goToRuns(page)
    const widths = await page
      .locator('thead th')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    expect(widths[3]).toBeGreaterThan(200)
    const now = new Date(2026, 10, 21).getTime()
    const longest = messages.time.shortWithTime(new Date(now - 60_000).toISOString(), now)
    await page
      .locator('tbody td')
      .first()
      .evaluate((cell, text) => (cell.textContent = text), longest)
    // The other columns are wide enough that the longest time, number and run ID are not cut off.
    const cut = await page
      .locator('tbody td:nth-child(1), tbody td:nth-child(3), tbody td:nth-child(5)')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
    expect(cut).toBe(0)
    await close()
  })

  it('shows the day of an older call in its timeline', async () => {
    const { page, close } = await openRuns('odd')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const time = page.locator('aside[data-details] ol time').first()
    const at = (await time.getAttribute('datetime')) ?? ''
    expect(await time.textContent()).toBe(messages.time.exact(at, Date.now()))
    expect(messages.time.exact(at, Date.now())).not.toBe(messages.time.exact(at, Date.parse(at)))
    await close()
  })

  it('saves, applies and deletes a view', async () => {
    const { page, close } = await openRuns('standard')
    await page.getByRole('button', { name: messages.runs.filters.anyState }).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByText(exactly(messages.runs.count(anyNumber, true, true))).waitFor()
    await saveView(page, 'To checkFrame at')
    await page.getByRole('button', { name: messages.runs.filters.clear, exact: true }).click()
    await page.getByText(messages.runs.count(1_202, true, false)).waitFor()
    await page.locator('body').press('v')
    await page.getByRole('menuitem', { name: 'To checkFrame at', exact: true }).press('Enter')
    await page.getByText(exactly(messages.runs.count(anyNumber, true, true))).waitFor()
    expect(await page.getByRole('button', { name: 'To checkFrame at' }).count()).toBe(1)
    await page.getByRole('button', { name: 'To checkFrame at' }).click()
    await page.getByRole('menuitem', { name: messages.runs.views.delete('To checkFrame at') }).click()
    await page.getByRole('button', { name: messages.runs.views.button }).waitFor()
    await close()
  })
})

describe('the text in a dialog', { timeout: 60_000 }, () => {
  const typeViewName = async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: messages.runs.views.button }).click()
    await page.getByRole('menuitem', { name: messages.runs.views.saveAs }).click()
    const field = page.getByRole('dialog').getByRole('textbox', { name: messages.runs.views.name })
    await field.fill('To check')
    return field
  }
  /** Checks that the dialog has kept its text, and closes it. */
  const closeDialog = async (page: Page, field: Locator): Promise<void> => {
    expect(await field.inputValue()).toBe('To check')
    await page.keyboard.press('Escape')
  }

  it.each<[string, ExternalRequest, (page: Page) => Locator]>([
    [
      'a notification',
      { by: 'notification', callId: null },
      (page) => page.getByRole('heading', { name: messages.settings.title }),
    ],
    ['the global shortcut', { by: 'shortcut', text: '+1 415 555 0292' }, number],
  ])('is kept until the dialog is closed, and then the screen that %s opens is shown', async (_by, request, shown) => {
    const { page, pageErrors, close } = await openRuns('standard')
    const field = await typeViewName(page)
    await requestExternally(page, request)
    await page.getByRole('dialog').getByText(messages.common.opensAfterDialog).waitFor()
    // Another screen would be rendered by the second frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await closeDialog(page, field)
    await shown(page).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })

  it('is kept when a list that the user resumed before is refused', async () => {
    const before = (page: Page) =>
      page.addInitScript(() => {
        const refused = Promise.withResolvers()
        const failure = { kind: 'unavailable', cause: 'cut' }
        Object.assign(window, { refuse: () => refused.resolve({ ok: false, failure }) })
        Object.assign(window.api, { startList: () => refused.promise })
      })
    const { page, pageErrors, close } = await started.open('listInterrupted', { before })
    await goToRuns(page)
    await page.getByRole('button', { name: startOf(messages.lists.run.resume(134)) }).click()
    const field = await typeViewName(page)
    await recordAnnouncements(page)
    await page.evaluate('refuse()')
    const { title } = messages.failure.describe({ kind: 'unavailable', cause: 'cut' })
    await expect.poll(() => takeAnnouncements(page)).toContain(title)
    await closeDialog(page, field)
    await page.getByText(messages.lists.run.resumeFailed, { exact: true }).waitFor()
    expect(pageErrors).toEqual([])
    await close()
  })
})
