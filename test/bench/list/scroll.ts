import { messages } from '../../../src/messages/index.ts'
import { goTo } from '../../e2e/tour/steps.ts'
import { launchRundesk } from '../../support/electron/launch.ts'

const rounded = (value: number): number => Math.round(value * 10) / 10

/** Frames that are measured, and pixels that each one scrolls: eleven rows, so new rows are loaded all the time. */
const [frames, pixels] = [600, 400]

/** Scrolls a list of this many rows in the real app. Returns the milliseconds between two frames, at the 95th percentile. */
export const measureScroll = async (dataDir: string, rows: number): Promise<number> => {
  const rundesk = await launchRundesk({ dataDir })
  const { window: page } = rundesk
  try {
    await goTo(page, messages.shell.screens.lists)
    await page
      .getByRole('button')
      .filter({ hasText: messages.common.count(rows) })
      .click()
    const table = page.getByRole('table', { name: messages.lists.table.label })
    await table.locator('tr[data-row]').first().waitFor()
    const times = await table.evaluate(
      async (element, [count, distance]) => {
        const scroller = element.parentElement?.parentElement
        const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
        const between: number[] = []
        for (let last = await nextFrame(); between.length < count;) {
          scroller?.scrollBy(0, distance)
          const now = await nextFrame()
          between.push(now - last)
          last = now
        }
        if ((scroller?.scrollTop ?? 0) < (count * distance) / 2) throw new Error('The table did not scroll.')
        return between
      },
      [frames, pixels] as const,
    )
    return rounded(times.toSorted((one, other) => one - other)[Math.floor(frames * 0.95)] ?? Number.NaN)
  } finally {
    await rundesk.quit()
  }
}
