import { expect, it } from 'vitest'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import { createHistoryService } from '../../../src/main/history/history-service.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { createVirtualTime } from '../../labs/reconcile/virtual-time.ts'

/** A history whose upkeep ends as told, and what is said of it in two hours. */
const saidOf = async (maintained: Outcome<{ failures: string[] }>): Promise<string[]> => {
  const time = createVirtualTime(0)
  const said: string[] = []
  const ask = (name: string): Promise<Outcome<unknown>> =>
    Promise.resolve(name === 'maintain' ? maintained : fail({ kind: 'storage', reason: 'unavailable' }))
  const settings = { known: () => defaultSettings, read: () => Promise.resolve(succeed(defaultSettings)) }
  const history = createHistoryService({
    // The service asks for these two and nothing else here; a message port to a thread has no types either.
    storage: { ask: ask as Storage['ask'] },
    settings: { ...settings, change: () => settings.read() },
    clock: time.wall,
    after: time.after,
    announce: () => {},
    onUpkeepFailure: (reason) => void said.push(reason),
  })
  await history.start()
  await time.pass(2 * 3_600_000)
  history.stop()
  return said
}

it('tells each piece of the upkeep that failed, by its kind, each time', async () => {
  expect(await saidOf(succeed({ failures: ['full', 'corrupt'] }))).toEqual(['full', 'corrupt', 'full', 'corrupt'])
})

it('tells that the upkeep could not even begin', async () => {
  expect(await saidOf(fail({ kind: 'storage', reason: 'readOnly' }))).toEqual(['readOnly', 'readOnly'])
})

it('says nothing when all went well', async () => {
  expect(await saidOf(succeed({ failures: [] }))).toEqual([])
})
