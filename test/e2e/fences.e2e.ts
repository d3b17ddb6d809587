import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type ElectronApplication, type Page } from '@playwright/test'
import { launchAsOrdinaryUser } from '../support/electron/ordinary-user.ts'
import { isWalledIn, readWalls } from '../support/electron/read-sandbox.ts'
import { filesWith, test } from './support.ts'
import { acceptedRunId, goTo, openPractice, outcomeOf, placeCall, tourNumber, typeNumber } from './tour/steps.ts'

const slow = '+1 415 555 0150'

/** The process that shows the page, and the one that shows nothing. */
const processesOf = (app: ElectronApplication) =>
  app.evaluate(({ app: electron, BrowserWindow }) => ({
    main: process.pid,
    page: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
    all: electron.getAppMetrics().map(({ pid, name, type }) => ({ pid, name: name ?? type })),
  }))

const crashPage = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())

/**
 * Asks the page that the window shows now: after a crash Playwright's own page is of no use any more. What is asked of a
 * page that is not there is never answered, and given up after a second.
 */
const askPage = (app: ElectronApplication, text: string): Promise<string> =>
  app.evaluate(async ({ BrowserWindow }, question) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return ''
    const late = new Promise<string>((resolve) => setTimeout(() => resolve(''), 1_000))
    return String(await Promise.race([contents.executeJavaScript(question), late]))
  }, text)

const textOfPage = (app: ElectronApplication): Promise<string> => askPage(app, 'document.body.innerText')

/** Answers every question that the app asks in a window of the system, and keeps the questions. */
const answerQuestions = (app: ElectronApplication, response: number): Promise<void> =>
  app.evaluate(({ dialog, app: electron }, answer) => {
    const asked: string[] = []
    Reflect.set(electron, 'questionsAsked', asked)
    Reflect.set(dialog, 'showMessageBox', (options: { detail?: string; message: string }) => {
      asked.push(`${options.message}. ${options.detail ?? ''}`)
      return Promise.resolve({ response: answer, checkboxChecked: false })
    })
  }, response)

const questionsOf = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(({ app: electron }) => [...(Reflect.get(electron, 'questionsAsked') as string[])])

const throwInMain = (app: ElectronApplication, message: string): Promise<void> =>
  app.evaluate((_electron, text) => {
    setTimeout(() => {
      throw new RangeError(text)
    })
  }, message)

const logOf = (dataDir: string): string => readFileSync(join(dataDir, 'logs', 'rundesk.log'), 'utf8')

const place = async (page: Page, number: string): Promise<void> => {
  await page.getByRole('button', { name: 'Try it in practice' }).click()
  await placeCall(page, number)
}

test('an ordinary user’s page has a filter on its system calls and namespaces of its own', async ({ open }) => {
  const rundesk = await launchAsOrdinaryUser()
  try {
    await rundesk.window.getByRole('button', { name: 'Try it in practice' }).waitFor()
    const { main, page } = await processesOf(rundesk.app)
    const walls = readWalls(page)
    expect(walls).toMatchObject({ seccomp: 2, noNewPrivileges: true })
    expect(walls.user).not.toBe(0)
    expect(isWalledIn(walls, readWalls(main))).toBe(true)
    // The control: main itself stands outside, and so the look tells the two apart.
    expect(isWalledIn(readWalls(main), readWalls(main))).toBe(false)
  } finally {
    await rundesk.close()
  }
  // The other control, where it can be had: root starts without a sandbox, and that is seen.
  if (process.getuid?.() !== 0) return
  const { app } = await open()
  const { main, page } = await processesOf(app)
  expect(readWalls(page).seccomp).toBe(0)
  expect(isWalledIn(readWalls(page), readWalls(main))).toBe(false)
})

test('a crash leaves no dump, and what an earlier one left is erased', async ({ open, dataDir }) => {
  const left = join(dataDir, 'Crashpad', 'completed')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'old.dmp'), 'MDMP and a key')
  expect(filesWith(dataDir, 'MDMP')).toHaveLength(1)
  const { window: page, app } = await open()
  expect(filesWith(dataDir, 'MDMP')).toEqual([])
  await page.getByRole('button', { name: 'Try it in practice' }).waitFor()
  await crashPage(app)
  await expect.poll(() => logOf(dataDir)).toContain('pageGone')
  await expect.poll(() => textOfPage(app)).toContain('Try it in practice')
  expect(filesWith(dataDir, 'MDMP')).toEqual([])
  expect(readdirSync(dataDir, { recursive: true }).filter((name) => String(name).endsWith('.dmp'))).toEqual([])
})

test('no process of ours puts its memory into a core file', async ({ open, organization: _organization }) => {
  const { window: page, app } = await open()
  await openPractice(page)
  await goTo(page, 'Support')
  await page.getByText('Keys are kept in the keychain of this computer.').waitFor()
  const { all, page: shown } = await processesOf(app)
  const filterOf = (pid: number | 'self'): number =>
    Number.parseInt(readFileSync(`/proc/${pid}/coredump_filter`, 'utf8'), 16)
  expect(all.map(({ pid }) => pid)).toContain(shown)
  expect(all.map(({ name }) => name)).toContain('Rundesk vault')
  expect(all.filter(({ pid }) => filterOf(pid) !== 0)).toEqual([])
  // The control: a process that nobody told, such as this one, keeps its memory.
  expect(filterOf('self')).not.toBe(0)
})

