// The real app with keys that nobody else has, driven through its window; every way out of it is searched. What was
// found is written to a file.
//   drive.ts <seed> <trial> <file>
import { readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { goTo } from '../../../e2e/tour/steps.ts'
import { echoForms } from '../../fuzz/echo-key.ts'
import { createSeededRandom } from '../../seeded-random.ts'
import { makeCanaries } from '../canaries.ts'
import { lookAtProcesses, sinkOfFile } from '../canary-desk.ts'
import { answerWith, echoPlaces, isAskedAgain, poisoned } from '../echo.ts'
import { draftTo } from '../flows/scene.ts'
import { createSinks } from '../sinks.ts'
import { callByHand, connectByHand, placeQuickly, replaceByPaste, selectedId, setProxyByHand } from './drive-app.ts'
import { lookAtHeap } from './look-at-page.ts'
import { plantInApp } from './plant.ts'
import { openWindowHouse, type WindowHouse } from './window-house.ts'
import type { WindowFindings } from './window-trial.ts'

const screens = ['Call', 'Runs', 'Keys', 'Support', 'Settings'] as const

const heap = ({ sinks, rundesk, page }: WindowHouse, where: string): Promise<void> =>
  lookAtHeap(sinks, rundesk.app, page, where)

/** A key is typed, once a wrong one and once the right one, and a call placed with it. */
const begin = async (house: WindowHouse): Promise<void> => {
  const { page, canaries, service } = house
  await connectByHand(page, service.origin, canaries.refused.text, canaries.typed.text)
  await heap(house, 'after a key was typed')
  await house.look('connected')
  await callByHand(page)
  await house.look('called')
}

/** Calls to which the service answers with echoes of the key, and every screen that shows them. */
const meetEchoes = async (house: WindowHouse): Promise<number> => {
  const { page, service, draw } = house
  const profileId = await selectedId(page)
  const scene = { ...house, profileId }
  for (const [index, { answer }] of echoPlaces.entries()) {
    const form = echoForms[index % echoForms.length] ?? echoForms[0]
    service.answer('/api/v1/public/', async ({ key }) => answerWith(answer(form(key))))
    await placeQuickly(page, draftTo(scene))
  }
  const form = draw.pick(echoForms)
  service.answer('/api/v1/', async ({ ordinary, key }) => poisoned(await ordinary(), form(key)), Infinity)
  for (const screen of screens) {
    await goTo(page, screen)
    await page.waitForTimeout(300)
    await house.look(screen)
  }
  const masked = await lookAtCalls(house)
  service.forget()
  return masked
}

/** Opens the calls one after the other, as far as they are on the screen; gives how many show a mask. */
const lookAtCalls = async (house: WindowHouse): Promise<number> => {
  const { page } = house
  await goTo(page, 'Runs')
  const rows = page.getByRole('row').filter({ hasText: /rejected|unknown|failed/i })
  let masked = 0
  for (let index = 0; index < Math.min(8, await rows.count()); index += 1) {
    await rows.nth(index).click()
    await page.waitForTimeout(100)
    await house.look('a call')
    if ((await page.content()).includes('[secret]')) masked += 1
  }
  return masked
}

/** Reads that are refused with echoes, asked as the screens ask them. */
const refuseReads = async (house: WindowHouse): Promise<void> => {
  const { page, service } = house
  const profileId = await selectedId(page)
  for (const [index, { answer }] of echoPlaces.filter((place) => !isAskedAgain(place)).entries()) {
    const form = echoForms[index % echoForms.length] ?? echoForms[0]
    service.answer('/api/v1/', async ({ key }) => answerWith(answer(form(key))), 6)
    await page.evaluate(async (id) => {
      await window.desk.listAgents({ profileId: id })
      await window.desk.checkProfile({ profileId: id })
      await window.desk.listKeys({ profileId: id, includeArchived: true })
    }, profileId)
    service.forget()
  }
  await goTo(page, 'Keys')
  await house.look('keys refused')
}

/** Main breaks in a way that nobody foresaw, with the key in its words. */
const breakMain = async (house: WindowHouse): Promise<void> => {
  const { rundesk, canaries, page } = house
  await rundesk.app.evaluate((_electron, words) => {
    setTimeout(() => {
      throw new Error(`it broke on ${words}`)
    }, 0)
    void Promise.reject(new TypeError(`it broke on ${words}`))
  }, canaries.replaced.text)
  await page.waitForTimeout(500)
  await house.look('after an error')
}

const crashFolder = ({ rundesk }: WindowHouse): Promise<string> =>
  rundesk.app.evaluate(({ app }) => app.getPath('crashDumps'))

/** The page's process crashes, and has a second to leave something behind. */
const crashPage = async ({ rundesk, page }: WindowHouse): Promise<void> => {
  const session = await rundesk.app.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash', { timeout: 10_000 })
  // A page that has crashed gives no answer any more.
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await wait(1_000)
}

/** How many errors that nobody foresaw stand in the log, with a mask where the key was. */
const countErrors = ({ dataFolder }: WindowHouse): number =>
  readFileSync(join(dataFolder, 'logs', 'rundesk.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('it broke on [secret]')).length

/** Plants, looks at everything that can be looked at from outside, ends the app, and looks at what it left. */
const finish = async (house: WindowHouse): Promise<void> => {
  const { sinks, rundesk, page, canaries, dataFolder, temporary } = house
  await plantInApp(rundesk.app, page, canaries.planted.text, [temporary, await crashFolder(house)])
  const pid = rundesk.app.process().pid
  if (pid !== undefined) lookAtProcesses(sinks, pid)
  await house.look('planted')
  await heap(house, 'at the end')
  sinks.look('clipboard', 'at the end', await rundesk.app.evaluate(({ clipboard }) => clipboard.readText()))
  // What the page keeps is written down after a while, or when it is told to be.
  await rundesk.app.evaluate(({ session }) => session.defaultSession.flushStorageData())
  await crashPage(house)
  sinks.lookInFolder(sinkOfFile, dataFolder)
  await rundesk.kill()
  sinks.look('stderr', 'output', rundesk.output())
  sinks.lookInFolder(sinkOfFile, dataFolder)
  sinks.lookInFolder(() => 'temporary files', temporary)
  // The keychain's own files lie there too, and belong to it.
  sinks.lookInFolder(() => 'app files', homedir())
}

const drive = async (seed: number, trial: number): Promise<WindowFindings> => {
  const random = createSeededRandom(seed * 1_009 + trial)
  const canaries = makeCanaries(random, trial + seed)
  const sinks = createSinks(Object.values(canaries))
  const house = await openWindowHouse(canaries, sinks, random)
  try {
    await begin(house)
    const masked = await meetEchoes(house)
    await refuseReads(house)
    const replaced = await replaceByPaste(house.rundesk.app, house.page, canaries.replaced.text)
    await setProxyByHand(house.page, canaries.proxyPassword.text)
    await heap(house, 'after a password was typed')
    await house.look('settings')
    await breakMain(house)
    await finish(house)
    for (const { rest } of house.service.arrived) sinks.look('requests', 'beside the key', rest)
    const texts = [canaries.typed.text, canaries.replaced.text]
    const keysArrived = house.service.arrived.filter(({ key }) => key !== null && texts.includes(key)).length
    const { flows } = house
    const errors = countErrors(house)
    return { flows, errors, masked, keysArrived, replaced, leaks: [...sinks.leaks()], bytes: { ...sinks.bytes() } }
  } finally {
    await house.rundesk.kill()
    await house.close()
  }
}

const [seed = '1', trial = '0', file = ''] = process.argv.slice(2)
writeFileSync(file, JSON.stringify(await drive(Number(seed), Number(trial))))
process.exit(0)
