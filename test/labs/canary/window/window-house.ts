import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { launchRundesk, type RunningRundesk } from '../../../support/electron/launch.ts'
import { createDraw, type Draw } from '../../fuzz/draw.ts'
import type { Canaries } from '../canaries.ts'
import { type CanaryService, startCanaryService } from '../canary-service.ts'
import type { Sinks } from '../sinks.ts'
import { lookAtFrames } from './frames.ts'
import { lookAtPage } from './look-at-page.ts'

/** The real app in front of the lab's service, in folders of its own. */
export type WindowHouse = {
  canaries: Canaries
  sinks: Sinks
  service: CanaryService
  rundesk: RunningRundesk
  page: Page
  draw: Draw
  dataFolder: string
  temporary: string
  dialled: Set<string>
  /** How many questions the page has asked so far. */
  flows: number
  /** Looks at the page as it stands, and at everything that has crossed the bridge since the last look. */
  look(where: string): Promise<void>
  close(): Promise<void>
}

const recorder = fileURLToPath(new URL('./record-bridge.cjs', import.meta.url))

/** Starts the service and the app. */
export const openWindowHouse = async (canaries: Canaries, sinks: Sinks, random: () => number): Promise<WindowHouse> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-canary-'))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const keys = [canaries.typed, canaries.replaced, canaries.pasted].map(({ text }) => text)
  const service = await startCanaryService(keys, random)
  const dataFolder = join(folder, 'data')
  const rundesk = await launchRundesk({ dataDir: dataFolder, env: { TMPDIR: temporary }, args: ['-r', recorder] })
  const page = rundesk.window
  const house: WindowHouse = {
    canaries,
    sinks,
    service,
    rundesk,
    page,
    draw: createDraw(random),
    dataFolder,
    temporary,
    dialled: new Set(),
    flows: 0,
    async look(where) {
      await lookAtPage(sinks, page, where)
      house.flows += await lookAtFrames(sinks, rundesk.app)
    },
    async close() {
      await service.close()
      // Chromium's helpers may write for a moment after the main process is gone.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
  return house
}