test('the page comes back after its process died, and a call on its way notices nothing', async ({ open, dataDir }) => {
  const { window: page, app } = await open()
  await place(page, slow)
  await expect(outcomeOf(page)).toContainText('Sending')
  await crashPage(app)
  await expect.poll(() => textOfPage(app), { timeout: 20_000 }).toContain('Runs')
  const runs = `[...document.querySelectorAll('nav button')].find((one) => one.textContent.includes('Runs')).click()`
  await askPage(app, runs)
  await expect.poll(() => textOfPage(app), { timeout: 30_000 }).toContain('accepted')
  expect(await textOfPage(app)).toContain(slow)
  expect(logOf(dataDir)).toContain('pageGone')
})

test('a page that hangs is ended and loaded again', async ({ open, dataDir }) => {
  const { window: page, app } = await open()
  await page.getByRole('button', { name: 'Try it in practice' }).waitFor()
  const { page: before } = await processesOf(app)
  // Not awaited: it never ends.
  void page.evaluate('for (;;) {}').catch(() => undefined)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'))
  await expect.poll(() => logOf(dataDir), { timeout: 20_000 }).toContain('pageGone')
  await expect.poll(() => textOfPage(app), { timeout: 20_000 }).toContain('Try it in practice')
  expect((await processesOf(app)).page).not.toBe(before)
})

test('a page that breaks again and again is not loaded for ever: the person is asked', async ({ open, dataDir }) => {
  const { window: page, app } = await open()
  await page.getByRole('button', { name: 'Try it in practice' }).waitFor()
  await answerQuestions(app, 1)
  for (let times = 1; times <= 4; times += 1) {
    await expect.poll(() => textOfPage(app), { timeout: 20_000 }).toContain('Try it in practice')
    await crashPage(app)
    await expect.poll(() => logOf(dataDir).split('pageGone').length - 1).toBe(times)
  }
  await expect.poll(() => questionsOf(app)).toHaveLength(1)
  expect((await questionsOf(app))[0]).toContain('broke several times in a minute')
})

test('after an error nobody foresaw no call begins, those on their way finish, and the person is asked to restart', async ({
  open,
  dataDir,
}) => {
  const { window: page, app } = await open()
  await answerQuestions(app, 1)
  await place(page, slow)
  await expect(outcomeOf(page)).toContainText('Sending')
  const key = `dgr_${'k'.repeat(43)}`
  await throwInMain(app, `lost it over ${key} and +14155550101`)
  await expect.poll(() => questionsOf(app)).toHaveLength(1)
  const [question = ''] = await questionsOf(app)
  const reference = /[A-Z]{4}-[A-Z]{4}-[A-Z]{4}/.exec(question)?.[0] ?? 'none'
  expect(question).toContain('Rundesk has to be restarted')

  const line = logOf(dataDir)
    .split('\n')
    .find((text) => text.includes('uncaughtException'))
  expect(line).toContain(reference)
  expect(line).toContain('lost it over')
  expect(line).toContain('RangeError')
  expect(line).not.toContain(key)
  expect(line).not.toContain('4155550101')

  // The call on its way gets its answer; the next does not begin.
  await acceptedRunId(page)
  await page.getByRole('button', { name: 'Next call' }).click()
  await typeNumber(page, tourNumber)
  await page.getByRole('button', { name: `Call ${tourNumber}` }).click()
  await expect(page.getByText('begins no new one').first()).toBeVisible()

  // A second error is written down, and nobody is asked twice.
  await throwInMain(app, 'and again')
  await expect.poll(() => logOf(dataDir)).toContain('and again')
  expect(await questionsOf(app)).toHaveLength(1)
})

test('a promise that nobody waited for counts as such an error', async ({ open, dataDir }) => {
  const { app } = await open()
  await answerQuestions(app, 1)
  await app.evaluate(() => void Promise.reject(new Error('nobody waited')))
  await expect.poll(() => questionsOf(app)).toHaveLength(1)
  expect(logOf(dataDir)).toContain('unhandledRejection')
})

test('the control: without its guard the app goes on calling after an error', async ({ open, dataDir }) => {
  const { window: page, app } = await open()
  await answerQuestions(app, 1)
  await app.evaluate(() => {
    process.removeAllListeners('uncaughtException')
    // Electron would show the error in a window that waits for a click.
    process.on('uncaughtException', () => undefined)
  })
  await throwInMain(app, 'unguarded')
  await place(page, tourNumber)
  await acceptedRunId(page)
  expect(await questionsOf(app)).toEqual([])
  expect(logOf(dataDir)).not.toContain('unguarded')
})

test('a yes starts Rundesk again once the calls on their way have their answers', async ({ open }) => {
  const { window: page, app, gone } = await open()
  await app.evaluate(({ app: electron }) => {
    Reflect.set(electron, 'relaunch', () => process.stdout.write('relaunched\n'))
  })
  await answerQuestions(app, 0)
  await place(page, slow)
  await expect(outcomeOf(page)).toContainText('Sending')
  await throwInMain(app, 'restart me')
  await expect(page.getByRole('alertdialog', { name: 'Rundesk closes by itself' })).toBeVisible()
  await gone
})
