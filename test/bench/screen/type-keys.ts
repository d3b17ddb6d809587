import type { Page } from '@playwright/test'
import { acceptedRunId, chooseAgent, goTo, openPractice } from '../../e2e/tour/steps.ts'
import { launchRundesk } from '../../support/electron/launch.ts'
import { blockPage, type Seen, takeSeen, watchPage } from './watch-page.ts'

/** Milliseconds between two keys: about as quick as hands can be. */
const pace = 55
/** As long as a call rings and is answered in practice, in milliseconds: the page follows it all that time. */
const callMilliseconds = 12_000

export type Typed = { place: string; seen: Seen }

/** A text of so many letters that no list and no rule knows. */
const letters = (count: number): string => Array.from({ length: count }, (_, at) => 'renwal dsk'[at % 10]).join('')
const digits = (count: number): string => `+1${Array.from({ length: count - 2 }, (_, at) => (at * 7) % 10).join('')}`

const clear = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Backspace')
}

/** Writes into the field that has the caret, a dozen keys at a time, with the field emptied in between. */
const typeHere = async (page: Page, count: number, text: (count: number) => string): Promise<void> => {
  for (let typed = 0; typed < count; typed += 12) {
    await page.keyboard.type(text(Math.min(12, count - typed)), { delay: pace })
    await clear(page)
  }
}

const number = (page: Page) => page.getByRole('textbox', { name: 'Number', exact: true })

type Place = { name: string; go: (page: Page) => Promise<void>; text: (count: number) => string }

const places: readonly Place[] = [
  { name: 'number', go: (page) => number(page).focus(), text: digits },
  { name: 'agent', go: (page) => page.getByRole('combobox', { name: 'Agent' }).focus(), text: letters },
  {
    name: 'variable',
    async go(page) {
      await page.keyboard.press('Escape')
      await chooseAgent(page, 'Renewal')
      await page.getByRole('textbox', { name: 'customer_name' }).focus()
    },
    text: letters,
  },
  {
    name: 'json',
    async go(page) {
      await page.getByRole('tab', { name: 'JSON' }).click()
      await page.getByRole('textbox', { name: 'Context (JSON)' }).click()
    },
    text: (count) => `{"a":"${letters(Math.max(0, count - 8))}"}`.slice(0, count),
  },
  {
    name: 'search in Runs',
    async go(page) {
      await goTo(page, 'Runs')
      await page.getByRole('searchbox').focus()
    },
    text: letters,
  },
]

/** A practice call, watched from Enter until it has ended. */
const watchCall = async (page: Page): Promise<Seen> => {
  await goTo(page, 'Call')
  await page.getByRole('tab', { name: 'JSON' }).click()
  await page.getByRole('textbox', { name: 'Context (JSON)' }).click()
  await clear(page)
  await page.keyboard.insertText('{ "customer_name": "Jane Doe", "policy_number": "A-77", "renewal_date": "friday" }')
  await number(page).focus()
  await clear(page)
  await takeSeen(page)
  await page.keyboard.type('+14155550101', { delay: pace })
  await page.keyboard.press('Control+Enter')
  await acceptedRunId(page)
  await page.waitForTimeout(callMilliseconds)
  return takeSeen(page)
}

export type TypingFigures = { typed: Typed[]; call: Seen; controlSeen: boolean; electron: string }

/** Types in every place where an operator types, then places a call; leaves a practice profile in the data folder. */
export const typeEverywhere = async (dataDir: string, count: number): Promise<TypingFigures> => {
  const { app, window: page, quit } = await launchRundesk({ dataDir })
  try {
    await openPractice(page)
    await page.getByText(/^up · /).waitFor()
    await watchPage(page)
    const typed: Typed[] = []
    for (const { name, go, text } of places) {
      await go(page)
      await takeSeen(page)
      await typeHere(page, Math.ceil(count / places.length), text)
      typed.push({ place: name, seen: await takeSeen(page) })
    }
    const call = await watchCall(page)
    await blockPage(page, 120)
    await page.keyboard.press('Shift')
    const planted = await takeSeen(page)
    const controlSeen = planted.blocks.some((one) => one >= 120) && planted.keys.some((one) => one >= 120)
    const electron = await app.evaluate(() => process.versions['electron'] ?? 'none')
    return { typed, call, controlSeen, electron }
  } finally {
    await quit()
  }
}
