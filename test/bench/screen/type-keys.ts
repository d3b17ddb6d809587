import { messages } from '../../../src/messages/index.ts'
import { anyText, startOf } from '../../support/messages/patterns.ts'
import type { Page } from '@playwright/test'
import { acceptedRunId, chooseAgent, goTo, openPractice } from '../../e2e/tour/steps.ts'
import { launchRundesk } from '../../support/electron/launch.ts'
import { number } from '../../browser/scene-steps.ts'

/** Milliseconds between two keys: a very fast typist. */
const pace = 55
/** Length of a practice call in milliseconds; the page follows it live. */
const callMilliseconds = 12_000

type Typed = { field: string; seen: Seen }

/** Returns text that no list and no rule matches. */
const letters = (count: number): string => Array.from({ length: count }, (_, at) => 'renwal dsk'[at % 10]).join('')
const digits = (count: number): string => `+1${Array.from({ length: count - 2 }, (_, at) => (at * 7) % 10).join('')}`

const clear = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Backspace')
}

/** Types into the field that has the caret, 12 keys at a time, and clears it in between. */
const typeIntoFocusedField = async (page: Page, count: number, text: (count: number) => string): Promise<void> => {
  for (let typed = 0; typed < count; typed += 12) {
    await page.keyboard.type(text(Math.min(12, count - typed)), { delay: pace })
    await clear(page)
  }
}

type Field = { name: string; go: (page: Page) => Promise<void>; text: (count: number) => string }

const fields: readonly Field[] = [
  { name: 'number', go: (page) => number(page).focus(), text: digits },
  {
    name: 'agent',
    go: (page) => page.getByRole('combobox', { name: messages.call.agent.label }).focus(),
    text: letters,
  },
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
      await page.getByRole('tab', { name: messages.context.views.json }).click()
      await page.getByRole('textbox', { name: messages.context.editorLabel }).click()
    },
    text: (count) => `{"a":"${letters(Math.max(0, count - 8))}"}`.slice(0, count),
  },
  {
    name: 'search in Runs',
    async go(page) {
      await goTo(page, messages.shell.screens.runs)
      await page.getByRole('searchbox').focus()
    },
    text: letters,
  },
]

/** Makes a practice call and watches the page until the call has ended. */
const watchCall = async (page: Page): Promise<Seen> => {
  await goTo(page, messages.shell.screens.call)
  await page.getByRole('tab', { name: messages.context.views.json }).click()
  await page.getByRole('textbox', { name: messages.context.editorLabel }).click()
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

type TypingFigures = { typed: Typed[]; call: Seen; controlSeen: boolean; electron: string }

/** Types in every field that an operator uses, then makes a call. Leaves a practice profile in the data folder. */
export const typeEverywhere = async (dataDir: string, count: number): Promise<TypingFigures> => {
  const { app, window: page, quit } = await launchRundesk({ dataDir })
  try {
    await openPractice(page)
    await page.getByText(startOf(messages.shell.health.up(anyText, null))).waitFor()
    await watchPage(page)
    const typed: Typed[] = []
    for (const { name, go, text } of fields) {
      await go(page)
      await takeSeen(page)
      await typeIntoFocusedField(page, Math.ceil(count / fields.length), text)
      typed.push({ field: name, seen: await takeSeen(page) })
    }
    const call = await watchCall(page)
    await blockPage(page, 120)
    await page.keyboard.press('Shift')
    const control = await takeSeen(page)
    const controlSeen = control.blocks.some((one) => one >= 120) && control.keys.some((one) => one >= 120)
    const electron = await app.evaluate(() => process.versions['electron'] ?? 'none')
    return { typed, call, controlSeen, electron }
  } finally {
    await quit()
  }
}

/** What the page measured since the last `takeSeen`, in milliseconds. */
type Seen = {
  /** From each key event until the next frame was drawn. */
  keys: readonly number[]
  /** Each task that blocked the page for more than 50 ms, as the browser reports it. */
  blocks: readonly number[]
}

/** Starts measuring key delays and blocking tasks, inside the page. */
const watchPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: { keys: number[]; blocks: number[] } = { keys: [], blocks: [] }
    document.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          // The message arrives after the frame that shows this key.
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

/** Returns and clears the measurements. */
const takeSeen = async (page: Page): Promise<Seen> => {
  // The browser reports a long task with a delay.
  await page.waitForTimeout(300)
  return page.evaluate(() => {
    // Set by watchPage.
    const { seen } = window as unknown as { seen: { keys: number[]; blocks: number[] } }
    return { keys: seen.keys.splice(0), blocks: seen.blocks.splice(0) }
  })
}

/** Blocks the page on purpose at the next key, as a control: the measurement must detect it. */
const blockPage = (page: Page, milliseconds: number): Promise<void> =>
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
