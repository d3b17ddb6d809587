import { describe, expect, it } from 'vitest'
import type { PublishedText } from '../../../../src/contract/agent.ts'
import { invalid, type IssueCode, succeed } from '../../../../src/contract/failure.ts'
import { defaultListOptions, type List, rowStates } from '../../../../src/contract/list.ts'
import type { Call } from '../../../../src/contract/call.ts'
import { agentVersion } from '../../../../src/main/features/lists/agent-version.ts'
import { createDialer, type DialerDeps } from '../../../../src/main/features/lists/dialer.ts'
import { createLists } from '../../../../src/main/features/lists/index.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import { accepted, aCall } from '../../../support/a-call.ts'

const preparedAt = '2026-11-21T09:14:00.000Z'
const later = '2026-11-21T09:20:00.000Z'

const unused = () => {
  throw new Error('This list is not started.')
}

/** Creates a dialer without a started list, over storage that answers with the values of `run`. */
const createTestDialer = (
  run: (name: string, input: unknown) => unknown,
  openedAt = later,
  announce: (listId: string) => void = () => undefined,
  others: Partial<DialerDeps> = {},
) =>
  createDialer({
    storage: {
      run: ((name: string, input: unknown) =>
        Promise.resolve({ ok: true, value: run(name, input) })) as unknown as Storage['run'],
    },
    clock: () => Date.parse(openedAt),
    monotonic: () => 0,
    after: () => () => undefined,
    triggerCall: unused,
    publishedText: unused,
    callLimit: unused,
    announce,
    onStopped: unused,
    ...others,
  })

/** Returns what a dialer that was opened at `openedAt` does when the call of a row changes whose list was not started. */
const stepsAfter = async (call: Call, openedAt: string, options = defaultListOptions): Promise<unknown[]> => {
  const steps: unknown[] = []
  const run = (name: string, input: unknown): unknown => {
    if (name === 'rowsOfCalls') return { [call.callId]: { listId: 'list', row: 7, attempts: 1 } }
    if (name === 'readList') return { listId: 'list', state: 'draft', options }
    steps.push([name, input])
    return true
  }
  await createTestDialer(run, openedAt, (listId) => steps.push(['announce', listId])).callMoved(call)
  return steps
}

it('makes a row of a list that was not started since the app was ready again as soon as its call is not found', async () => {
  const call = aCall({ preparedAt, outcome: { state: 'notFound', since: later } })
  const [dueAt, at] = [Date.parse(later), Date.parse(later)]
  expect(await stepsAfter(call, later)).toEqual([
    ['callListRowAgain', { listId: 'list', row: 7, callId: call.callId, dueAt, counts: false, at }],
    ['announce', 'list'],
  ])
})

it('retries a row of a list that was not started since the app was, as often as its plan says', async () => {
  const end = { kind: 'noAnswer', disposition: null, durationSeconds: 4 } as const
  const call = aCall({ preparedAt, outcome: { ...accepted, end } })
  const retry = { ...defaultListOptions.retry, gapMinutes: 30 }
  const [dueAt, at] = [Date.parse(later) + 30 * 60_000, Date.parse(later)]
  const stepsWith = (attempts: number) =>
    stepsAfter(call, later, { ...defaultListOptions, retry: { ...retry, attempts } })
  expect(await stepsWith(1)).toEqual([
    ['callListRowAgain', { listId: 'list', row: 7, callId: call.callId, dueAt, counts: true, at }],
    ['announce', 'list'],
  ])
  expect(await stepsWith(0)).toEqual([['announce', 'list']])
})

it('announces other outcomes of calls from before the app was opened; later ones belong to a started list', async () => {
  const call = aCall({ preparedAt, outcome: accepted })
  expect(await stepsAfter(call, later)).toEqual([['announce', 'list']])
  expect(await stepsAfter(call, preparedAt)).toEqual([])
})

it.each([
  ['was found', { runIds: [7] }, ['other']],
  ['was not found', {}, []],
])(
  'announces the other lists that call a number when the run of a resolved call to it %s',
  async (_what, found, listIds) => {
    const outcome = {
      state: 'closedByOperator',
      decision: 'notPlaced',
      who: 'Ana',
      note: '',
      at: later,
      ...found,
    } as const
    const announced: unknown[] = []
    const answers: Record<string, unknown> = { rowsOfCalls: {}, otherListsToCall: ['other'], readList: null }
    const storage = { run: (name: string) => Promise.resolve({ ok: true, value: answers[name] }) }
    const announce = (_name: string, change: { listId: string }) => announced.push(change.listId)
    const deps = { storage, announce, clock: () => Date.parse(later), after: () => () => undefined }
    // A call that belongs to no list needs only these.
    const lists = createLists({ ...deps, showProgress: () => undefined } as unknown as Parameters<
      typeof createLists
    >[0])
    await lists.callMoved(aCall({ preparedAt: later, outcome }))
    expect(announced).toEqual(listIds)
  },
)

