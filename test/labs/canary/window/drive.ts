// Uses the real app through its window with unique keys, searches all sinks, and writes the findings to a file.
//   drive.ts <seed> <trial> <file>
import { messages } from '../../../../src/messages/index.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { goTo } from '../../../e2e/tour/steps.ts'
import { echoForms } from '../../fuzz/generate-answer.ts'
import { createSeededRandom } from '../../seeded-random.ts'
import { makeCanaries } from '../canaries.ts'
import { searchProcesses, sinkOfFile } from '../canary-app.ts'
import { answerWith, echoSamples, isRetried, withEchoes } from '../echo.ts'
import { draftTo } from '../flows/flow-context.ts'
import { createSinks } from '../sinks.ts'
import {
  placeCallInPage,
  connectInPage,
  placeCallByApi,
  replaceByPaste,
  selectedId,
  setProxyInPage,
} from './operator-steps.ts'
import { writeToAllSinks, searchHeap } from './search-window.ts'
import { openWindowSession, type WindowSession } from './window-session.ts'
import type { WindowFindings } from './window-trial.ts'

const screens = [
  messages.shell.screens.call,
  messages.shell.screens.runs,
  messages.shell.screens.keys,
  messages.shell.screens.support,
  messages.shell.screens.settings,
] as const

const heap = ({ sinks, rundesk, page }: WindowSession, where: string): Promise<void> =>
  searchHeap(sinks, rundesk.app, page, where)

/** Types an invalid key and a valid one, and places a call. */
const connectAndCall = async (windowSession: WindowSession): Promise<void> => {
  const { page, canaries, service } = windowSession
  await connectInPage(page, service.origin, canaries.refused.text, canaries.typed.text)
  await heap(windowSession, 'after a key was typed')
  await windowSession.search('connected')
  await placeCallInPage(page)
  await windowSession.search('called')
}

/** Places calls whose responses echo the key, and opens every screen. */
const showEchoes = async (windowSession: WindowSession): Promise<number> => {
  const { page, service, draw } = windowSession
  const profileId = await selectedId(page)
  const context = { ...windowSession, profileId }
  for (const [index, { answer }] of echoSamples.entries()) {
    const form = echoForms[index % echoForms.length] ?? echoForms[0]
    service.answer('/api/v1/public/', async ({ key }) => answerWith(answer(form(key))))
    await placeCallByApi(page, draftTo(context))
  }
  const form = draw.pick(echoForms)
  service.answer('/api/v1/', async ({ ordinary, key }) => withEchoes(await ordinary(), form(key)), Infinity)
  for (const screen of screens) {
    await goTo(page, screen)
    await page.waitForTimeout(300)
    await windowSession.search(screen)
  }
  const masked = await openCalls(windowSession)
  service.forget()
  return masked
}

/** Opens the visible calls and returns how many show a mask. */
const openCalls = async (windowSession: WindowSession): Promise<number> => {
  const { page } = windowSession
  await goTo(page, messages.shell.screens.runs)
  const rows = page.getByRole('row').filter({ hasText: /rejected|unknown|failed/i })
  let masked = 0
  for (let index = 0; index < Math.min(8, await rows.count()); index += 1) {
    await rows.nth(index).click()
    await page.waitForTimeout(100)
    await windowSession.search('a call')
    if ((await page.content()).includes('[secret]')) masked += 1
  }
  return masked
}

/** Sends reads that the service refuses, with echoes of the key. */
const refuseReads = async (windowSession: WindowSession): Promise<void> => {
  const { page, service } = windowSession
  const profileId = await selectedId(page)
  for (const [index, { answer }] of echoSamples.filter((place) => !isRetried(place)).entries()) {
    const form = echoForms[index % echoForms.length] ?? echoForms[0]
    service.answer('/api/v1/', async ({ key }) => answerWith(answer(form(key))), 6)
    await page.evaluate(async (id) => {
      await window.api.listAgents({ profileId: id })
      await window.api.checkProfile({ profileId: id })
      await window.api.listKeys({ profileId: id, includeArchived: true })
    }, profileId)
    service.forget()
  }
  await goTo(page, messages.shell.screens.keys)
  await windowSession.search('keys refused')
}

