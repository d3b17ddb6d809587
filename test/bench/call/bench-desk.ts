import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from '../../../src/contract/failure.ts'
import type { Input } from '../../../src/contract/operations.ts'
import { createUlid } from '../../../src/contract/ulid.ts'
import { createDesk, type DeskService } from '../../../src/main/desk.ts'
import { headlessParts } from '../../../src/main/headless/headless-parts.ts'
import { plantedWorker } from '../../labs/support/worker-plan.ts'

export const benchKey = 'dgr_bench_key_of_no_organization'
export const benchAgent = '7f3c2a1e-0000-4000-8000-000000009b21'

/** A whole desk in this process, connected to the server; its key lies in the vault's child process until it ends. */
export type BenchDesk = {
  readonly desk: DeskService
  /** A new call to a number of its own, marked so that the server can tell which one it is. */
  nextDraft(): { draft: Input<'triggerCall'>; marker: string }
  close(): Promise<void>
}

const valueOf = async <T>(outcome: Promise<Outcome<T>>): Promise<T> => {
  const settled = await outcome
  if (!settled.ok) throw new Error(JSON.stringify(settled.failure))
  return settled.value
}

/** `syncMilliseconds` is added to every sync of the database; 0 leaves the disk as it is. */
export const openBenchDesk = async (origin: string, syncMilliseconds: number): Promise<BenchDesk> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-bench-'))
  const slow =
    syncMilliseconds > 0 ? { storageWorker: plantedWorker({ kind: 'slowSync', milliseconds: syncMilliseconds }) } : {}
  const desk = createDesk(
    headlessParts({ dataFolder: folder, keychain: 'system', version: 'bench', announce: () => undefined, ...slow }),
  )
  await valueOf(desk.start())
  const { entryId } = await valueOf(desk.operations.enterKey({ from: 'typed', text: benchKey }))
  const { profile } = await valueOf(
    desk.operations.addProfile({
      kind: 'service',
      name: 'Bench',
      color: 'blue',
      origin,
      entryId,
      custody: 'session',
      unchecked: true,
    }),
  )
  let counter = 0
  return {
    desk,
    nextDraft() {
      counter += 1
      const phoneNumber = `+1212${String(counter).padStart(7, '0')}`
      const marker = `desk-${syncMilliseconds}-${counter}`
      const draft = {
        callId: createUlid(
          Date.now(),
          Uint8Array.from({ length: 16 }, (_, place) => (counter >> (place % 4)) & 31),
        ),
        profileId: profile.id,
        agentUuid: benchAgent,
        agentName: 'Renewal reminder',
        phoneNumber,
        phoneNumberDisplay: phoneNumber,
        initialContext: { bench_id: marker, customer_name: 'Jane Doe' },
        telephonyConfigurationId: 1,
        telephonyConfigurationName: 'Twilio main',
        fromPhoneNumberId: 2,
        fromPhoneNumberText: '+1 800 555 0100',
        redialOf: null,
        confirmation: null,
      }
      return { draft, marker }
    },
    async close() {
      await desk.settled()
      await desk.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