/**
 * Starts a list whose agent can't be read after the start because of an issue, and checks the agent. Returns the reasons
 * of the list's pauses, and the checks that were scheduled.
 */
const checkAgent = async (code: IssueCode) => {
  const list = {
    listId: 'list',
    profileId: 'acme',
    agent: { agentUuid: 'a', agentName: 'A', version: null },
    route: {},
    counts: { ready: 0, unknown: 0 },
    waiting: { until: null },
  }
  const { callId } = aCall()
  const brakes: unknown[] = []
  const timers: (readonly [milliseconds: number, action: () => void])[] = []
  const run = (name: string, input: unknown): unknown => {
    if (name === 'setListState') {
      const { brake } = input as { brake?: { reason: string } }
      if (brake) brakes.push(brake.reason)
      return { list: { ...list, options: defaultListOptions } }
    }
    if (name === 'readList') return list
    if (name === 'takeDueRows')
      return [{ callId, row: 0, phoneNumber: '', phoneNumberDisplay: '', context: {}, attempts: 0 }]
    return name === 'rowsOfCalls' ? {} : []
  }
  const published = { name: 'A', opening: 'Hello', variables: [], versionNumber: 1 }
  const dialer = createTestDialer(run, later, () => undefined, {
    after: (milliseconds, action) => (timers.push([milliseconds, action]), () => undefined),
    publishedText: async () =>
      timers.length === 0 ? succeed(published as unknown as PublishedText) : invalid([], code),
    callLimit: async () => null,
    triggerCall: async () => succeed(aCall()),
    onStopped: () => undefined,
  })
  const checks = () => timers.filter(([milliseconds]) => milliseconds === 60_000)
  expect((await dialer.start(list as List, 1)).ok).toBe(true)
  for (const [, check] of checks()) check()
  return { brakes, checks, halt: () => dialer.halt() }
}

it('keeps the slot of a call of an earlier process until 25 minutes after the call was prepared', async () => {
  const list = {
    listId: 'list',
    agent: { agentUuid: 'a', agentName: 'A', version: null },
    counts: { ready: 1 },
    waiting: { until: null },
  }
  const call = (age: number, outcome: Call['outcome'] = accepted) => {
    const at = new Date(Date.parse(later) - age * 60_000).toISOString()
    return aCall({ callId: `call ${age}`, preparedAt: at, outcome })
  }
  const unknown = { state: 'unknown', cause: 'interrupted', status: null, detail: '' } as const
  const calls = [call(30), call(24), call(-60), call(20, unknown), call(40, unknown)]
  const minutes: number[] = []
  const run = (name: string): unknown => {
    if (name === 'setListState') return { list: { ...list, options: defaultListOptions } }
    if (name === 'readList') return list
    if (name === 'listCallsInProgress') return calls
    if (name === 'rowsOfCalls')
      return Object.fromEntries(calls.map(({ callId }, row) => [callId, { listId: 'list', row, attempts: 1 }]))
    return []
  }
  const published = { name: 'A', opening: 'Hello', variables: [], versionNumber: 1 }
  const dialer = createTestDialer(run, later, () => undefined, {
    after: (milliseconds) => (minutes.push(milliseconds / 60_000), () => undefined),
    publishedText: async () => succeed(published as unknown as PublishedText),
    callLimit: async () => null,
  })
  expect((await dialer.start(list as List, 1)).ok).toBe(true)
  // The first timers are those of the slots.
  expect(minutes.slice(0, 3)).toEqual([1, 25, 5])
  dialer.halt()
})

it.each(['pause', 'stop'] as const)('has no running list after %s while the start is being written', async (change) => {
  const list = {
    listId: 'list',
    agent: { agentUuid: 'a', agentName: 'A', version: null },
    options: defaultListOptions,
    counts: { ready: 1 },
    waiting: { until: later },
  }
  const changes: Promise<unknown>[] = []
  const run = (name: string, input: unknown): unknown => {
    if (name === 'setListState') {
      // Its request is written after that of the start.
      if ((input as { to: string }).to === 'running') queueMicrotask(() => changes.push(dialer[change]('list')))
      return { list }
    }
    if (name === 'readList') return list
    return name === 'rowsOfCalls' ? {} : []
  }
  const published = { name: 'A', opening: 'Hello', variables: [], versionNumber: 1 }
  const dialer = createTestDialer(run, later, () => undefined, {
    publishedText: async () => succeed(published as unknown as PublishedText),
    callLimit: async () => null,
  })
  await dialer.start(list as List, 1)
  await Promise.all(changes)
  expect([changes.length, dialer.running()]).toEqual([1, []])
  dialer.halt()
})

