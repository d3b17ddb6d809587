import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Printable } from '../../../src/main/practice/json/json-value.ts'
import { printJson } from '../../../src/main/practice/json/print-json.ts'
import { createPerson, type Person } from './person.ts'
import {
  type Callee,
  changeProfile,
  type Effort,
  findCopiedRun,
  findRun,
  newCall,
  nextCall,
  repeatPasted,
  repeatTyped,
} from './tasks.ts'
import { organizationName, practiceName, type EffortWorld } from './world.ts'

export const taskNames = [
  'newCall',
  'nextCall',
  'repeatTyped',
  'repeatPasted',
  'changeProfile',
  'changeBack',
  'findRun',
  'findCopiedRun',
] as const
export type TaskName = (typeof taskNames)[number]

/** How many keys besides the content each task may take. */
const allowed: Record<TaskName, number> = {
  newCall: 5,
  nextCall: 5,
  repeatTyped: 1,
  repeatPasted: 2,
  changeProfile: 1,
  changeBack: 1,
  findRun: 2,
  findCopiedRun: 2,
}

export type Round = { efforts: Partial<Record<TaskName, Effort>>; wrong: string[] }

/** Four people to call, of numbers that the practice world answers, different in every round. */
export const calleesOf = (round: number): [Callee, Callee, Callee, Callee] => {
  const callee = (place: number): Callee => {
    const last = String(200 + ((round * 4 + place) % 100)).padStart(4, '0')
    return {
      number: `+1415555${last}`,
      display: `+1 415 555 ${last}`,
      values: [`Jane ${round} ${place}`, 'the third of May', `${place + 8} in the morning`],
    }
  }
  return [callee(0), callee(1), callee(2), callee(3)]
}

const contextOf = ({ values }: Callee): Printable => ({
  patient_name: values[0],
  appointment: { date: values[1], time: values[2] },
})

/** Where the three values of the agent stand in the context. */
const roots = ['patient_name', 'appointment'] as const

/** What the service knows of the calls of a round: to whom, in this order, with which values, and nobody else. */
const faultsOf = (
  { service }: EffortWorld,
  before: number,
  calls: readonly [to: Callee, values: Callee][],
): string[] => {
  const runs = service.world.runs.slice(before)
  const placed = runs.map(({ calledNumber, initialContext }) => {
    const sent = new Map(roots.map((name) => [name, initialContext.get(name) ?? null]))
    return `${calledNumber} ${printJson(sent)}`
  })
  const wanted = calls.map(([to, values]) => `${to.number} ${printJson(contextOf(values))}`)
  return JSON.stringify(placed) === JSON.stringify(wanted) ? [] : [`placed: ${placed.join(', ') || 'nothing'}`]
}

type Task = (person: Person) => Promise<number>

type RoundWishes = { tasks?: readonly TaskName[]; plant?: (page: Page) => Promise<void>; patience?: number }

/** A round of every task on a freshly started app, each counted by itself. `plant` spoils the page first, for the control. */
export const runRound = async (
  world: EffortWorld,
  round: number,
  { tasks = taskNames, plant, patience = 4_000 }: RoundWishes = {},
): Promise<Round> => {
  const [first, second, third, fourth] = calleesOf(round)
  const rundesk = await world.open()
  const before = world.service.world.runs.length
  const runs = () => world.service.world.runs.slice(before)
  const person = await createPerson(rundesk, patience)
  await plant?.(rundesk.window)
  const all: Record<TaskName, Task> = {
    newCall: (one) => newCall(one, first),
    nextCall: (one) => nextCall(one, second),
    repeatTyped: (one) => repeatTyped(one, third),
    repeatPasted: (one) => repeatPasted(one, fourth),
    changeProfile: (one) => changeProfile(one, 2, practiceName),
    changeBack: (one) => changeProfile(one, 1, organizationName),
    findRun: (one) => findRun(one, runs().at(-1)?.id ?? 0),
    findCopiedRun: (one) => findCopiedRun(one, runs()[0]?.id ?? 0),
  }
  const done: Round = { efforts: {}, wrong: [] }
  for (const task of tasks) {
    const from = await person.count()
    const content = await all[task](person).catch((error: unknown) => {
      done.wrong.push(`${task}: ${error instanceof Error ? error.message.split('\n')[0] : 'broke'}`)
      return null
    })
    const to = await person.count()
    if (content === null) break
    if (to.presses > from.presses) done.wrong.push(`${task}: a mouse was used`)
    done.efforts[task] = { keys: to.keys - from.keys, content, allowed: content + allowed[task] }
    // The screen settles before the next task begins, as it does before a person has read it.
    await pause(150)
  }
  if (tasks === taskNames)
    done.wrong.push(
      ...faultsOf(world, before, [
        [first, first],
        [second, second],
        [third, second],
        [fourth, second],
      ]),
    )
  await rundesk.quit()
  return done
}

/** The tasks that took more keys than they may. */
export const overdone = ({ efforts }: Round): string[] =>
  Object.entries(efforts).flatMap(([task, { keys, allowed: most }]) =>
    keys > most ? [`${task}: ${keys} of ${most}`] : [],
  )
