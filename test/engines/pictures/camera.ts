import type { Page } from '@playwright/test'
import { startScenes } from '../open-scene.ts'
import { launchChromium } from '../page-in-chromium.ts'
import { readPng } from './small-png.ts'
import type { Pixels } from './shades.ts'
import { type PictureState, turnTo, viewportOf } from './states.ts'

/** The clock of every picture: a Saturday in London, a quarter past two. */
export const pictureTime = new Date('2026-11-21T14:14:32Z')

/** What makes letters look alike on every machine: no hints, no coloured edges, one space of colours. */
const switches = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb']

/** Takes a picture with no caret, no pointer over anything, and every letter there. */
export const photograph = async (page: Page): Promise<Pixels> => {
  await page.evaluate(() => document.fonts.ready)
  return readPng(await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'device' }))
}

const isAlike = (one: Pixels, other: Pixels): boolean => Buffer.compare(one.data, other.data) === 0

/** Longer than anything on the page waits before it begins: what is told a moment later belongs to the state, in milliseconds. */
const settling = 700

/** Takes pictures until two in a row are alike; at most for so many milliseconds. */
export const photographStill = async (page: Page, patience = 10_000): Promise<Pixels> => {
  const end = Date.now() + patience
  let last = await photograph(page)
  while (Date.now() < end) {
    await page.waitForTimeout(settling)
    const next = await photograph(page)
    if (isAlike(last, next)) return next
    last = next
  }
  throw new Error('The page does not come to rest.')
}

/** Whether the caret stands in the field that has the focus: with forced colours nothing hides it. */
const hasCaret = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.matches('input, textarea, [contenteditable]') ?? false)

/** Goes on by Tab to what shows its focus by a ring and no caret. */
const leaveFields = async (page: Page): Promise<void> => {
  for (let turn = 0; turn < 9 && (await hasCaret(page)); turn += 1) await page.keyboard.press('Tab')
}

/** One browser for all pictures, with the page built once for each of the two directions when it is first wanted. */
export const openStudio = async () => {
  const browser = await launchChromium(switches)
  const built = new Map<boolean, ReturnType<typeof startScenes>>()
  const scenesOf = (isMirrored: boolean) => {
    const started = built.get(isMirrored) ?? startScenes(isMirrored ? 'mirrored' : null, browser)
    built.set(isMirrored, started)
    return started
  }
  return {
    /** Opens a state as it is first looked at, and acts until it is reached. */
    open: async ({ manner, scene: [, desk, act], views }: PictureState) => {
      const [first] = views
      if (!first) throw new Error('A state without a view.')
      const started = await scenesOf(manner === 'mirrored')
      const opened = await started.open(desk, {
        ...viewportOf(first[0], manner),
        scheme: first[1],
        forced: manner === 'contrast',
        scale: manner === 'zoomed' ? 2 : 1,
        at: pictureTime,
      })
      await act(opened.page)
      if (manner === 'contrast') await leaveFields(opened.page)
      await opened.page.mouse.move(0, 0)
      await turnTo(opened.page, manner, first)
      return opened
    },
    close: async (): Promise<void> => {
      for (const started of built.values()) await (await started).end()
      await browser.close()
    },
  }
}

export type Studio = Awaited<ReturnType<typeof openStudio>>
