import { messages } from '../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { openedScenes } from './opened-scenes.ts'
import { number } from './scene-steps.ts'

/** Returns the horizontal overflow of the page and of the screen, in pixels. */
const overflow = () => {
  const main = document.querySelector('main')
  return [document.documentElement.scrollWidth - window.innerWidth, main ? main.scrollWidth - main.clientWidth : 0]
}

describe('a right-to-left language', () => {
  const started = openedScenes('mirrored')

  it('sets the direction of the page', async () => {
    const { page, pageErrors, close } = await started.open('standard', { width: 960, height: 640 })
    await number(page).waitFor()
    expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('rtl')
    expect(await page.evaluate(overflow)).toEqual([0, 0])
    expect(pageErrors).toEqual([])
    await close()
  })

  it('puts the navigation on the right, and keeps phone numbers left to right', async () => {
    const { page, close } = await started.open('standard')
    await number(page).waitFor()
    const rail = await page.getByRole('navigation', { name: messages.shell.nav }).boundingBox()
    expect((rail?.x ?? 0) + (rail?.width ?? 0)).toBe(1280)
    const cell = page.getByRole('table', { name: messages.call.today.title }).getByText('+1 415 555 0277').first()
    expect(await cell.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
    await close()
  })
})

/** Returns the visible strings and labels on the page, except for key names and the values of fields. */
const visibleTexts = () => {
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (text !== '' && parent?.checkVisibility() && !parent.closest('script, style, kbd')) texts.push(text)
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
    for (const name of ['aria-label', 'placeholder', 'title']) {
      const text = element.getAttribute(name)?.trim() ?? ''
      if (text !== '') texts.push(text)
    }
  return texts
}

/** Data from the fake API, key names and symbols, none of which are in the catalog. */
const dataTexts =
  /^(Acme.*|Support|[a-z]+_[a-z_]+|adviser\.name|soon|your adviser|Hello|.*renewal desk.*|Borealis.*|Cobalt.*|Delta.*|Renewal reminder|Survey Q3|Welcome call|Twilio main|Backup trunk|voice\.acme\.example|WR-API-\d+|nightly import|desk-\d+|dgr_\w{4}|ok|linux|[0-9a-f]{8}…[0-9a-f]{4}|[0-9a-f-]{36}|Ctrl.*|G .|Rundesk|[\d:.,+()#·– -]*)$/

/** Returns the strings that contain a word and are neither from the catalog nor data. */
const unknownTexts = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text) => /[a-z]{2}/i.test(text) && !text.includes('⟦') && !dataTexts.test(text))),
]

describe('a language with longer words', () => {
  const started = openedScenes('pseudo')

  const screens: [name: string, go: (page: Page) => Promise<unknown>][] = [
    [messages.shell.screens.call, () => Promise.resolve()],
    [messages.shell.screens.runs, (page) => page.keyboard.press('r')],
    [messages.shell.screens.keys, (page) => page.keyboard.press('k')],
    [messages.shell.screens.support, (page) => page.keyboard.press('s')],
    [messages.shell.screens.settings, (page) => page.keyboard.press(',')],
  ]

  it.each(screens)('%s shows only texts of the catalog, without overflow', async (_name, go) => {
    const { page, close } = await started.open('standard')
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
      expect(await page.evaluate(overflow)).toEqual([0, 0])
    }
    await close()
  })

  it('shows only messages from the catalog in the context form, with missing values and invalid names', async () => {
    const { page, close } = await started.open('standard')
    await page.locator('[data-agent-field] [role=combobox]').fill('Renewal')
    await page.getByRole('option').first().click()
    await page.locator('[data-context-field]').first().waitFor()
    // Skip both required values, then add a field with a reserved name.
    for (const key of ['Control+.', 'Enter', 'Enter', 'Enter']) await page.keyboard.press(key)
    await page.locator('[data-context-add]').click()
    await page.keyboard.type('phone_number')
    await page.keyboard.press('Enter')
    await page.locator('[data-context-field="[\\"phone_number\\"]"]').waitFor()
    expect(unknownTexts(await page.evaluate(visibleTexts))).toEqual([])
    expect(await page.evaluate(overflow)).toEqual([0, 0])
    await close()
  })

  it.each(['palette', 'shortcut sheet'])('the %s shows only texts of the catalog', async (what) => {
    const { page, close } = await started.open('standard')
    await page.locator('[data-number-field]').blur()
    await page.keyboard.press(what === 'palette' ? 'Control+k' : '?')
    await page.getByRole('dialog').waitFor()
    expect(unknownTexts(await page.evaluate(visibleTexts))).toEqual([])
    await close()
  })
})
