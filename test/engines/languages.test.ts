import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { openedScenes } from './opened-scenes.ts'
import { number } from './scene-steps.ts'
import { scenes } from './scenes.ts'

/** How far the page, and the screen in it, reach beyond their edges. */
const sideways = () => {
  const main = document.querySelector('main')
  return [document.documentElement.scrollWidth - window.innerWidth, main ? main.scrollWidth - main.clientWidth : 0]
}

describe('in a language that is written from right to left', () => {
  const started = openedScenes('mirrored')

  it.each(scenes)('%s: mirrored, and within its edges', async (_name, scene, act) => {
    const { page, complaints, close } = await started.open(scene, { width: 960, height: 640 })
    await act(page)
    expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('rtl')
    expect(await page.evaluate(sideways)).toEqual([0, 0])
    expect(complaints).toEqual([])
    await close()
  })

  it('puts the rail at the right, and leaves numbers as they are read', async () => {
    const { page, close } = await started.open('desk')
    await number(page).waitFor()
    const rail = await page.getByRole('navigation', { name: 'Screens' }).boundingBox()
    expect((rail?.x ?? 0) + (rail?.width ?? 0)).toBe(1280)
    const cell = page.getByRole('table', { name: 'Today' }).getByText('+1 415 555 0277').first()
    expect(await cell.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
    await close()
  })
})

/** Visible texts of the page, without those of editors and fields, which a person wrote. */
const visibleTexts = () => {
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (text !== '' && parent?.checkVisibility() && !parent.closest('script, style')) texts.push(text)
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
    for (const name of ['aria-label', 'placeholder', 'title']) {
      const text = element.getAttribute(name)?.trim() ?? ''
      if (text !== '') texts.push(text)
    }
  return texts
}

/** Facts of the made-up desk, keys of the keyboard, and marks: what no catalogue holds. */
const facts =
  /^(Acme.*|Support|[a-z]+_[a-z_]+|adviser\.name|soon|your adviser|Hello|.*renewal desk.*|Borealis.*|Cobalt.*|Delta.*|Renewal reminder|Survey Q3|Welcome call|Twilio main|Backup trunk|voice\.acme\.example|WR-API-\d+|nightly import|desk-\d+|dgr_\w{4}|ok|linux|[0-9a-f]{8}…[0-9a-f]{4}|[0-9a-f-]{36}|Ctrl .*|G .|Rundesk|[\d:.,+()#·– -]*)$/

/** Texts that hold a word and are neither from the catalogue nor a fact. */
const unknownTexts = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text) => /[a-z]{2}/i.test(text) && !text.includes('⟦') && !facts.test(text))),
]

describe('in a language of longer words', () => {
  const started = openedScenes('pseudo')

  const screens: [name: string, go: (page: Page) => Promise<unknown>][] = [
    ['Call', () => Promise.resolve()],
    ['Runs', (page) => page.keyboard.press('r')],
    ['Keys', (page) => page.keyboard.press('k')],
    ['Support', (page) => page.keyboard.press('s')],
    ['Settings', (page) => page.keyboard.press(',')],
  ]

  it.each(screens)('%s says nothing that is not in the catalogue, and keeps it within its edges', async (_name, go) => {
    const { page, close } = await started.open('desk')
    await page.locator('[data-number-field]').waitFor()
    await page.locator('[data-number-field]').blur()
    await page.keyboard.press('g')
    await go(page)
    await expect
      .poll(() => page.evaluate(() => document.querySelectorAll('main button, main input').length))
      .toBeGreaterThan(2)
    await page.waitForLoadState('networkidle')
    expect(unknownTexts(await page.evaluate(visibleTexts))).toEqual([])
    for (const [width, height] of [
      [1280, 800],
      [960, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await page.evaluate(sideways)).toEqual([0, 0])
    }
    await close()
  })

  it('the form of an agent too, with values missing and names that are wrong', async () => {
    const { page, close } = await started.open('desk')
    await page.locator('[data-agent-field] [role=combobox]').fill('Renewal')
    await page.getByRole('option').first().click()
    await page.locator('[data-context-field]').first().waitFor()
    // Past both values that are needed, each left empty; then a field of a name that the service writes itself.
    for (const key of ['Control+.', 'Enter', 'Enter', 'Enter']) await page.keyboard.press(key)
    await page.locator('[data-context-add]').click()
    await page.keyboard.type('phone_number')
    await page.keyboard.press('Enter')
    await page.locator('[data-context-field="[\\"phone_number\\"]"]').waitFor()
    expect(unknownTexts(await page.evaluate(visibleTexts))).toEqual([])
    expect(await page.evaluate(sideways)).toEqual([0, 0])
    await close()
  })

  it.each(['palette', 'sheet of keys'])('the %s too', async (what) => {
    const { page, close } = await started.open('desk')
    await page.locator('[data-number-field]').blur()
    await page.keyboard.press(what === 'palette' ? 'Control+k' : '?')
    await page.getByRole('dialog').waitFor()
    expect(unknownTexts(await page.evaluate(visibleTexts))).toEqual([])
    await close()
  })
})
