import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { launchRundesk, type RunningRundesk } from '../../../support/electron/launch.ts'
import { createDraw, type Draw } from '../../fuzz/generate-answer.ts'
import type { Canaries } from '../canaries.ts'
import { type CanaryService, startCanaryService } from '../canary-service.ts'
import type { Sinks } from '../sinks.ts'
import { searchPage, searchFrames } from './search-window.ts'

/** The real app, connected to the lab's service, with its own folders. */
export type WindowSession = {
  canaries: Canaries
  sinks: Sinks
  service: CanaryService
  rundesk: RunningRundesk
  page: Page
  draw: Draw
  dataFolder: string
  temporary: string
  dialed: Set<string>
  /** Number of requests from the page so far. */
  flows: number
  /** Searches the page and all messages since the last search. */
  search(where: string): Promise<void>
  close(): Promise<void>
}

const recorder = fileURLToPath(new URL('./record-bridge.cjs', import.meta.url))

/** Starts the service and the app. */
export const openWindowSession = async (
  canaries: Canaries,
  sinks: Sinks,
  random: () => number,
): Promise<WindowSession> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-canary-'))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const keys = [canaries.typed, canaries.replaced, canaries.pasted].map(({ text }) => text)
  const service = await startCanaryService(keys, random)
  const dataFolder = join(folder, 'data')
  const rundesk = await launchRundesk({ dataDir: dataFolder, env: { TMPDIR: temporary }, args: ['-r', recorder] })
  const page = rundesk.window
  const windowSession: WindowSession = {
    canaries,
    sinks,
    service,
    rundesk,
    page,
    draw: createDraw(random),
    dataFolder,
    temporary,
    dialed: new Set(),
    flows: 0,
    async search(where) {
      // Shown if the app is not driven to its end.
      console.log(where)
      await searchPage(sinks, page, where)
      windowSession.flows += await searchFrames(sinks, rundesk.app)
    },
    async close() {
      await service.close()
      // Chromium's helper processes may still write after the main process has ended.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
  return windowSession
}
