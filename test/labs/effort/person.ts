import type { ElectronApplication, Page } from '@playwright/test'

/** What the page itself counted: keys that went down (a chord is one), and presses of a mouse. */
type Counted = { keys: number; presses: number }

/** The page's own count stands beside ours: nothing that is pressed can be left out of the figures. */
const startCounting = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counted = { keys: 0, presses: 0 }
    const modifiers = ['Control', 'Shift', 'Alt', 'Meta']
    window.addEventListener('keydown', ({ key }) => void (modifiers.includes(key) || (counted.keys += 1)), true)
    window.addEventListener('pointerdown', () => void (counted.presses += 1), true)
    Object.assign(window, { counted })
  })

const readCount = (page: Page): Promise<Counted> =>
  // The page's window has what was put there above, which its own type does not know.
  page.evaluate(() => ({ ...(window as unknown as { counted: Counted }).counted }))

/** How often a key is pressed again before a person gives up. */
const mostPresses = 4

/** Looks until something is so; false when it is not within these milliseconds. */
const looks = async (patience: number, isSo: () => Promise<boolean>): Promise<boolean> => {
  const end = performance.now() + patience
  while (performance.now() < end) {
    if (await isSo().catch(() => false)) return true
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return false
}

type Desk = { app: ElectronApplication; window: Page }

/** Somebody at the keyboard, who has no mouse and presses a key again when nothing came of it for `patience` milliseconds. */
export const createPerson = async ({ app, window: page }: Desk, patience: number) => {
  await startCounting(page)
  // What is not there is looked for again; nobody stares at one place.
  page.setDefaultTimeout(250)
  return {
    page,
    count: () => readCount(page),
    /** Types content, as fast as Playwright can. */
    type: (text: string): Promise<void> => page.keyboard.type(text),
    /** Presses a key until something is so; throws when it never is. */
    async until(chord: string, what: string, isSo: () => Promise<boolean>): Promise<void> {
      for (let press = 0; press < mostPresses; press += 1) {
        await page.keyboard.press(chord)
        if (await looks(patience, isSo)) return
      }
      throw new Error(`${chord} does not lead to ${what}`)
    },
    /** Waits for something that needs no key; throws when it does not come. */
    async sees(what: string, isSo: () => Promise<boolean>): Promise<void> {
      if (!(await looks(patience, isSo))) throw new Error(`nobody sees ${what}`)
    },
    copies: (text: string): Promise<void> => app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text),
  }
}

export type Person = Awaited<ReturnType<typeof createPerson>>
