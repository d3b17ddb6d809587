import { messages } from '../../src/messages/index.ts'
import { expect } from '@playwright/test'
import { eventNames, operationNames } from '../../src/contract/names.ts'
import { startAgain } from '../support/electron/launch.ts'
import { collectPageErrors, test } from './support.ts'
import {
  acceptedRunId,
  callButton,
  chooseAgent,
  goTo,
  openPractice,
  tourContext,
  tourNumber,
  typeNumber,
  writeContext,
} from './tour/steps.ts'

test('exposes the bridge and nothing else from Node or Electron to the page', { tag: '@smoke' }, async ({ open }) => {
  const { window: page } = await open()
  const names = await page.evaluate(() => Object.keys(window.api))
  const listeners = eventNames.map((name) => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  expect(names.toSorted()).toEqual([...operationNames, ...listeners].toSorted())
  expect(
    await page.evaluate(() => ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window)),
  ).toEqual([])
})

test('violates no rule of the content security policy in normal use', { tag: '@smoke' }, async ({ open }) => {
  const { window: page, app } = await open()
  const pageErrors = collectPageErrors(page)
  // Reload the page to observe it from the start. The main process must do that: in the page, navigation is blocked.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())
  await openPractice(page)
  await chooseAgent(page, 'Renewal')
  await writeContext(page, tourContext)
  await typeNumber(page, tourNumber)
  await callButton(page, tourNumber).click()
  await acceptedRunId(page)
  for (const screen of [
    messages.shell.screens.runs,
    messages.shell.screens.keys,
    messages.shell.screens.support,
    messages.shell.screens.settings,
    messages.shell.screens.call,
  ] as const)
    await goTo(page, screen)
  expect(pageErrors).toEqual([])
})

test('lets the user paste, but lets no script read the clipboard', async ({ open }) => {
  const { window: page, app } = await open()
  await openPractice(page)
  const field = page.locator('[data-number-field]')
  await field.focus()
  await app.evaluate(({ clipboard }) => clipboard.writeText('+1 415 555 0101'))
  const read = (isGesture: boolean): Promise<string> =>
    app.evaluate(async ({ BrowserWindow }, gesture) => {
      const script = `(async () => {
        const seen = []
        document.addEventListener('paste', ({ clipboardData }) => seen.push(clipboardData.getData('text')))
        document.execCommand('paste')
        return [document.queryCommandEnabled('paste'), ...seen, document.activeElement.value].join('|')
      })()`
      return String(await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script, gesture))
    }, isGesture)
  expect(await read(false)).toBe('false|')
  expect(await read(true)).toBe('false|')
  // Control: the same text can be pasted with the keyboard.
  await page.keyboard.press('Control+V')
  await expect(field).toHaveValue('+1 415 555 0101')
})

test('blocks inline code, eval, styles and the network by policy', async ({ open }) => {
  const { window: page, app } = await open()
  const prevented = app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<boolean>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.once('will-frame-navigate', (event) => setImmediate(() => resolve(event.defaultPrevented)))
      }),
  )
  const results = await page.evaluate(async () => {
    const tried: Record<string, boolean> = {}
    const script = document.createElement('script')
    document.body.append(script)
    try {
      script.textContent = 'window.injected = true'
    } catch {
      tried['trustedTypes'] = true
    }
    tried['inlineRan'] = 'injected' in window
    tried['fetched'] = await fetch('https://voice.acme.example').then(
      () => true,
      () => false,
    )
    tried['opened'] = window.open('https://voice.acme.example') !== null
    location.href = 'https://voice.acme.example'
    return tried
  })
  expect(results).toEqual({ trustedTypes: true, inlineRan: false, fetched: false, opened: false })
  expect(await prevented).toBe(true)
  expect(page.url()).toBe('rundesk://app/index.html')
})

test('on a later startup, shows a focused number field before the app renders', async ({ open }) => {
  const first = await open()
  expect(first.window.url()).toBe('rundesk://app/index.html')
  await openPractice(first.window)
  await first.quit()
  const { window: page, app } = await open()
  const pageErrors = collectPageErrors(page)
  // The startup page is visible only for a moment, so the check runs inside the page.
  await page.addInitScript(() => {
    const checkFrame = (): void => {
      const atField = document.activeElement?.matches('[data-startup] input')
      if (atField) document.documentElement.dataset['drawnCaret'] = 'yes'
      else requestAnimationFrame(checkFrame)
    }
    checkFrame()
  })
  // The first load is over before the test can observe it, so reload the page.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())
  await page.locator('[data-drawn-caret]').waitFor()
  await expect(page.locator('[data-number-field]')).toBeFocused()
  expect(await page.locator('[data-startup]').count()).toBe(0)
  expect(page.url()).toBe('rundesk://app/start.html')
  expect(pageErrors).toEqual([])
})

test('lets only one instance use a data folder', async ({ open, dataDir }) => {
  const first = await open()
  await openPractice(first.window)
  expect(await startAgain(dataDir)).toBe(0)
  await expect(first.window.getByRole('textbox', { name: messages.call.number.label, exact: true })).toBeVisible()
})
