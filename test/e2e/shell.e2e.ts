import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { eventNames, operationNames } from '../../src/contract/names.ts'
import { launchRundesk, type RunningRundesk, versionOf } from '../support/electron/launch.ts'
import { appFolder, chosenRuntime } from '../support/electron/runtime.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'rundesk-shell-'))
let rundesk: RunningRundesk

test.beforeAll(async () => {
  rundesk = await launchRundesk({ dataDir })
  await rundesk.window.getByRole('button', { name: 'Try it in practice' }).waitFor()
})

test.afterAll(async () => {
  await rundesk.quit()
  rmSync(dataDir, { recursive: true, force: true })
})

test('runs in the Electron that set-up chose', async () => {
  expect(await versionOf(rundesk.app)).toBe(chosenRuntime().version)
})

test('gives the page the named functions of the bridge, and nothing of Node', async () => {
  const seen = await rundesk.window.evaluate(() => ({
    bridge: Object.keys(window.desk).toSorted(),
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
  }))
  const listeners = eventNames.map((name) => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  expect(seen).toEqual({ bridge: [...operationNames, ...listeners].toSorted(), node: [] })
})

test('opens its one window fenced, whatever the page asks for', async () => {
  const before = rundesk.window.url()
  const opened = await rundesk.window.evaluate(() => {
    const other = window.open('https://elsewhere.invalid/')
    location.href = 'https://elsewhere.invalid/'
    return other === null
  })
  expect(opened).toBe(true)
  await rundesk.window.waitForTimeout(300)
  expect(rundesk.window.url()).toBe(before)
  expect(rundesk.app.windows()).toHaveLength(1)
})

test('has no network in the page', async () => {
  const outcomes = await rundesk.window.evaluate(async () => {
    const far = await fetch('https://elsewhere.invalid/').then(
      () => 'fetched',
      () => 'refused',
    )
    const own = await fetch('rundesk://app/index.html').then(
      () => 'fetched',
      () => 'refused',
    )
    return { far, own }
  })
  expect(outcomes).toEqual({ far: 'refused', own: 'refused' })
})

test('grants the page no permission', async () => {
  const states = await rundesk.window.evaluate(async () => {
    const geolocation = await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('granted'),
        () => resolve('denied'),
      ),
    )
    return { geolocation, notification: await Notification.requestPermission() }
  })
  expect(states).toEqual({ geolocation: 'denied', notification: 'denied' })
})

test('lets a second instance on the same data go at once, and stays', async () => {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const second = spawn(chosenRuntime().executable, [...sandbox, `--data-folder=${dataDir}`, appFolder], {
    stdio: 'ignore',
  })
  const [code] = await once(second, 'exit')
  expect(code).toBe(0)
  await expect(rundesk.window.getByRole('button', { name: 'Try it in practice' })).toBeVisible()
})
