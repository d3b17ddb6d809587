import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ElectronApplication, expect } from '@playwright/test'
import { test } from './support.ts'

const boundsOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())

const place = { x: 40, y: 30, width: 1100, height: 720 }

test('restores the window position, and moves the window back from a screen that is missing', async ({
  open,
  dataDir,
}) => {
  const first = await open()
  await first.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), place)
  await expect.poll(() => boundsOf(first.app)).toEqual(place)
  await first.quit()

  const second = await open()
  await expect.poll(() => boundsOf(second.app)).toEqual(place)
  await second.quit()

  writeFileSync(join(dataDir, 'window.json'), JSON.stringify({ ...place, x: 9_000, isMaximized: false }))
  const third = await open()
  await expect.poll(async () => (await boundsOf(third.app))?.x).toBe(Math.round((1440 - place.width) / 2))
  await third.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ width: 100, height: 9 }),
  )
  const least = await boundsOf(third.app)
  expect([(least?.width ?? 0) >= 960, (least?.height ?? 0) >= 640]).toEqual([true, true])
})
