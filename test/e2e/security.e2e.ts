import { nativeMessages } from '../../src/messages/native.ts'
import { titles } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type ElectronApplication, type Page } from '@playwright/test'
import { launchAsOrdinaryUser } from '../support/electron/ordinary-user.ts'
import { hasStrictSandbox, readSandbox } from '../support/electron/read-sandbox.ts'
import { filesWith, test } from './support.ts'
import { acceptedRunId, goTo, openPractice, outcomeOf, placeCall, tourNumber, typeNumber } from './tour/steps.ts'

const slow = '+1 415 555 0150'

/** Returns the process IDs of the page and of the main process. */
const processesOf = (app: ElectronApplication) =>
  app.evaluate(({ app: electron, BrowserWindow }) => ({
    main: process.pid,
    page: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
    all: electron.getAppMetrics().map(({ pid, name, type }) => ({ pid, name: name ?? type })),
  }))

const crashPage = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())

/**
 * Evaluates code in the window's current page: after a crash, Playwright's page object is unusable. An evaluation in a
 * missing page never returns, so it fails after a second.
 */
const askPage = (app: ElectronApplication, text: string): Promise<string> =>
  app.evaluate(async ({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return ''
    const late = new Promise<string>((resolve) => setTimeout(() => resolve(''), 1_000))
    return String(await Promise.race([contents.executeJavaScript(code), late]))
  }, text)

const textOfPage = (app: ElectronApplication): Promise<string> => askPage(app, 'document.body.innerText')

/** Closes every message box with this response, and records its text. */
const answerDialogs = (app: ElectronApplication, response: number): Promise<void> =>
  app.evaluate(({ dialog, app: electron }, answer) => {
    const shown: string[] = []
    Reflect.set(electron, 'shownQuestions', shown)
    Reflect.set(dialog, 'showMessageBox', (options: { detail?: string; message: string }) => {
      shown.push(`${options.message}. ${options.detail ?? ''}`)
      return Promise.resolve({ response: answer, checkboxChecked: false })
    })
  }, response)

const messagesOf = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(({ app: electron }) => [...(Reflect.get(electron, 'shownQuestions') as string[])])

const throwInMain = (app: ElectronApplication, message: string): Promise<void> =>
  app.evaluate((_electron, text) => {
    setTimeout(() => {
      throw new RangeError(text)
    })
  }, message)

const logOf = (dataDir: string): string => readFileSync(join(dataDir, 'logs', 'rundesk.log'), 'utf8')

const place = async (page: Page, number: string): Promise<void> => {
  await page.getByRole('button', { name: messages.onboarding.practice.action }).click()
  await placeCall(page, number)
}

test('runs the page of an ordinary user in the OS sandbox', async ({ open }) => {
  const rundesk = await launchAsOrdinaryUser()
  try {
    await rundesk.window.getByRole('button', { name: messages.onboarding.practice.action }).waitFor()
    const { main, page } = await processesOf(rundesk.app)
    const walls = readSandbox(page)
    expect(walls).toMatchObject({ seccomp: 2, noNewPrivileges: true })
    expect(walls.user).not.toBe(0)
    expect(hasStrictSandbox(walls, readSandbox(main))).toBe(true)
    // Control: the main process is outside the sandbox, so this shows that the check can fail.
    expect(hasStrictSandbox(readSandbox(main), readSandbox(main))).toBe(false)
  } finally {
    await rundesk.close()
  }
  // A second control, where possible: if root starts the app, there is no sandbox, and the check must report that.
  if (process.getuid?.() !== 0) return
  const { app } = await open()
  const { main, page } = await processesOf(app)
  expect(readSandbox(page).seccomp).toBe(0)
  expect(hasStrictSandbox(readSandbox(page), readSandbox(main))).toBe(false)
})

test('leaves no crash dump and erases older ones', async ({ open, dataDir }) => {
  const left = join(dataDir, 'Crashpad', 'completed')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'old.dmp'), 'MDMP and a key')
  expect(filesWith(dataDir, 'MDMP')).toHaveLength(1)
  const { window: page, app } = await open()
  expect(filesWith(dataDir, 'MDMP')).toEqual([])
  await page.getByRole('button', { name: messages.onboarding.practice.action }).waitFor()
  await crashPage(app)
  await expect.poll(() => logOf(dataDir)).toContain('pageCrashed')
  await expect.poll(() => textOfPage(app)).toContain(messages.onboarding.practice.action)
  expect(filesWith(dataDir, 'MDMP')).toEqual([])
  expect(readdirSync(dataDir, { recursive: true }).filter((name) => String(name).endsWith('.dmp'))).toEqual([])
})

test('writes no memory of any process to a core file', async ({ open, organization: _organization }) => {
  const { window: page, app } = await open()
  await openPractice(page)
  await goTo(page, messages.shell.screens.support)
  await page.getByText(messages.support.keychain.usable).waitFor()
  const { all, page: shown } = await processesOf(app)
  const filterOf = (pid: number | 'self'): number =>
    Number.parseInt(readFileSync(`/proc/${pid}/coredump_filter`, 'utf8'), 16)
  expect(all.map(({ pid }) => pid)).toContain(shown)
  expect(all.map(({ name }) => name)).toContain('Rundesk vault')
  expect(all.filter(({ pid }) => filterOf(pid) !== 0)).toEqual([])
  // Control: an ordinary process, such as this one, includes its memory in core dumps.
  expect(filterOf('self')).not.toBe(0)
})

