import type { Page } from '@playwright/test'
import { startScenes } from '../open-scene.ts'
import { launchChromium } from '../page-in-chromium.ts'
import { readPng } from './small-png.ts'
import type { Pixels } from './shades.ts'
import { changeView, type PictureState, viewportOf } from './states.ts'

/** The time in every picture: 14:14 on a Saturday in London. */
export const pictureTime = new Date('2026-11-21T14:14:32Z')

/**
 * Switches that make Chromium draw text the same way on every machine: slight hinting, no subpixel colors, one color
 * space.
 */
const switches = ['--font-render-hinting=slight', '--disable-lcd-text', '--force-color-profile=srgb']

/** Takes a picture without the caret once all fonts have been loaded. */
export const takePicture = async (page: Page): Promise<Pixels> => {
  await page.evaluate(() => document.fonts.ready)
  return readPng(await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'device' }))
}

/**
 * Resolves when the page is idle: no DOM change for 700 ms, which is longer than any delay on the page (messages for
 * screen readers included).
 */
const waitUntilIdle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const finish = () => {
          observer.disconnect()
          resolve()
        }
        let timer = setTimeout(finish, 700)
        // If the page never stops changing, the comparison reports it.
        setTimeout(finish, 5_000)
        const observer = new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(finish, 700)
        })
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
      }),
  )

/** Maximum number of pictures to take to get two equal ones in a row. After that, the page counts as unstable. */
const maxPictures = 12

/** Takes pictures until two consecutive ones are equal; rejects if the page keeps changing. */
export const takeStablePicture = async (page: Page): Promise<Pixels> => {
  let last = await takePicture(page)
  for (let taken = 1; taken < maxPictures; taken += 1) {
    await waitUntilIdle(page)
    const next = await takePicture(page)
    if (Buffer.compare(last.data, next.data) === 0) return next
    last = next
  }
  throw new Error('The page does not stop changing.')
}

/** Returns whether the focused field shows a caret. In forced-colors mode, Chromium does not hide it. */
const hasCaret = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.matches('input, textarea, [contenteditable]') ?? false)

/** Presses Tab until an element without a caret has focus. */
const leaveFields = async (page: Page): Promise<void> => {
  for (let turn = 0; turn < 9 && (await hasCaret(page)); turn += 1) await page.keyboard.press('Tab')
}

const scrollToTop = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('*')) element.scrollTop = 0
  })

/** Opens one browser for all pictures. The page is built once per writing direction, when it is first used. */
export const openPictureBrowser = async () => {
  const browser = await launchChromium(switches)
  const built = new Map<boolean, ReturnType<typeof startScenes>>()
  const scenesOf = (isMirrored: boolean) => {
    const started = built.get(isMirrored) ?? startScenes(isMirrored ? 'mirrored' : null, browser)
    built.set(isMirrored, started)
    return started
  }
  return {
    /** Opens the scene of a picture state in its first view. */
    open: async ({ mode, scene: [, scene, act], views }: PictureState) => {
      const [first] = views
      if (!first) throw new Error('A state without a view.')
      const started = await scenesOf(mode === 'mirrored')
      const opened = await started.open(scene, {
        ...viewportOf(first[0], mode),
        scheme: first[1],
        forced: mode === 'contrast',
        scale: mode === 'zoomed' ? 2 : 1,
        at: pictureTime,
      })
      await act(opened.page)
      if (mode === 'contrast') await leaveFields(opened.page)
      // A click at 200% scrolls by an amount that depends on what has been loaded.
      if (mode === 'zoomed') await scrollToTop(opened.page)
      await opened.page.mouse.move(0, 0)
      await changeView(opened.page, mode, first)
      return opened
    },
    close: async (): Promise<void> => {
      for (const started of built.values()) await (await started).end()
      await browser.close()
    },
  }
}

export type PictureBrowser = Awaited<ReturnType<typeof openPictureBrowser>>
