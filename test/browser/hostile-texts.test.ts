import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { openedScenes } from './opened-scenes.ts'
import { scenes } from './scenes.ts'

/**
 * Returns strings on the page that could change the text around them: strings with a control character, or with
 * right-to-left letters that are separated neither by an isolate nor by an element of their own. Skips values that the
 * user enters.
 */
const unsafeTexts = (): string[] => {
  const rightToLeft = /[\u0590-\u08ff]/
  const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/
  const isolates = /\u2068[^\u2066-\u2069\u202a-\u202e]*\u2069/g
  const unsafe: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    const element = node.parentElement
    if (element === null || element.closest('script, style, [contenteditable=true], textarea')) continue
    let rest = text
    while (rest !== (rest = rest.replaceAll(isolates, ''))) continue
    if (controls.test(rest)) unsafe.push(text)
    if (!rightToLeft.test(rest)) continue
    const alone = [...element.childNodes].every((one) => one === node || one.textContent === '')
    const style = getComputedStyle(element)
    const apart = style.display !== 'inline' || /isolate|plaintext/.test(style.unicodeBidi)
    if (!alone || !apart) unsafe.push(text)
  }
  for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const text = element.getAttribute(name) ?? ''
      if (controls.test(text.replaceAll(isolates, ''))) unsafe.push(`${name}: ${text}`)
    }
  for (const field of document.querySelectorAll<HTMLInputElement>('input[role=combobox]'))
    if (controls.test(field.value)) unsafe.push(`value: ${field.value}`)
  return unsafe
}

/** Returns the horizontal overflow of the page and of the screen, in pixels. */
const overflow = (): number[] => {
  const main = document.querySelector('main')
  return [document.documentElement.scrollWidth - window.innerWidth, main ? main.scrollWidth - main.clientWidth : 0]
}

const started = openedScenes()

/** Returns whether the page shows a control character as its code. */
const showsCodes = (page: Page): Promise<boolean> => page.evaluate(() => document.body.innerText.includes('[U+202E]'))

const chosen = new Set([
  'Call, nothing yet',
  'the list of agents',
  'Call, filled',
  'Call, unknown',
  'Call, ringing',
  'Runs, a call with an unknown outcome',
  'Runs with the drawer',
  'Keys',
  'Support, a run',
  'Settings, a proxy',
  'the profile switcher',
  'the palette',
])

it.each(scenes.filter(([name]) => chosen.has(name)))(
  '%s: shows no text that changes what is around it',
  async (_name, scene, act) => {
    const { page, pageErrors, close } = await started.open(scene, { hostile: true })
    page.setDefaultTimeout(20_000)
    await act(page)
    expect(await showsCodes(page)).toBe(true)
    expect(await page.evaluate(unsafeTexts)).toEqual([])
    for (const [width, height] of [
      [1280, 800],
      [960, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await page.evaluate(overflow)).toEqual([0, 0])
    }
    expect(pageErrors).toEqual([])
    await close()
  },
)

it('control: finds injected text that is not isolated, and injected text with a control character', async () => {
  const { page, close } = await started.open('standard')
  await page.evaluate(() => {
    const line = document.createElement('p')
    line.append('אבג', document.createElement('span'), ' 12')
    line.title = '\u202egnp'
    document.body.append(line, '\u202egnp')
  })
  expect(await page.evaluate(unsafeTexts)).toEqual(['אבג', '\u202egnp', 'title: \u202egnp'])
  await close()
})
