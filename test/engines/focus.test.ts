import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { ask } from './asked-scenes.ts'
import { openedScenes } from './opened-scenes.ts'
import { goTo, number } from './scene-steps.ts'

const started = openedScenes()

const open = async (scene: string) => {
  const opened = await started.open(scene)
  opened.page.setDefaultTimeout(12_000)
  if (scene !== 'first') await number(opened.page).waitFor()
  return opened
}

/** What has the focus: its name for people who listen, else what it says. */
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

describe('who is sent to a screen by keys', { timeout: 60_000 }, () => {
  it('stands in the details of the call that was chosen in the palette', async () => {
    const { page, complaints, close } = await open('desk')
    await press(page, 'Control+k')
    // In one breath: the answer to half of it may have come, that to all of it has not.
    await page.keyboard.type('48219')
    await press(page, 'Enter')
    await expect.poll(() => focused(page), { timeout: 10_000 }).toBe('Details of run 48219')
    expect(complaints).toEqual([])
    await close()
  })

  it('stands on the screen after a chord, not on the place of the rail that was left', async () => {
    const { page, complaints, close } = await open('desk')
    await goTo(page, 'Keys')
    await press(page, 'g', 'r')
    await expect.poll(() => focused(page)).toBe('Runs')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await press(page, 'g', 's')
    await expect.poll(() => focused(page)).toBe('Support')
    await press(page, 'g', 'c')
    await expect.poll(() => focused(page)).toBe('Number')
    expect(complaints).toEqual([])
    await close()
  })

  it('stands on the screen that was chosen in the palette, and in the number of Call', async () => {
    const { page, complaints, close } = await open('desk')
    await press(page, 'Control+k')
    await page.keyboard.type('go to settings')
    await press(page, 'Enter')
    await expect.poll(() => focused(page)).toBe('Settings')
    await press(page, 'Control+k')
    await page.keyboard.type('go to call')
    await press(page, 'Enter')
    await expect.poll(() => focused(page)).toBe('Number')
    expect(complaints).toEqual([])
    await close()
  })
})

it('a key right behind the chord of a profile is the new profile’s already', { timeout: 60_000 }, async () => {
  const { page, complaints, close } = await open('slowChoice')
  await page.keyboard.type('+1')
  await press(page, 'Control+2')
  await page.keyboard.type('+44')
  await page.getByRole('button', { name: /^Profile: Borealis/ }).waitFor()
  expect(await number(page).inputValue()).toBe('+44')
  await press(page, 'Control+1')
  await page.keyboard.type('4')
  expect(await number(page).inputValue()).toBe('+14')
  expect(complaints).toEqual([])
  await close()
})

