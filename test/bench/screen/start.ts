import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { chosenRuntime } from '../../support/electron/runtime.ts'

/** How long a start took, in milliseconds: until the caret stood in its field, and until the screen around it could be used. */
export type StartTimes = { caret: number; screen: number }
export type Started = { id: number; times: StartTimes; end: () => Promise<void> }

const targets = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string() }))
const reply = z.object({ result: z.object({ result: z.object({ value: z.boolean().optional() }) }) })

const patienceMilliseconds = 60_000
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Nothing but the field where the work begins takes the caret by itself. */
const hasCaret = `document.activeElement?.matches('input') === true`
/** The empty window is nothing but its field; ours stands when its screens have taken over from the first picture. */
const hasScreen = `${hasCaret} && document.querySelector('[data-first-picture]') === null`

/** Asks again and again, each time a moment after the last answer, until there is one. */
const poll = async <T>(ask: () => Promise<T | null>, until: number): Promise<T> => {
  while (performance.now() < until) {
    const found = await ask()
    if (found !== null) return found
    await pause(4)
  }
  throw new Error('The app did not come up in time.')
}

/** Chromium writes the port that it was given into the data folder, and offers its page there. */
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
    socket.addEventListener('error', () => reject(new Error('The page took no question.')), { once: true })
  })
}

const ask = (socket: WebSocket, expression: string): Promise<boolean> => {
  const answered = new Promise<boolean>((resolve) =>
    socket.addEventListener(
      'message',
      // Between two documents the page has no answer: it is asked again.
      ({ data }) => resolve(reply.safeParse(JSON.parse(String(data))).data?.result.result.value === true),
      { once: true },
    ),
  )
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression, returnByValue: true } }))
  return answered
}

/**
 * Starts a built app (its folder) on a data folder and waits until its screen can be used. Nothing is put into the
 * app for it: the page is asked through Chromium's own port, every few milliseconds.
 */
export const start = async (app: string, dataDir: string): Promise<Started> => {
  rmSync(join(dataDir, 'DevToolsActivePort'), { force: true })
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const began = performance.now()
  const args = [...sandbox, `--data-folder=${dataDir}`, '--remote-debugging-port=0', app]
  const child = spawn(chosenRuntime().executable, args, { stdio: 'ignore' })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = async (): Promise<void> => {
    child.kill('SIGTERM')
    await gone
  }
  try {
    const until = began + patienceMilliseconds
    const socket = await openSocket(await poll(() => pageOf(dataDir), until))
    const untilTrue = async (expression: string): Promise<number> => {
      await poll(async () => (await ask(socket, expression)) || null, until)
      return performance.now() - began
    }
    const times = { caret: await untilTrue(hasCaret), screen: await untilTrue(hasScreen) }
    socket.close()
    return { id: child.pid ?? 0, times, end }
  } catch (error) {
    await end()
    throw error
  }
}
