import { expect, it } from 'vitest'
import type { Call } from '../../../../src/contract/call.ts'
import { createDialer } from '../../../../src/main/features/lists/dialer.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import { accepted, aCall } from '../../../support/a-call.ts'

/** Returns what a dialer that was opened at `openedAt` does when the call of a row changes whose list was not started. */
const stepsAfter = async (call: Call, openedAt: string): Promise<unknown[]> => {
  const steps: unknown[] = []
  const unused = () => {
    throw new Error('This list is not started.')
  }
  const dialer = createDialer({
    storage: {
      run: ((name: string, input: unknown) => {
        if (name === 'rowsOfCalls')
          return Promise.resolve({ ok: true, value: { [call.callId]: { listId: 'list', row: 7, attempts: 1 } } })
        if (name === 'readList') return Promise.resolve({ ok: true, value: null })
        steps.push([name, input])
        return Promise.resolve({ ok: true, value: true })
      }) as unknown as Storage['run'],
    },
    clock: () => Date.parse(openedAt),
    monotonic: () => 0,
    after: () => () => undefined,
    triggerCall: unused,
    publishedText: unused,
    callLimit: unused,
    announce: (listId) => steps.push(['announce', listId]),
    onStopped: unused,
  })
  await dialer.callMoved(call)
  return steps
}

const preparedAt = '2026-11-21T09:14:00.000Z'
const later = '2026-11-21T09:20:00.000Z'

it('makes a row of a list that was not started since the app was ready again as soon as its call is not found', async () => {
  const call = aCall({ preparedAt, outcome: { state: 'notFound', since: later } })
  const [dueAt, at] = [Date.parse(later), Date.parse(later)]
  expect(await stepsAfter(call, later)).toEqual([
    ['callListRowAgain', { listId: 'list', row: 7, callId: call.callId, dueAt, counts: false, at }],
    ['announce', 'list'],
  ])
})

it('announces other outcomes of calls from before the app was opened; later ones belong to a started list', async () => {
  const call = aCall({ preparedAt, outcome: accepted })
  expect(await stepsAfter(call, later)).toEqual([['announce', 'list']])
  expect(await stepsAfter(call, preparedAt)).toEqual([])
})
