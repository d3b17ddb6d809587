import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Input } from '../../../src/contract/operations.ts'
import { createUlid } from '../../../src/domain/ids.ts'
import { type App, createApp } from '../../../src/main/app/create-app.ts'
import { createHeadlessDeps } from '../../../src/main/headless/run.ts'
import { faultyWorker } from '../../labs/support/faulty-storage.ts'
import { valueOf } from '../../support/value-of.ts'
import { connectService } from '../../support/connect-service.ts'
import { aDraft } from '../../support/a-call.ts'

export const benchKey = 'dgr_bench_key_of_no_organization'
export const benchAgent = '7f3c2a1e-0000-4000-8000-000000009b21'

/**
 * A complete app in this process, connected to the server; the vault's child process caches its key until that process
 * exits.
 */
export type BenchApp = {
  readonly app: App
  /** Resolves when the outcome of a call is recorded. */
  recorded(callId: string): Promise<void>
  /** Returns a new call to an unused number, with a marker that identifies it at the server. */
  nextDraft(): { draft: Input<'triggerCall'>; marker: string }
  close(): Promise<void>
}

/**
 * Counts all calls of this process, so that each call goes to a new number: a second call to a number needs a
 * confirmation.
 */
let counter = 0

/**
 * Resolves the promises of calls whose outcome has been announced: an app announces a call when it is sent, and then
 * its outcome.
 */
const createOutcomes = () => {
  const sent = new Set<string>()
  const waiting = new Map<string, () => void>()
  return {
    onChanged(callIds: readonly string[]): void {
      for (const callId of callIds) {
        if (sent.has(callId)) waiting.get(callId)?.()
        sent.add(callId)
      }
    },
    recorded: (callId: string): Promise<void> => new Promise((resolve) => waiting.set(callId, resolve)),
  }
}

type BenchAppOptions = {
  origin: string
  /** Milliseconds added to every sync of the database, or 0 for none. */
  syncMilliseconds: number
  /** An existing data folder, which is not deleted, or null for a new one. */
  dataFolder?: string | null
}

export const openBenchApp = async ({
  origin,
  syncMilliseconds,
  dataFolder = null,
}: BenchAppOptions): Promise<BenchApp> => {
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'rundesk-bench-'))
  const outcomes = createOutcomes()
  const slow =
    syncMilliseconds > 0 ? { storageWorker: faultyWorker({ kind: 'slowSync', milliseconds: syncMilliseconds }) } : {}
  const app = createApp(
    createHeadlessDeps({
      dataFolder: folder,
      keychain: 'system',
      version: 'bench',
      announce(name, payload) {
        if (name === 'callsChanged' && 'callIds' in payload) outcomes.onChanged(payload.callIds)
      },
      ...slow,
    }),
  )
  await valueOf(app.start())
  const service = { origin, key: benchKey, keyStorage: 'session', unchecked: true } as const
  const profile = await connectService(app.operations, service)
  return {
    app,
    recorded: outcomes.recorded,
    nextDraft() {
      counter += 1
      // A country that the random history lacks, so that no call repeats one of its calls.
      const phoneNumber = `+336${String(counter).padStart(8, '0')}`
      const marker = `app-${syncMilliseconds}-${counter}`
      const draft = aDraft({
        callId: createUlid(
          Date.now(),
          Uint8Array.from({ length: 16 }, (_, place) => Math.floor(counter / 32 ** place) % 32),
        ),
        profileId: profile.id,
        agentUuid: benchAgent,
        phoneNumber,
        phoneNumberDisplay: phoneNumber,
        initialContext: { bench_id: marker, customer_name: 'Jane Doe' },
      })
      return { draft, marker }
    },
    async close() {
      await app.settled()
      await app.close()
      if (dataFolder === null) rmSync(folder, { recursive: true, force: true })
    },
  }
}
