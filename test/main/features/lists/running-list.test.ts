import { expect, it } from 'vitest'
import { invalid } from '../../../../src/contract/failure.ts'
import { defaultListOptions, type List } from '../../../../src/contract/list.ts'
import { createRunningList } from '../../../../src/main/features/lists/running-list.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import { createUlid } from '../../../../src/domain/ids.ts'

/**
 * Runs a list whose calls are all refused; rows refused because of their hours are no longer due. Returns what it
 * reported.
 */
const runRefused = async (rows: number, reason: 'hours' | 'row') => {
  const callIds = Array.from({ length: rows }, (_, at) => createUlid(at, new Uint8Array(16)))
  const refused = new Set<string>()
  const brakes: string[] = []
  const listEnded = Promise.withResolvers<void>()
  const due = (limit: number, except: readonly string[]) =>
    callIds
      .map((callId, row) => ({ row, callId, phoneNumber: '', phoneNumberDisplay: '', context: {}, attempts: 0 }))
      .filter(({ callId }) => !(reason === 'hours' && refused.has(callId)) && !except.includes(callId))
      .slice(0, limit)
  const list = { options: { ...defaultListOptions, atOnce: 10 }, counts: { ready: rows }, waiting: { until: null } }
  const running = createRunningList(
    {
      storage: {
        run: ((name: string, { limit, except }: { limit: number; except: string[] }) => {
          return Promise.resolve({ ok: true, value: name === 'takeDueRows' ? due(limit, except) : list })
        }) as unknown as Storage['run'],
      },
      triggerCall: ({ callId }) => {
        refused.add(callId)
        if (reason === 'hours' && refused.size === rows) listEnded.resolve()
        return Promise.resolve(invalid(['listRow'], 'invalid', reason))
      },
      clock: () => 0,
      monotonic: () => 0,
      after: () => () => undefined,
      announce: () => undefined,
      onBrake(why) {
        brakes.push(why)
        listEnded.resolve()
      },
      onIdle: () => listEnded.resolve(),
    },
    'list',
  )
  const agent = { agentUuid: '', agentName: '', version: null }
  // The other fields of a list are not read.
  running.start({ ...list, agent, route: {}, profileId: '' } as unknown as List, null, [])
  await listEnded.promise
  running.stop()
  return { refused: refused.size, brakes }
}

it('keeps waiting if every row of a long list is outside its calling hours', async () => {
  expect(await runRefused(1_500, 'hours')).toEqual({ refused: 1_500, brakes: [] })
})

it('pauses if rows that are ready and due are refused again and again', async () => {
  expect((await runRefused(5, 'row')).brakes).toEqual(['guardsUnreadable'])
})
