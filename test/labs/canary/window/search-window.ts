import type { CDPSession, ElectronApplication, Page } from '@playwright/test'
import type { Sinks } from '../sinks.ts'
import { z } from 'zod'
import { operationChannel } from '../../../../src/contract/names.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the text, markup and field values of a page, including shadow roots. */
const readPage = (): string => {
  const parts = [document.title, location.href, document.documentElement.outerHTML, document.body.innerText]
  const walk = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) parts.push(element.value)
      if (element.shadowRoot === null) continue
      parts.push(element.shadowRoot.innerHTML)
      walk(element.shadowRoot)
    }
  }
  walk(document)
  return parts.join('\n')
}

/** Returns what a page stores in addition to its document. */
const readStorage = async (): Promise<string> => {
  const names = await indexedDB.databases()
  return JSON.stringify([
    Object.entries(localStorage),
    Object.entries(sessionStorage),
    names,
    document.cookie,
    window.name,
    history.state,
    performance.getEntries(),
  ])
}

/** Searches a page. `where` is the step. */
export const searchPage = async (sinks: Sinks, page: Page, where: string): Promise<void> => {
  sinks.search('page', where, await page.evaluate(readPage))
  sinks.search('page storage', where, await page.evaluate(readStorage))
}

const collect = async (session: CDPSession): Promise<string> => {
  const pieces: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void pieces.push(chunk))
  await session.send('HeapProfiler.enable')
  // The second collection frees what the first one released.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false, captureNumericValue: true })
  return pieces.join('')
}

/** Searches all strings in a heap snapshot of the page's process. */
export const searchHeap = async (sinks: Sinks, app: ElectronApplication, page: Page, where: string): Promise<void> => {
  const session = await app.context().newCDPSession(page)
  try {
    const snapshot = await collect(session)
    if (!snapshot.includes('"strings":[')) throw new Error('The snapshot of the heap is not whole.')
    sinks.search('page heap', where, snapshot)
  } finally {
    await session.detach()
  }
}

const framesSchema = z.array(
  z.object({ way: z.enum(['in', 'out', 'event', 'copied']), channel: z.string(), text: z.string() }),
)

/** Channels whose input contains a secret. All other inputs are searched. */
const secretChannels = new Set([operationChannel('stageKey'), operationChannel('setProxyPassword')])

/**
 * Searches all strings that crossed the bridge or were copied since the last call, and returns the number of requests.
 */
export const searchFrames = async (sinks: Sinks, app: ElectronApplication): Promise<number> => {
  const taken = await app.evaluate(() => {
    const kept: unknown = Reflect.get(globalThis, 'canaryFrames')
    return Array.isArray(kept) ? (kept.splice(0) as unknown[]) : null // set by record-bridge.cjs
  })
  const frames = framesSchema.parse(taken)
  for (const { way, channel, text } of frames) {
    if (way === 'copied') sinks.search('clipboard', channel, text)
    else if (way !== 'in' || !secretChannels.has(channel)) sinks.search('bridge', `${way} ${channel}`, text)
  }
  return frames.filter(({ way }) => way === 'in').length
}

/** Writes text to every sink of the app, including files in `folders`. */
export const writeToAllSinks = async (
  app: ElectronApplication,
  page: Page,
  text: string,
  folders: readonly string[],
): Promise<void> => {
  await page.evaluate((control) => {
    document.body.setAttribute('data-control', control)
    localStorage.setItem('control', control)
    Object.assign(window, { control: { kept: [control] } })
    return window.api.copyText({ text: control })
  }, text)
  await app.evaluate((_electron, control) => {
    process.stderr.write(`control ${control}\n`)
    const { spawn } = process.getBuiltinModule('node:child_process')
    spawn('sh', ['-c', 'sleep 20; :', control], { stdio: 'ignore', env: { CONTROL: control } }).unref()
  }, text)
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'control'), text)
  }
}
