import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { chosenRuntime } from '../../support/electron/runtime.ts'

/** The milliseconds from startup until the first field had the caret, and until the whole screen was usable. */
export type StartTimes = { caret: number; screen: number }
export type StartedApp = { id: number; times: StartTimes; end: () => Promise<void> }

const targets = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string() }))
const reply = z.object({ result: z.object({ result: z.object({ value: z.boolean().optional() }) }) })

const timeoutMs = 60_000
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The first field is the only element that gets the caret without a click. */
const hasCaret = `document.activeElement?.matches('input') === true`
/** The empty window has only its field; Rundesk is complete when it has replaced the startup page. */
const hasScreen = `${hasCaret} && document.querySelector('[data-startup]') === null`

/** Repeats a query, 4 ms after each result, until the result is not null. */
const poll = async <T>(query: () => Promise<T | null>, until: number): Promise<T> => {
  while (performance.now() < until) {
    const found = await query()
    if (found !== null) return found
    await pause(4)
  }
  throw new Error('The app did not start in time.')
}

/** Returns the address of the page's DevTools socket; Chromium writes the port to the data folder. */
const pageOf = async (dataDir: string): Promise<string | null> => {
  const file = join(dataDir, 'DevToolsActivePort')
  const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  if (!(port > 0)) return null
  const listed = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
  const found = listed && targets.parse(await listed.json()).find(({ type }) => type === 'page')
  return found?.webSocketDebuggerUrl ?? null
}

const openSocket = (url: string): Promise<WebSocket> => {
  const socket = new WebSocket(url)
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket), { once: true })
    socket.addEventListener('error', () => reject(new Error('The DevTools socket of the page did not open.')), {
      once: true,
    })
  })
}

const evaluate = (socket: WebSocket, expression: string): Promise<boolean> => {
  const answered = new Promise<boolean>((resolve) =>
    socket.addEventListener(
      'message',
      // Between two documents, the page has no result; `poll` repeats the query.
      ({ data }) => resolve(reply.safeParse(JSON.parse(String(data))).data?.result.result.value === true),
      { once: true },
    ),
  )
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression, returnByValue: true } }))
  return answered
}

/**
 * Starts a built app, given by its folder, on a data folder and waits until its screen can be used. Polls the page
 * through Chromium's DevTools port, so that the app itself does not change.
 */
export const start = async (app: string, dataDir: string): Promise<StartedApp> => {
  rmSync(join(dataDir, 'DevToolsActivePort'), { force: true })
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const startedAt = performance.now()
  const args = [...sandbox, `--data-folder=${dataDir}`, '--remote-debugging-port=0', app]
  const child = spawn(chosenRuntime().executable, args, { stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
  }
  try {
    const until = startedAt + timeoutMs
    const socket = await openSocket(await poll(() => pageOf(dataDir), until))
    const untilTrue = async (expression: string): Promise<number> => {
      await poll(async () => (await evaluate(socket, expression)) || null, until)
      return performance.now() - startedAt
    }
    const times = { caret: await untilTrue(hasCaret), screen: await untilTrue(hasScreen) }
    socket.close()
    return { id: child.pid ?? 0, times, end }
  } catch (error) {
    await end()
    throw error
  }
}
