import { type ChildProcess, fork } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { defaultListOptions, type List } from '../../../src/contract/list.ts'
import { createApp } from '../../../src/main/app/create-app.ts'
import { createHeadlessDeps } from '../../../src/main/headless/run.ts'
import { openZone } from '../../labs/support/lab-lists.ts'
import type { ServerMessage } from './slow-server.ts'
import { valueOf } from '../../support/value-of.ts'
import { connectService } from '../../support/connect-service.ts'
import { anyRoute } from '../../support/a-call.ts'

/** The server that takes 100 ms for each call. */
export type SlowServer = {
  readonly origin: string
  readonly key: string
  readonly agentUuid: string
  /** Returns when the calls since the last query arrived, in milliseconds. */
  arrivals(): Promise<number[]>
  close(): void
}

const nextMessage = (child: ChildProcess): Promise<ServerMessage> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The server ended.')))
    child.once('message', (message: ServerMessage) => resolve(message))
  })

export const startSlowServer = async (): Promise<SlowServer> => {
  const child = fork(fileURLToPath(new URL('./slow-server.ts', import.meta.url)))
  const started = await nextMessage(child)
  if (!('port' in started)) throw new Error('The server did not start.')
  return {
    origin: `http://127.0.0.1:${started.port}`,
    key: started.key,
    agentUuid: started.agentUuid,
    async arrivals() {
      const answer = nextMessage(child)
      child.send('arrivals')
      const message = await answer
      return 'arrivals' in message ? message.arrivals : []
    },
    close: () => child.disconnect(),
  }
}

/** Writes a table with this many rows. Its columns are number, name, city, amount, and time zone. */
export const writeTable = async (file: string, rows: number, firstNumber: number): Promise<void> => {
  const zone = openZone(Date.now())
  const stream = createWriteStream(file)
  stream.write('Phone,Name,City,Amount,Time zone\n')
  for (let row = 0; row < rows; row += 1) {
    const more = stream.write(`+800${firstNumber + row},Ada Example ${row},Portland,${row % 400}.50,${zone}\n`)
    if (!more) await new Promise<void>((resolve) => stream.once('drain', resolve))
  }
  stream.end()
  await finished(stream)
}

/** Opens a complete app in this process, connected to the server. */
export const openBenchApp = async (server: SlowServer, onRecord: () => void = () => undefined) => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-bench-list-'))
  const dataFolder = join(folder, 'data')
  const table = join(folder, 'table.csv')
  const changed = new Set<(listId: string) => void>()
  const deps = createHeadlessDeps({
    dataFolder,
    keychain: 'memory',
    version: 'bench',
    listFile: table,
    announce(name, payload) {
      if (name === 'listsChanged' && 'listId' in payload) for (const listener of changed) listener(payload.listId)
    },
  })
  const { storage } = deps
  const app = createApp({
    ...deps,
    storage: {
      ...storage,
      run(name, input) {
        if (name === 'recordCall') onRecord()
        return storage.run(name, input)
      },
    },
  })
  const { operations } = app
  await valueOf(app.start())
  await app.loadLibraries()
  const { origin, key } = server
  const profile = await connectService(operations, { origin, key, keyStorage: 'session', unchecked: true })
  return {
    operations,
    dataFolder,
    table,
    profileId: profile.id,
    changed,
    check: ({ listId, name }: List, atOnce: number): Promise<List> =>
      valueOf(
        operations.saveListPlan({
          listId,
          name,
          agentUuid: server.agentUuid,
          targets: null,
          route: anyRoute,
          options: { ...defaultListOptions, atOnce, freeSlots: 0, recentDays: 30 },
        }),
      ),
    /** Resolves when a list is no longer running. */
    async ended(listId: string): Promise<List> {
      for (;;) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const listener = (changedId: string): void => void (changedId === listId && resolve())
        changed.add(listener)
        const list = await valueOf(operations.getList({ listId }))
        if (list.state !== 'running') return list
        await promise
        changed.delete(listener)
      }
    },
    async close(): Promise<void> {
      await app.settled()
      await app.close()
    },
    /** Removes the files of the closed app. */
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  }
}

export type BenchListApp = Awaited<ReturnType<typeof openBenchApp>>
