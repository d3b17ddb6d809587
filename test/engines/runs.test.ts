import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { openedScenes } from './opened-scenes.ts'
import { goToRuns, saveView } from './runs-scenes.ts'

const started = openedScenes()

const openRuns = async (scene: string) => {
  const opened = await started.open(scene)
  await goToRuns(opened.page)
  return opened
}

/** A busy machine takes its time. */
const patient = { timeout: 15_000 }

const chosenRow = (page: Page) => page.locator('tr[aria-current]').getAttribute('aria-rowindex')

/** Scrolls frame by frame, and counts in each frame how much of the list shows neither a row nor the bar that keeps its place. */
const scrollThrough = (steps: readonly number[]) => {
  const list = document.querySelector('table[aria-rowcount]')?.parentElement?.parentElement
  if (!list) throw new Error('There is no list.')
  const { top, bottom, left, width } = list.getBoundingClientRect()
  const heights = [0.15, 0.5, 0.95].map((part) => top + 40 + (bottom - top - 45) * part)
  return new Promise<{ blank: number; coming: number; frames: number }>((resolve) => {
    const seen = { blank: 0, coming: 0, frames: 0 }
    let step = 0
    const look = () => {
      const rows = heights.map((y) => document.elementFromPoint(left + width / 4, y)?.closest('tr'))
      seen.frames += 1
      if (rows.some((row) => row?.dataset['row'] === undefined)) seen.blank += 1
      if (rows.some((row) => row?.getAttribute('aria-busy') === 'true')) seen.coming += 1
      const by = steps[step]
      step += 1
      if (by === undefined) return resolve(seen)
      list.scrollTop += by
      requestAnimationFrame(() => requestAnimationFrame(look))
    }
    look()
  })
}

