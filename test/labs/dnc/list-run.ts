import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { defaultListOptions, type List } from '../../../src/contract/list.ts'
import { type App, createApp } from '../../../src/main/app/create-app.ts'
import { createHeadlessDeps } from '../../../src/main/headless/run.ts'
import { createPracticeHost } from '../../../src/main/practice/host.ts'
import { immediateTimings } from '../../../src/main/practice/practice.ts'
import type { ListImporter } from '../../../src/main/lists/import.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { makeDataFolder, removeDataFolder } from '../support/lab-setup.ts'
import { valueOf } from '../../support/value-of.ts'
import { anyRoute } from '../../support/a-call.ts'

/** The parts of the app that a bug may be in. */
export type FaultyParts = { storage: Storage; importer: ListImporter }

export type ListRunOptions = {
  /** Distinguishes the numbers of this list from those of lists that are running at the same time. */
  index: number
  rows: number
  /** How many numbers are added one by one while the list is running; the same number is added from a file. */
  entries: number
  random: () => number
  /** Replaces parts of the app. */
  injectBug?: (parts: FaultyParts) => FaultyParts
  onEntry: () => void
}

export type ListRun = {
  entries: number
  /** Listed numbers that were not called, and those whose request had already left. */
  heldBack: number
  alreadyLeft: number
  /** Requests that left after the entry for their number was reported as added. */
  afterCommit: number
  requests: number
  sumsWrong: number
}

const timings = { ...immediateTimings, ringMs: 0, answerMs: 0, talkMs: 0, saveMs: 0, artifactsMs: 0 }

/** How many rows ahead of the last request a number is added: the app has read these rows or is recording them. */
const ahead = 8

/** Returns the numbers of a list. Their last seven digits differ, because numbers are found by those. */
const numbersOf = (index: number, rows: number): string[] =>
  Array.from({ length: rows }, (_, row) => `+1212${2_000_000 + index * 1_000 + row}`)

/** The message that undici publishes when the headers of a request leave. */
type Leaving = { request: { method: string; body: unknown } }

const textOf = (body: unknown): string =>
  typeof body === 'string' ? body : body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : ''

/** Calls the listener with the number of each trigger request as it leaves. Returns a function that stops this. */
const onLeaving = (listener: (phoneNumber: string) => void): (() => void) => {
  const handle = (message: unknown): void => {
    const { request } = message as Leaving // The channel has one message type.
    const number = request.method === 'POST' ? /"phone_number":"([^"]+)"/.exec(textOf(request.body))?.[1] : undefined
    if (number !== undefined) listener(number)
  }
  subscribe('undici:client:sendHeaders', handle)
  return () => void unsubscribe('undici:client:sendHeaders', handle)
}

const openApp = (dataFolder: string, listFile: string, injectBug: ListRunOptions['injectBug']): App => {
  const deps = createHeadlessDeps({
    dataFolder,
    listFile,
    keychain: 'memory',
    version: 'lab',
    announce: () => undefined,
  })
  return createApp({
    ...deps,
    ...injectBug?.(deps),
    createPracticeServer: (firstRunId) =>
      createPracticeHost({ clock: { now: () => Date.now() }, random: Math.random, firstRunId, timings }),
  })
}

/** Opens a list of these numbers and starts it. */
const startList = async ({ operations }: App, numbers: readonly string[]): Promise<string> => {
  const added = await valueOf(operations.addProfile({ kind: 'practice', name: 'Lab', color: 'blue' }))
  const profileId = added.profile.id
  const agents = await valueOf(operations.listAgents({ profileId }))
  const agentUuid = agents.find(({ name }) => name === 'Opening hours')?.agentUuid ?? ''
  const lines = numbers.map((number, row) => `Person ${row}\t${number}`)
  const { listId, name } = await valueOf(
    operations.openListText({ profileId, text: ['Name\tPhone', ...lines].join('\n') }),
  )
  const options = { ...defaultListOptions, atOnce: 10, freeSlots: 0 }
  await valueOf(operations.saveListPlan({ listId, name, agentUuid, targets: null, route: anyRoute, options }))
  await valueOf(operations.startList({ listId, calls: numbers.length }))
  return listId
}

const rowsOf = ({ counts }: List): number => Object.values(counts).reduce((sum, rows) => sum + rows, 0)

/** Runs a list, and adds do-not-call entries for rows that are about to be called. */
export const runList = async ({
  index,
  rows,
  entries,
  random,
  injectBug,
  onEntry,
}: ListRunOptions): Promise<ListRun> => {
  const numbers = numbersOf(index, rows)
  const dataFolder = makeDataFolder()
  const register = join(dataFolder, '..', 'register.csv')
  const app = openApp(dataFolder, register, injectBug)
  const { operations } = app
  const left: string[] = []
  const listed = new Set<string>()
  const late: string[] = []
  const end = onLeaving((phoneNumber) => {
    if (!numbers.includes(phoneNumber)) return
    if (listed.has(phoneNumber)) late.push(phoneNumber)
    left.push(phoneNumber)
  })
  /** Numbers chosen for an entry, whether or not the entry exists yet. */
  const chosen = new Set<string>()

  const choose = (): string | null => {
    const last = Math.max(-1, ...left.map((number) => numbers.indexOf(number)))
    const from = last + 1 + Math.floor(random() * ahead)
    const next = numbers.slice(from).find((number) => !chosen.has(number)) ?? null
    if (next !== null) chosen.add(next)
    return next
  }

  const addOne = async (): Promise<void> => {
    const phoneNumber = choose()
    if (phoneNumber === null) return
    const entry = { phoneNumber, phoneNumberDisplay: phoneNumber, practice: true, reason: 'lab' }
    await valueOf(operations.addDoNotCall(entry))
    listed.add(phoneNumber)
    onEntry()
  }

  const addFile = async (): Promise<void> => {
    const some = Array.from({ length: entries }, choose).filter((one) => one !== null)
    writeFileSync(register, ['phone', ...some].join('\n'))
    await valueOf(operations.importDoNotCall({ practice: true, source: 'lab', expiresAt: null }))
    for (const number of some) listed.add(number)
    onEntry()
  }

  try {
    await valueOf(app.start())
    const listId = await startList(app, numbers)
    const isOver = async (): Promise<boolean> => (await valueOf(operations.getList({ listId }))).state !== 'running'
    for (let entry = 0; entry < entries && left.length < rows; entry += 1) {
      const until = left.length + Math.floor(random() * 3)
      while (left.length < until && !(await isOver())) await turn()
      await (entry === Math.floor(entries / 2) ? addFile() : addOne())
    }
    while (!(await isOver())) await wait(20)
    const list = await valueOf(operations.getList({ listId }))
    const heldBack = [...listed].filter((number) => !left.includes(number)).length
    const isRight = rowsOf(list) === rows && list.counts.refused === heldBack && new Set(left).size === left.length
    return {
      entries: listed.size,
      heldBack,
      alreadyLeft: listed.size - heldBack,
      afterCommit: late.length,
      requests: left.length,
      sumsWrong: isRight ? 0 : 1,
    }
  } finally {
    end()
    await app.close()
    removeDataFolder(dataFolder)
  }
}
