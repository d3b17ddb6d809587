import { messages } from '../../../src/messages/index.ts'
import type { ElectronApplication, Locator, Page } from '@playwright/test'
import { callButton } from '../../e2e/tour/steps.ts'

/** A number as it is typed and as it is shown, and a value for each variable. */
export type Callee = { number: string; display: string; values: readonly [string, string, string] }

/** The agent, which needs three values, and the part of its name that is typed. */
const agent = { typed: 'appo', name: 'Appointment confirmation' } as const
const variables = ['patient_name', 'appointment.date', 'appointment.time'] as const

/** The keys of a task, how many of those were content, and the limit. */
export type Effort = { keys: number; content: number; allowed: number }

const isFocused = (locator: Locator): Promise<boolean> => locator.evaluate((node) => node === document.activeElement)
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })

/** Returns whether the outcome panel shows an accepted call to this number. */
const isAccepted = async (page: Page, { display }: Callee): Promise<boolean> => {
  const outcome = page.getByRole('region', { name: messages.call.outcome.label })
  const text = await outcome.innerText({ timeout: 200 })
  return /run \d+/i.test(text) && text.includes(display)
}

const readyFor =
  (page: Page, { display }: Callee) =>
  (): Promise<boolean> =>
    callButton(page, display).isEnabled({ timeout: 200 })

/** Types each value and moves to the next field with one key. */
const typeValues = async (person: Operator, chord: string, { values }: Callee): Promise<void> => {
  const { page } = person
  for (const [index, name] of variables.entries()) {
    const box = field(page, name)
    if (index > 0 || !(await isFocused(box).catch(() => false))) await person.until(chord, name, () => isFocused(box))
    await person.type(values[index] ?? '')
  }
}

const placeCallByShortcut = (person: Operator, callee: Callee): Promise<void> =>
  person.until('Control+Enter', 'a call', () => isAccepted(person.page, callee))

/** A first call: number, agent and three values, moving with Enter. */
export const newCall = async (person: Operator, callee: Callee): Promise<number> => {
  const { page } = person
  await person.type(callee.number)
  const name = page.getByRole('combobox', { name: messages.call.agent.label })
  await person.until('Enter', 'the agent', () => isFocused(name))
  await person.type(agent.typed)
  await person.waitFor('the agent in the list', () => page.getByRole('option', { name: agent.name }).isVisible())
  await person.until('Enter', 'the first value', () => isFocused(field(page, variables[0])))
  await typeValues(person, 'Enter', callee)
  await placeCallByShortcut(person, callee)
  return callee.number.length + agent.typed.length + callee.values.join('').length
}

/** The next call, with three other values, moving with Tab. */
export const nextCall = async (person: Operator, callee: Callee): Promise<number> => {
  await person.type(callee.number)
  await person.waitFor('the number on the button', readyFor(person.page, callee))
  await typeValues(person, 'Tab', callee)
  await placeCallByShortcut(person, callee)
  return callee.number.length + callee.values.join('').length
}

/** The same call to another number, which is typed. */
export const repeatTyped = async (person: Operator, callee: Callee): Promise<number> => {
  await person.type(callee.number)
  await person.waitFor('the number on the button', readyFor(person.page, callee))
  await person.until('Enter', 'a call', () => isAccepted(person.page, callee))
  return callee.number.length
}

/** The same call to another number, which is on the clipboard. */
export const repeatPasted = async (person: Operator, callee: Callee): Promise<number> => {
  await person.copy(callee.display)
  await person.until('Control+v', 'the pasted number', readyFor(person.page, callee))
  await person.until('Enter', 'a call', () => isAccepted(person.page, callee))
  return 0
}

/** Selects another profile without typing. */
export const changeProfile = async (person: Operator, index: number, name: string): Promise<number> => {
  const { page } = person
  const shown = page.getByRole('banner').getByRole('button', { name: new RegExp(name) })
  await person.until(`Control+${index}`, name, () => shown.first().isVisible())
  return 0
}

const finder = (page: Page): Locator => page.getByRole('combobox', { name: messages.palette.title })
const entryOf = (page: Page, runId: number): Locator =>
  page.getByRole('option', { name: new RegExp(`^run ${runId} `) }).first()
const recordOf = (page: Page, runId: number) => (): Promise<boolean> =>
  page.getByRole('heading', { name: `run ${runId}` }).isVisible()

/** Finds the record of a run by typing its ID, from any screen. */
export const findRun = async (person: Operator, runId: number): Promise<number> => {
  const { page } = person
  await person.until('Control+k', 'the palette', () => isFocused(finder(page)))
  await person.type(String(runId))
  await person.waitFor('the run', () => entryOf(page, runId).isVisible())
  await person.until('Enter', 'the record', recordOf(page, runId))
  return String(runId).length
}

/** Finds the record of the run ID on the clipboard, without typing. */
export const findCopiedRun = async (person: Operator, runId: number): Promise<number> => {
  const { page } = person
  await person.copy(`run ${runId}`)
  await person.until('Control+k', 'the palette', () => isFocused(finder(page)))
  await person.waitFor('the copied run', () => entryOf(page, runId).isVisible())
  await person.until('Enter', 'the record', recordOf(page, runId))
  return 0
}

/** Key presses (a chord counts as one) and mouse presses, counted by the page. */
type KeyCounts = { keys: number; presses: number }

/** Counts in the page, so that no press is missed. */
const startCounting = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counted = { keys: 0, presses: 0 }
    const modifiers = ['Control', 'Shift', 'Alt', 'Meta']
    window.addEventListener('keydown', ({ key }) => void (modifiers.includes(key) || (counted.keys += 1)), true)
    window.addEventListener('pointerdown', () => void (counted.presses += 1), true)
    Object.assign(window, { counted })
  })

const readCount = (page: Page): Promise<KeyCounts> =>
  // startCounting added this property, which the type of window lacks.
  page.evaluate(() => ({ ...(window as unknown as { counted: KeyCounts }).counted }))

/** Maximum number of presses of one key. */
const maxPresses = 4

/** Polls a condition; resolves with false if it is not met within the timeout (in milliseconds). */
const becomesTrue = async (timeout: number, isSo: () => Promise<boolean>): Promise<boolean> => {
  const end = performance.now() + timeout
  while (performance.now() < end) {
    if (await isSo().catch(() => false)) return true
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return false
}

type Window = { app: ElectronApplication; window: Page }

/**
 * Simulates an operator without a mouse, who presses a key again if it has no effect within the timeout (in
 * milliseconds).
 */
export const createOperator = async ({ app, window: page }: Window, timeout: number) => {
  await startCounting(page)
  // Missing elements are polled again, so individual waits are short.
  page.setDefaultTimeout(250)
  return {
    page,
    count: () => readCount(page),
    /** Types text at full speed. */
    type: (text: string): Promise<void> => page.keyboard.type(text),
    /** Presses a key until a condition is met; throws otherwise. */
    async until(chord: string, what: string, isSo: () => Promise<boolean>): Promise<void> {
      for (let press = 0; press < maxPresses; press += 1) {
        await page.keyboard.press(chord)
        if (await becomesTrue(timeout, isSo)) return
      }
      throw new Error(`${chord} does not lead to ${what}`)
    },
    /** Waits for a condition without pressing a key; throws otherwise. */
    async waitFor(what: string, isSo: () => Promise<boolean>): Promise<void> {
      if (!(await becomesTrue(timeout, isSo))) throw new Error(`${what} does not appear`)
    },
    copy: (text: string): Promise<void> => app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text),
  }
}

export type Operator = Awaited<ReturnType<typeof createOperator>>