describe('a history of a million calls', { timeout: 60_000 }, () => {
  it('scrolls without a blank, with every row there as it comes into sight', async () => {
    const { page, complaints, close } = await openRuns('million')
    const slow = await page.evaluate(
      scrollThrough,
      Array.from({ length: 60 }, () => 700),
    )
    expect(slow).toMatchObject({ blank: 0, coming: 0 })
    expect(slow.frames).toBeGreaterThan(50)
    // Thrown through hundreds of thousands of rows, the bars keep the places until the calls are there.
    const fast = await page.evaluate(
      scrollThrough,
      Array.from({ length: 40 }, () => 700_000),
    )
    expect(fast.blank).toBe(0)
    await page.locator('tr[aria-busy]').first().waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })

  it('goes to the oldest and back with one key each, page by page between, and row by row', async () => {
    const { page, close } = await openRuns('million')
    await page.keyboard.press('End')
    await page.locator('tr[aria-rowindex="1000001"][aria-current]').waitFor()
    expect(await page.evaluate(scrollThrough, [0])).toMatchObject({ blank: 0 })
    await page.getByText('row 1,000,000', { exact: true }).waitFor()
    await page.keyboard.press('k')
    await expect.poll(() => chosenRow(page), patient).toBe('1000000')
    const inSight = await page.locator('tr[data-call]').count()
    await page.keyboard.press('PageUp')
    await expect.poll(async () => Number(await chosenRow(page)), patient).toBeLessThan(1_000_000 - 5)
    expect(inSight).toBeLessThan(60)
    await page.keyboard.press('Home')
    await expect.poll(() => chosenRow(page), patient).toBe('2')
    await page.keyboard.press('PageDown')
    await expect.poll(async () => Number(await chosenRow(page)), patient).toBeGreaterThan(10)
    await close()
  })

  it('is walked through beyond the tallest element a browser draws', async () => {
    const { page, close } = await openRuns('million')
    await page.keyboard.press('End')
    await page.locator('tr[aria-rowindex="1000001"][aria-current]').waitFor()
    // Up over the edge of the stretch that is laid out, and down again: no row is missing and none comes twice.
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

  it('counts what a search finds as far as that is quick, and says that the search is being prepared', async () => {
    const { page, close } = await openRuns('million')
    await page.keyboard.press('/')
    await page.keyboard.type('555')
    const told = page.getByText(/^5,000\+ found/)
    await told.waitFor()
    expect(await told.textContent()).toContain('still being prepared: 12,000 older calls')
    await close()
  })
})

describe('the history under the hands', { timeout: 60_000 }, () => {
  it('takes a note by N and Ctrl+Enter, shows it in the row, and gives one up by Esc without losing the drawer', async () => {
    const { page, close } = await openRuns('desk')
    await page.keyboard.press('j')
    await page.keyboard.press('n')
    const field = page.getByRole('textbox', { name: 'Note to this call' })
    await field.waitFor()
    await page.keyboard.type('calls back on friday')
    await page.keyboard.press('Control+Enter')
    await field.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    // The button that brings the field back has the focus, and its key the field.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Edit')
    await page.keyboard.press('n')
    await page.keyboard.type(' or monday')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    expect(await page.getByRole('complementary').getByText('calls back on friday', { exact: true }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.keyboard.type('back on friday')
    await page.getByText('1 found', { exact: true }).waitFor()
    expect(await page.locator('tr[data-call] mark').textContent()).toBe('back on friday')
    await close()
  })

  it('finds a run by its id and opens it with Enter, in the face of filters', async () => {
    const { page, close } = await openRuns('desk')
    await page.keyboard.press('/')
    await page.keyboard.type('48002')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'run 48002' }).waitFor()
    expect(await page.getByRole('searchbox').evaluate((field) => field === document.activeElement)).toBe(false)
    await close()
  })

  it('plays by Space, goes five seconds by the arrows, and leaves the list where it is', async () => {
    const { page, complaints, close } = await openRuns('desk')
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)
    const row = await chosenRow(page)
    await page.getByRole('button', { name: 'Listen' }).waitFor()
    // The keys of the drawer are heard from its first picture on, which a busy machine paints late.
    const position = page.getByRole('slider', { name: 'Position in the recording' })
    await expect
      .poll(async () => (await page.keyboard.press('p'), position.isVisible()), { interval: 2_000, timeout: 20_000 })
      .toBe(true)
    await position.focus()
    const at = async () => Number(await position.inputValue())
    await expect.poll(at, { timeout: 10_000 }).toBeGreaterThan(0.3)
    if (await page.getByRole('button', { name: 'Pause' }).isVisible()) await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Play' }).waitFor()
    const stood = await at()
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'PageUp', 'ArrowLeft']) await page.keyboard.press(key)
    expect(await at()).toBe(20)
    expect(await position.getAttribute('aria-valuetext')).toBe('0:20 of 1:12')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await expect.poll(at, { timeout: 10_000 }).toBeGreaterThan(20.3)
    await page.keyboard.press('End')
    expect(await at()).toBe(72)
    await page.keyboard.press('Home')
    expect(await at()).toBe(0)
    expect(stood).toBeLessThan(40)
    expect(await chosenRow(page)).toBe(row)
    // Stepping on to the next call ends what is heard.
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Close details' }).focus()
    await page.keyboard.press('j')
    await position.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })

  it('shows what was said by T, asks for a recording by P and again by P, and tells where it stands', async () => {
    const { page, complaints, close } = await openRuns('talkFails')
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Listen' }).waitFor()
    const failed = page.getByText('The recording could not be fetched')
    await expect.poll(async () => (await page.keyboard.press('p'), failed.isVisible()), { timeout: 20_000 }).toBe(true)
    expect(await page.getByRole('button', { name: 'Listen' }).count()).toBe(0)
    await page.keyboard.press('t')
    await page.getByText(/^The service has no transcript of this run\. It comes some seconds after/).waitFor()
    // What failed or was not there yet is asked for again by the same keys.
    await page.evaluate(() => {
      const { desk } = window
      const { openRecording, readTranscript } = desk
      desk.openRecording = (run) => ((document.title += ' recording'), openRecording(run))
      desk.readTranscript = (run) => ((document.title += ' transcript'), readTranscript(run))
    })
    for (const key of ['p', 't']) await page.keyboard.press(key)
    await expect.poll(() => page.title(), patient).toBe('Rundesk recording transcript')
    expect(complaints).toEqual([])
    await close()
  })

  it('leaves the agent room for its name in the smallest window', async () => {
    const { page, close } = await started.open('odd', { width: 960, height: 640 })
    await goToRuns(page)
    const widths = await page
      .locator('thead th')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    expect(widths[3]).toBeGreaterThan(200)
    // No other column gave more than it has: the longest number and run id are whole.
    const cut = await page
      .locator('tbody td:nth-child(3), tbody td:nth-child(5)')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
    expect(cut).toBe(0)
    await close()
  })

  it('keeps a view, puts it on by its name, and takes it off', async () => {
    const { page, close } = await openRuns('desk')
    await page.getByRole('button', { name: 'Any state' }).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByText(/^\d+ found$/).waitFor()
    await saveView(page, 'To look at')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('1,202 calls on this computer').waitFor()
    await page.locator('body').press('v')
    await page.getByRole('menuitem', { name: 'To look at', exact: true }).press('Enter')
    await page.getByText(/^\d+ found$/).waitFor()
    expect(await page.getByRole('button', { name: 'To look at' }).count()).toBe(1)
    await page.getByRole('button', { name: 'To look at' }).click()
    await page.getByRole('menuitem', { name: 'Delete “To look at”' }).click()
    await page.getByRole('button', { name: 'Views' }).waitFor()
    await close()
  })
})