test('reloads the page after its process dies, without affecting a running call', async ({ open, dataDir }) => {
  const { window: page, app } = await open()
  await place(page, slow)
  await expect(outcomeOf(page)).toContainText(titles.sending)
  await crashPage(app)
  await expect.poll(() => textOfPage(app), { timeout: 20_000 }).toContain(messages.shell.screens.runs)
  const runs = `[...document.querySelectorAll('nav button')].find((one) => one.textContent.includes('Runs')).click()`
  await askPage(app, runs)
  await expect.poll(() => textOfPage(app), { timeout: 30_000 }).toContain('accepted')
  expect(await textOfPage(app)).toContain(slow)
  expect(logOf(dataDir)).toContain('pageCrashed')
})

test('kills and reloads a page that hangs', async ({ open, dataDir }) => {
  const { window: page, app } = await open()
  await page.getByRole('button', { name: messages.onboarding.practice.action }).waitFor()
  const { page: before } = await processesOf(app)
  // Not awaited: it never finishes.
  void page.evaluate('for (;;) {}').catch(() => undefined)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'))
  await expect.poll(() => logOf(dataDir), { timeout: 20_000 }).toContain('pageCrashed')
  await expect.poll(() => textOfPage(app), { timeout: 20_000 }).toContain(messages.onboarding.practice.action)
  expect((await processesOf(app)).page).not.toBe(before)
})

test('asks the user after the page has crashed several times', async ({ open, dataDir }) => {
  const { window: page, app } = await open()
  await page.getByRole('button', { name: messages.onboarding.practice.action }).waitFor()
  await answerDialogs(app, 1)
  for (let times = 1; times <= 4; times += 1) {
    await expect.poll(() => textOfPage(app), { timeout: 20_000 }).toContain(messages.onboarding.practice.action)
    await crashPage(app)
    await expect.poll(() => logOf(dataDir).split('pageCrashed').length - 1).toBe(times)
  }
  await expect.poll(() => messagesOf(app)).toHaveLength(1)
  expect((await messagesOf(app))[0]).toContain(nativeMessages.restart.afterCrashes)
})

test('starts no call after an unexpected error, finishes running ones, and offers a restart', async ({
  open,
  dataDir,
}) => {
  const { window: page, app } = await open()
  await answerDialogs(app, 1)
  await place(page, slow)
  await expect(outcomeOf(page)).toContainText(titles.sending)
  const key = `dgr_${'k'.repeat(43)}`
  await throwInMain(app, `lost it over ${key} and +14155550101`)
  await expect.poll(() => messagesOf(app)).toHaveLength(1)
  const [message = ''] = await messagesOf(app)
  const reference = /[A-Z]{4}-[A-Z]{4}-[A-Z]{4}/.exec(message)?.[0] ?? 'none'
  expect(message).toContain(nativeMessages.restart.title)

  const line = logOf(dataDir)
    .split('\n')
    .find((text) => text.includes('uncaughtException'))
  expect(line).toContain(reference)
  expect(line).toContain('lost it over')
  expect(line).toContain('RangeError')
  expect(line).not.toContain(key)
  expect(line).not.toContain('4155550101')

  // The call in flight gets its response; no further call starts.
  await acceptedRunId(page)
  await page.getByRole('button', { name: messages.call.next }).click()
  await typeNumber(page, tourNumber)
  await page.getByRole('button', { name: `Call ${tourNumber}` }).click()
  await expect(page.getByText(messages.failure.describe({ kind: 'closing' }).why).first()).toBeVisible()

  // A second error is logged, without a second dialog.
  await throwInMain(app, 'and again')
  await expect.poll(() => logOf(dataDir)).toContain('and again')
  expect(await messagesOf(app)).toHaveLength(1)
})

test('treats an unhandled rejection as an unexpected error', async ({ open, dataDir }) => {
  const { app } = await open()
  await answerDialogs(app, 1)
  await app.evaluate(() => void Promise.reject(new Error('unhandled')))
  await expect.poll(() => messagesOf(app)).toHaveLength(1)
  expect(logOf(dataDir)).toContain('unhandledRejection')
})

test('control: without the error handler, the app continues to place calls', async ({ open, dataDir }) => {
  const { window: page, app } = await open()
  await answerDialogs(app, 1)
  await app.evaluate(() => {
    process.removeAllListeners('uncaughtException')
    // Electron would show the error in a window that waits for a click.
    process.on('uncaughtException', () => undefined)
  })
  await throwInMain(app, 'unguarded')
  await place(page, tourNumber)
  await acceptedRunId(page)
  expect(await messagesOf(app)).toEqual([])
  expect(logOf(dataDir)).not.toContain('unguarded')
})

test('restarts once the running calls have their responses', async ({ open }) => {
  const { window: page, app, exited } = await open()
  await app.evaluate(({ app: electron }) => {
    Reflect.set(electron, 'relaunch', () => process.stdout.write('relaunched\n'))
  })
  await answerDialogs(app, 0)
  await place(page, slow)
  await expect(outcomeOf(page)).toContainText(titles.sending)
  await throwInMain(app, 'restart me')
  await expect(page.getByRole('alertdialog', { name: messages.shutdown.title })).toBeVisible()
  await exited
})
