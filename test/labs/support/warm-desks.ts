import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DeskProcess, startDeskProcess } from './desk-process.ts'
import type { LabOrder } from './run-lab-desk.ts'

/** Desk processes that have loaded everything and wait for their order: a restart then costs a fraction of a second. */
export type WarmDesks<O extends object = LabOrder> = {
  /** Gives the next process its order; the desk is on its way to being ready when this resolves. */
  open(order: O): Promise<DeskProcess>
  /** Ends those that still wait. */
  close(): Promise<void>
}

const entry = fileURLToPath(new URL('./desk-child.ts', import.meta.url))

/** Keeps `count` processes warm; `file` is what they run, the ordinary desk for labs unless another is handed in. */
export const createWarmDesks = <O extends object = LabOrder>(count: number, file = entry): WarmDesks<O> => {
  // Node keeps what it has compiled there, types already taken out; the second process starts much faster.
  const cache = mkdtempSync(join(tmpdir(), 'rundesk-lab-cache-'))
  const waiting: DeskProcess[] = []

  const warmUp = (): DeskProcess =>
    startDeskProcess({
      command: process.execPath,
      args: ['--no-warnings', file],
      env: { NODE_COMPILE_CACHE: cache },
      ipc: true,
    })

  const isWarm = new WeakMap<DeskProcess, Promise<unknown>>()
  const add = (): void => {
    const desk = warmUp()
    isWarm.set(desk, Promise.race([once(desk.child, 'message'), desk.ended]))
    waiting.push(desk)
  }

  for (let made = 0; made < count; made += 1) add()

  return {
    async open(order) {
      const desk = waiting.shift() ?? warmUp()
      add()
      await isWarm.get(desk)
      if (!desk.child.connected) throw new Error(`a desk ended before its order:\n${desk.complaints()}`)
      desk.child.send(order)
      return desk
    },
    async close() {
      await Promise.all(waiting.splice(0).map((desk) => desk.kill()))
      rmSync(cache, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}