describe('a dialog', { timeout: 60_000 }, () => {
  it('begins in the name of a new key, and ends where somebody was: on the screen', async () => {
    const { page, close } = await open('desk')
    await press(page, 'Escape', 'g', 'k')
    await page.getByText('nightly import').waitFor()
    await press(page, 'n')
    await dialog(page).waitFor()
    await expect.poll(() => focused(page)).toBe('Name')
    await press(page, 'Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Keys')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await close()
  })

  it('opened from a menu gives the focus back to what had it before the menu', async () => {
    const { page, close } = await open('desk')
    await goTo(page, 'Runs')
    await press(page, 'Control+p')
    await page.getByRole('menuitem', { name: 'Manage profiles …' }).press('Enter')
    await dialog(page).waitFor()
    // The profile stays the one in use under a question.
    await press(page, 'Control+p')
    expect(await page.getByRole('menuitem').count()).toBe(0)
    await press(page, 'Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('RunsG R')
    await close()
  })

  it('keeps a new key that nobody has, whatever is pressed and wherever somebody goes', async () => {
    const { page, complaints, close } = await open('desk')
    await press(page, 'Escape', 'g', 'k', 'n')
    await dialog(page).getByRole('textbox', { name: 'Name' }).waitFor()
    await expect.poll(() => dialog(page).getByRole('textbox', { name: 'Name' }).inputValue()).not.toBe('')
    await press(page, 'Enter')
    await dialog(page).getByText('Rundesk holds it until you close this').waitFor()
    await press(page, 'Escape', 'Escape')
    await dialog(page).getByText('Nobody has this key yet.').waitFor()
    await dialog(page).getByRole('button', { name: 'Keep it open' }).press('Enter')
    expect(await dialog(page).getByText('Nobody has this key yet.').count()).toBe(0)
    await dialog(page).getByRole('button', { name: 'Done, let it go' }).press('Enter')
    await dialog(page).getByText('Nobody has this key yet.').waitFor()
    expect(await dialog(page).getByText('Copied.').count()).toBe(0)
    // From outside the app somebody is sent to Call; the key waits in Keys.
    await ask(page, { by: 'shortcut', text: null })
    await page.getByText('A new key of Acme Billing waits in Keys: nobody has it yet.').waitFor()
    await page.getByRole('button', { name: 'Go to Keys' }).click()
    await dialog(page).getByText('Nobody has this key yet.').waitFor()
    expect(await page.getByText('waits in Keys').count()).toBe(0)
    await dialog(page).getByRole('button', { name: 'Close all the same' }).press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })

  it('begins on what calls it off before a key is rotated, and Tab and Enter rotate it', async () => {
    const { page, close } = await open('desk')
    await goTo(page, 'Keys')
    await page.getByText('nightly import').waitFor()
    await press(page, 'r')
    await dialog(page).waitFor()
    await expect.poll(() => focused(page)).toBe('Cancel')
    await press(page, 'Tab', 'Enter')
    await page.getByText('The service answered 401').waitFor()
    await close()
  })

  it.each([
    ['Archive nightly import', 'Cancel'],
    ['Archive desk-07', 'Type desk-07 to confirm'],
    ['Open a sealed file …', 'Passphrase'],
  ])('never begins on its close cross: %s', async (button, first) => {
    const { page, close } = await open('desk')
    await goTo(page, 'Keys')
    await page.getByRole('button', { name: button }).click()
    await dialog(page).waitFor()
    await expect.poll(() => focused(page)).toBe(first)
    await close()
  })
})

describe('an act that the palette does on another screen', { timeout: 60_000 }, () => {
  const choose = async (page: Page, typed: string) => {
    await press(page, 'Control+k')
    await page.getByRole('combobox', { name: 'Find anything' }).fill(typed)
    await page.getByRole('option').first().waitFor()
    await press(page, 'Enter')
  }

  it.each([
    ['new key', 'New key', 'Name'],
    ['rotate', 'Rotate the key of Acme Billing?', 'Cancel'],
    ['by hand', 'Close this call by hand', 'Yes, it was placed'],
  ])('asks as it does there: %s', async (typed, title, first) => {
    const { page, complaints, close } = await open('desk')
    await choose(page, typed)
    await page.getByRole('dialog', { name: title }).waitFor()
    await expect.poll(() => focused(page)).toBe(first)
    // Once: whoever calls it off and comes back is not asked again.
    await press(page, 'Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await press(page, 'g', 'c')
    await number(page).waitFor()
    await page.locator('body').press('Escape')
    for (const screen of ['k', 'r']) await press(page, 'g', screen)
    await page.locator('tr[data-call]').first().waitFor()
    expect(await dialog(page).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('looks now what became of the unknown call, and shows it', async () => {
    const { page, complaints, close } = await open('desk')
    await choose(page, 'look now')
    await page.getByText('Looked: nothing new yet.').first().waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('opens the choice of a file for the calls that are shown', async () => {
    const { page, complaints, close } = await open('desk')
    await choose(page, 'export')
    await page.getByRole('menuitem', { name: /For a spreadsheet/ }).waitFor()
    await press(page, 'ArrowDown', 'Enter')
    await page.getByText(/written to rundesk-calls/).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
