import type { Page } from '@playwright/test'

/** What the page saw of itself since it was last asked, in milliseconds. */
export type Seen = {
  /** From each key's event until the picture after it was made. */
  keys: readonly number[]
  /** Each piece of work that held the page up for more than 50 ms, as the browser tells it. */
  blocks: readonly number[]
}

/** Begins to watch, inside the page, how long keys take and what holds it up. */
export const watchPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: { keys: number[]; blocks: number[] } = { keys: [], blocks: [] }
    document.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          // The message comes once the frame that this key is in has been made.
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => seen.keys.push(performance.now() - timeStamp), { once: true })
          port1.start()
          port2.postMessage(null)
        }),
      true,
    )
    const observer = new PerformanceObserver((list) =>
      list.getEntries().forEach((one) => seen.blocks.push(one.duration)),
    )
    observer.observe({ type: 'longtask' })
    Object.assign(window, { seen })
  })

/** Takes what was seen since the last time. */
export const takeSeen = async (page: Page): Promise<Seen> => {
  // The browser tells of a block a moment after it.
  await page.waitForTimeout(300)
  return page.evaluate(() => {
    // Put there by watchPage.
    const { seen } = window as unknown as { seen: { keys: number[]; blocks: number[] } }
    return { keys: seen.keys.splice(0), blocks: seen.blocks.splice(0) }
  })
}

/** Holds the page up on purpose, for a control: whoever watches must see it. */
export const blockPage = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate((span) => {
    document.addEventListener(
      'keydown',
      () => {
        const until = performance.now() + span
        while (performance.now() < until);
      },
      { once: true },
    )
  }, milliseconds)
