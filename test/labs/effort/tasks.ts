import type { Locator, Page } from '@playwright/test'
import { callButton } from '../../e2e/tour/steps.ts'
import type { Person } from './person.ts'

/** Who is called, with what: a number as it is typed and as the screen shows it, and a value for each variable. */
export type Callee = { number: string; display: string; values: readonly [string, string, string] }

/** The agent of the trial, which asks for three values, and what is typed of its name. */
export const agent = { typed: 'appo', name: 'Appointment confirmation' } as const
export const variables = ['patient_name', 'appointment.date', 'appointment.time'] as const

/** What a task came to: keys pressed, how many of them were content, and how many more the promise allows. */
export type Effort = { keys: number; content: number; allowed: number }

const isFocused = (locator: Locator): Promise<boolean> => locator.evaluate((node) => node === document.activeElement)
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })

/** What the outcome panel tells of this very number; a call before it is told there until then. */
const isAccepted = async (page: Page, { display }: Callee): Promise<boolean> => {
  const outcome = page.getByRole('region', { name: 'Outcome of the call' })
  const text = await outcome.innerText({ timeout: 200 })
  return /run \d+/i.test(text) && text.includes(display)
}

const readyFor =
  (page: Page, { display }: Callee) =>
  (): Promise<boolean> =>
    callButton(page, display).isEnabled({ timeout: 200 })

/** Goes on from field to field with one key, typing each value. */
const typeValues = async (person: Person, chord: string, { values }: Callee): Promise<void> => {
  const { page } = person
  for (const [index, name] of variables.entries()) {
    const box = field(page, name)
    if (index > 0 || !(await isFocused(box).catch(() => false))) await person.until(chord, name, () => isFocused(box))
    await person.type(values[index] ?? '')
  }
}

const placeFrom = (person: Person, callee: Callee): Promise<void> =>
  person.until('Control+Enter', 'a call', () => isAccepted(person.page, callee))

/** A new call on a fresh desk: number, agent and three values, going on with Enter. */
export const newCall = async (person: Person, callee: Callee): Promise<number> => {
  const { page } = person
  await person.type(callee.number)
  const name = page.getByRole('combobox', { name: 'Agent' })
  await person.until('Enter', 'the agent', () => isFocused(name))
  await person.type(agent.typed)
  await person.sees('the agent in the list', () => page.getByRole('option', { name: agent.name }).isVisible())
  await person.until('Enter', 'the first value', () => isFocused(field(page, variables[0])))
  await typeValues(person, 'Enter', callee)
  await placeFrom(person, callee)
  return callee.number.length + agent.typed.length + callee.values.join('').length
}

/** The next person, with three other values, going on with Tab. */
export const nextCall = async (person: Person, callee: Callee): Promise<number> => {
  await person.type(callee.number)
  await person.sees('the number on the button', readyFor(person.page, callee))
  await typeValues(person, 'Tab', callee)
  await placeFrom(person, callee)
  return callee.number.length + callee.values.join('').length
}

/** The same call to another number, which is typed. */
export const repeatTyped = async (person: Person, callee: Callee): Promise<number> => {
  await person.type(callee.number)
  await person.sees('the number on the button', readyFor(person.page, callee))
  await person.until('Enter', 'a call', () => isAccepted(person.page, callee))
  return callee.number.length
}

/** The same call to another number, which lies on the clipboard. */
export const repeatPasted = async (person: Person, callee: Callee): Promise<number> => {
  await person.copies(callee.display)
  await person.until('Control+v', 'the pasted number', readyFor(person.page, callee))
  await person.until('Enter', 'a call', () => isAccepted(person.page, callee))
  return 0
}

/** Another profile, and nothing typed. */
export const changeProfile = async (person: Person, index: number, name: string): Promise<number> => {
  const { page } = person
  const shown = page.getByRole('banner').getByRole('button', { name: new RegExp(name) })
  await person.until(`Control+${index}`, name, () => shown.first().isVisible())
  return 0
}

const finder = (page: Page): Locator => page.getByRole('combobox', { name: 'Find anything' })
const entryOf = (page: Page, runId: number): Locator =>
  page.getByRole('option', { name: new RegExp(`^run ${runId} `) }).first()
const recordOf = (page: Page, runId: number) => (): Promise<boolean> =>
  page.getByRole('heading', { name: `run ${runId}` }).isVisible()

/** What became of a run of which only the id is known: from any screen to the record of its call. */
export const findRun = async (person: Person, runId: number): Promise<number> => {
  const { page } = person
  await person.until('Control+k', 'the palette', () => isFocused(finder(page)))
  await person.type(String(runId))
  await person.sees('the run', () => entryOf(page, runId).isVisible())
  await person.until('Enter', 'the record', recordOf(page, runId))
  return String(runId).length
}

/** The same for a run id that lies on the clipboard: nothing is typed. */
export const findCopiedRun = async (person: Person, runId: number): Promise<number> => {
  const { page } = person
  await person.copies(`run ${runId}`)
  await person.until('Control+k', 'the palette', () => isFocused(finder(page)))
  await person.sees('the copied run', () => entryOf(page, runId).isVisible())
  await person.until('Enter', 'the record', recordOf(page, runId))
  return 0
}