it('refuses a draft whose shown version was replaced during its start, even if the new version was kept since', async () => {
  const published = { agentUuid: 'a', name: 'A', opening: 'Hello', variables: [], versionNumber: 2 }
  // The test reads only these properties of a published definition and a list.
  const text = published as unknown as PublishedText
  const listAt = (version: string) =>
    ({ listId: 'list', state: 'draft', agent: { agentUuid: 'a', version }, options: defaultListOptions }) as List
  const steps: string[] = []
  const run = (name: string): unknown => {
    steps.push(name)
    return name === 'readList' ? listAt(agentVersion(text)) : []
  }
  const dialer = createTestDialer(run, later, () => undefined, { publishedText: async () => succeed(text) })
  expect(await dialer.start(listAt('1'), 1)).toEqual(invalid(['agentUuid'], 'listAgentChanged'))
  expect(steps).toEqual(['listRepeatableCalls', 'pinShownVersion'])
})

it('pauses a list instead of finishing it if it has a held row that no new list could have', async () => {
  const list = {
    listId: 'list',
    agent: { agentUuid: 'a', agentName: 'A', version: null },
    options: defaultListOptions,
    counts: { ready: 0, unknown: 0 },
    waiting: { until: null },
  }
  const changes: unknown[] = []
  const run = (name: string, input: unknown): unknown => {
    if (name === 'readList') return list
    if (name !== 'setListState') return name === 'rowsOfCalls' ? {} : []
    const { to, brake } = input as { to: string; brake?: { reason: string } }
    changes.push([to, brake?.reason])
    return to === 'finished' ? { refused: 'held' } : { list: { ...list, state: to, brake } }
  }
  const published = { name: 'A', opening: 'Hello', variables: [], versionNumber: 1 }
  const shown: unknown[] = []
  const dialer = createTestDialer(run, later, () => undefined, {
    publishedText: async () => succeed(published as unknown as PublishedText),
    callLimit: async () => null,
    onStopped: ({ state, brake }) => shown.push([state, brake?.reason]),
  })
  await dialer.start(list as unknown as List, 1)
  await expect.poll(() => shown).toEqual([['paused', 'heldRows']])
  expect(changes).toEqual([
    ['running', undefined],
    ['finished', undefined],
    ['paused', 'heldRows'],
  ])
  dialer.halt()
})

describe('the check of a running list’s agent', () => {
  it.each([
    ['the agent was archived', 'listAgent', 'agentArchived'],
    ['its profile was removed', 'profile', 'profileRemoved'],
  ] as const)('pauses the list if %s', async (_cause, code, reason) => {
    const { brakes, checks, halt } = await checkAgent(code)
    await expect.poll(() => [brakes, checks().length]).toEqual([[reason], 1])
    halt()
  })

  it('lets the list continue, and is repeated, after another failure', async () => {
    const { brakes, checks, halt } = await checkAgent('service')
    await expect.poll(() => [brakes, checks().length]).toEqual([[], 2])
    halt()
  })
})

describe('a paused list', () => {
  const noRows = Object.fromEntries(rowStates.map((state) => [state, 0]))
  const practice = { practice: true }
  const unknown = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const

  /** Returns whether the list finishes. */
  const finishes = async (list: object, answers: Record<string, unknown>): Promise<boolean> => {
    const changes: unknown[] = []
    const readList = { state: 'paused', checked: true, brake: null, ...list }
    const dialer = createTestDialer((name, input) => {
      if (name === 'setListState') changes.push(input)
      return { readList, listRepeatableCalls: [], ...answers }[name] ?? null
    })
    await dialer.finishPaused('list')
    return changes.length > 0
  }

  it.each([
    ['all rows have an outcome', {}, null, null, true],
    ['a row is held', { held: 1 }, null, null, false],
    ['the user has not seen why the carrier failed', {}, 'carrierFailures', null, false],
    ['a call is in progress', { accepted: 1 }, null, {}, false],
    ['a call never reported its end', { accepted: 1 }, null, { preparedAt: '2026-11-21T08:40:00.000Z' }, true],
    ['an earlier practice service had the call', { accepted: 1 }, 'restarted', practice, true],
    ['only an unknown call is left', { accepted: 1 }, null, { outcome: unknown }, true],
  ])('when %s: finishes or not', async (_when, counts, reason, call, isDone) => {
    const list = { counts: { ...noRows, ...counts }, brake: reason && { reason } }
    const calls = call === null ? [] : [aCall({ preparedAt, outcome: accepted, ...call })]
    expect(await finishes(list, { listCallsInProgress: calls })).toBe(isDone)
  })

  it.each([
    ['reached', true],
    ['refused', false],
    ['skipped', false],
  ])('with %s rows finishes before a check only if the check can’t make them ready: %s', async (state, isDone) => {
    expect(await finishes({ counts: { ...noRows, [state]: 1 }, checked: false }, {})).toBe(isDone)
  })
})
