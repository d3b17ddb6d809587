import { expect } from '@playwright/test'
import { eventNames, operationNames } from '../../src/contract/names.ts'
import { startAgain } from '../support/electron/launch.ts'
import { collectComplaints, test } from './support.ts'
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

test('the page has the bridge and nothing of Node or Electron', async ({ open }) => {
  const { window: page } = await open()
  const names = await page.evaluate(() => Object.keys(window.desk))
  const listeners = eventNames.map((name) => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  expect(names.toSorted()).toEqual([...operationNames, ...listeners].toSorted())
  expect(
    await page.evaluate(() => ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window)),
  ).toEqual([])
})

test('a full normal run breaks no rule of the content security policy', async ({ open }) => {
  const { window: page, app } = await open()
  const complaints = collectComplaints(page)
  // The page itself cannot reload: leaving is fenced. Main can, and so the very first moment is watched as well.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())
  await openPractice(page)
  await chooseAgent(page, 'Renewal')
  await writeContext(page, tourContext)
  await typeNumber(page, tourNumber)
  await callButton(page, tourNumber).click()
  await acceptedRunId(page)
  for (const screen of ['Runs', 'Keys', 'Support', 'Settings', 'Call'] as const) await goTo(page, screen)
  expect(complaints).toEqual([])
})

test('the policy holds: inline code, eval, styles and the network are refused', async ({ open }) => {
  const { window: page } = await open()
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
  await page.waitForTimeout(300)
  expect(page.url()).toBe('rundesk://app/index.html')
})

test('whoever comes back finds the number drawn into the page, and the desk takes over from it', async ({ open }) => {
  const first = await open()
  expect(first.window.url()).toBe('rundesk://app/index.html')
  await openPractice(first.window)
  await first.quit()
  const { window: page, app } = await open()
  const complaints = collectComplaints(page)
  // The picture stands for a moment only: the page itself has to look at it.
  await page.addInitScript(() => {
    const look = (): void => {
      const atField = document.activeElement?.matches('[data-first-picture] input')
      if (atField) document.documentElement.dataset['drawnCaret'] = 'yes'
      else requestAnimationFrame(look)
    }
    look()
  })
  // The very first moment of a start is over before anybody listens; main makes the page anew.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload())
  await page.locator('[data-drawn-caret]').waitFor()
  await expect(page.locator('[data-number-field]')).toBeFocused()
  expect(await page.locator('[data-first-picture]').count()).toBe(0)
  expect(page.url()).toBe('rundesk://app/desk.html')
  expect(complaints).toEqual([])
})

test('a second start on the same data folder leaves the first one in charge', async ({ open, dataDir }) => {
  const first = await open()
  await openPractice(first.window)
  expect(await startAgain(dataDir)).toBe(0)
  await expect(first.window.getByRole('textbox', { name: 'Number', exact: true })).toBeVisible()
})