/** Causes unexpected errors in the main process with the key in their messages. */
const breakMain = async (windowSession: WindowSession): Promise<void> => {
  const { rundesk, canaries, page } = windowSession
  await rundesk.app.evaluate((_electron, words) => {
    setTimeout(() => {
      throw new Error(`it broke on ${words}`)
    }, 0)
    void Promise.reject(new TypeError(`it broke on ${words}`))
  }, canaries.replaced.text)
  await page.waitForTimeout(500)
  await windowSession.search('after an error')
}

const crashFolder = ({ rundesk }: WindowSession): Promise<string> =>
  rundesk.app.evaluate(({ app }) => app.getPath('crashDumps'))

/** Crashes the page's process and waits a second for a crash report. */
const crashPage = async ({ rundesk, page }: WindowSession): Promise<void> => {
  const session = await rundesk.app.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash', { timeout: 10_000 })
  // A crashed page does not respond.
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await wait(1_000)
}

/** Counts unexpected errors in the log that have a mask instead of the key. */
const countErrors = ({ dataFolder }: WindowSession): number =>
  readFileSync(join(dataFolder, 'logs', 'rundesk.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('it broke on [secret]')).length

/** Writes the control text to all sinks, searches them, quits the app, and searches its files. */
const finish = async (windowSession: WindowSession): Promise<void> => {
  const { sinks, rundesk, page, canaries, dataFolder, temporary } = windowSession
  await writeToAllSinks(rundesk.app, page, canaries.control.text, [temporary, await crashFolder(windowSession)])
  const pid = rundesk.app.process().pid
  if (pid !== undefined) searchProcesses(sinks, pid)
  await windowSession.search('control')
  await heap(windowSession, 'at the end')
  sinks.search('clipboard', 'at the end', await rundesk.app.evaluate(({ clipboard }) => clipboard.readText()))
  // Make Chromium write the page's storage to disk now.
  await rundesk.app.evaluate(({ session }) => session.defaultSession.flushStorageData())
  await crashPage(windowSession)
  sinks.searchFolder(sinkOfFile, dataFolder)
  await rundesk.kill()
  sinks.search('stderr', 'output', rundesk.output())
  sinks.searchFolder(sinkOfFile, dataFolder)
  sinks.searchFolder(() => 'temporary files', temporary)
  // Also contains the encrypted files of the keychain.
  sinks.searchFolder(() => 'app files', homedir())
}

const drive = async (seed: number, trial: number): Promise<WindowFindings> => {
  const random = createSeededRandom(seed * 1_009 + trial)
  const canaries = makeCanaries(random, trial + seed)
  const sinks = createSinks(Object.values(canaries))
  const windowSession = await openWindowSession(canaries, sinks, random)
  try {
    await connectAndCall(windowSession)
    const masked = await showEchoes(windowSession)
    await refuseReads(windowSession)
    const replaced = await replaceByPaste(windowSession.rundesk.app, windowSession.page, canaries.replaced.text)
    await setProxyInPage(windowSession.page, canaries.proxyPassword.text)
    await heap(windowSession, 'after a password was typed')
    await windowSession.search('settings')
    await breakMain(windowSession)
    await finish(windowSession)
    for (const { rest } of windowSession.service.arrived) sinks.search('requests', 'beside the key', rest)
    const texts = [canaries.typed.text, canaries.replaced.text]
    const keysArrived = windowSession.service.arrived.filter(({ key }) => key !== null && texts.includes(key)).length
    const { flows } = windowSession
    const errors = countErrors(windowSession)
    return { flows, errors, masked, keysArrived, replaced, leaks: [...sinks.leaks()], bytes: { ...sinks.bytes() } }
  } finally {
    await windowSession.rundesk.kill()
    await windowSession.close()
  }
}

const [seed = '1', trial = '0', file = ''] = process.argv.slice(2)
writeFileSync(file, JSON.stringify(await drive(Number(seed), Number(trial))))
process.exit(0)
