import { messages } from '../../../src/messages/index.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type Printable, printJson } from '../../../src/main/practice/json.ts'
import {
  type Callee,
  changeProfile,
  createOperator,
  type Effort,
  findCopiedRun,
  findRun,
  newCall,
  nextCall,
  type Operator,
  repeatPasted,
  repeatTyped,
} from './tasks.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPracticeService } from '../../../src/main/practice/practice-service.ts'
import { startPracticeListener } from '../../../src/main/practice/host.ts'
import { connect } from '../../e2e/tour/steps.ts'
import { launchRundesk, type RunningRundesk } from '../../support/electron/launch.ts'

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
type TaskName = (typeof taskNames)[number]

/** Maximum number of keys for each task, in addition to its content. */
const allowedKeys: Record<TaskName, number> = {
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

/** Four callees, different in every round, whose calls are answered. */
const calleesOf = (round: number): [Callee, Callee, Callee, Callee] => {
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

/** Top-level names of the three values in the context. */
const roots = ['patient_name', 'appointment'] as const

/** Compares the service's runs with the expected calls and their values. */
const findCallProblems = (
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
  return JSON.stringify(placed) === JSON.stringify(wanted)
    ? []
    : [`placed: ${placed.join(', ') || messages.newAgent.noVariables}`]
}

type Task = (person: Operator) => Promise<number>

type RoundOptions = { tasks?: readonly TaskName[]; modify?: (page: Page) => Promise<void>; timeout?: number }

/** Runs every task on a newly started app and counts its keys. `modify` changes the page first, for the control. */
export const runRound = async (
  world: EffortWorld,
  round: number,
  { tasks = taskNames, modify, timeout: operatorTimeout = 4_000 }: RoundOptions = {},
): Promise<Round> => {
  const [first, second, third, fourth] = calleesOf(round)
  const rundesk = await world.open()
  const before = world.service.world.runs.length
  const runs = () => world.service.world.runs.slice(before)
  const person = await createOperator(rundesk, operatorTimeout)
  await modify?.(rundesk.window)
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
    done.efforts[task] = { keys: to.keys - from.keys, content, allowed: content + allowedKeys[task] }
    // Let the screen settle before the next task.
    await pause(150)
  }
  if (tasks === taskNames)
    done.wrong.push(
      ...findCallProblems(world, before, [
        [first, first],
        [second, second],
        [third, second],
        [fourth, second],
      ]),
    )
  await rundesk.quit()
  return done
}

/** Returns the tasks that needed too many keys. */
export const overLimit = ({ efforts }: Round): string[] =>
  Object.entries(efforts).flatMap(([task, { keys, allowed: most }]) =>
    keys > most ? [`${task}: ${keys} of ${most}`] : [],
  )

const organizationName = 'Acme Billing'
const practiceName = 'Trial desk'

/** Short calls, because an organization is limited to ten concurrent ones. */
const pace = { ringMs: 100, answerMs: 200, talkMs: 500, saveMs: 100 }

const numberFieldVisible = (page: Page): Promise<void> =>
  page.getByRole('textbox', { name: messages.call.number.label, exact: true }).waitFor()

/** Connects the organization with the mouse and adds a second profile. */
const setUpProfiles = async ({ window: page }: RunningRundesk, origin: string, key: string): Promise<void> => {
  await connect(page, origin, key)
  await numberFieldVisible(page)
  await page.evaluate(async (name) => {
    const before = await window.api.listProfiles({})
    const added = await window.api.addProfile({ kind: 'practice', name, color: 'violet' })
    const profileId = before.ok ? before.value.profiles[0]?.id : undefined
    if (!added.ok || profileId === undefined) throw new Error('The second profile was not added.')
    await window.api.selectProfile({ profileId })
  }, practiceName)
}

/** Starts a service and connects an app to it. `open` starts the built app again. */
export const openEffortSetup = async () => {
  const service = createPracticeService({
    clock: { now: () => Date.now() },
    random: Math.random,
    firstRunId: 48_001,
    timings: pace,
  })
  const listener = await startPracticeListener(service)
  const dataDir = mkdtempSync(join(tmpdir(), 'rundesk-effort-'))
  let running: RunningRundesk | null = null
  const key = service.organizations[0]?.keys.active ?? ''
  const first = await launchRundesk({ dataDir })
  await setUpProfiles(first, listener.origin, key)
  await first.quit()
  return {
    service,
    async open(): Promise<RunningRundesk> {
      running = await launchRundesk({ dataDir })
      await numberFieldVisible(running.window)
      return running
    },
    async close(): Promise<void> {
      await running?.kill()
      await listener.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

type EffortWorld = Awaited<ReturnType<typeof openEffortSetup>>
