import { expect, it } from 'vitest'
import type { PublishedText } from '../../../../src/contract/agent.ts'
import { fail, succeed } from '../../../../src/contract/failure.ts'
import { defaultListOptions, type List } from '../../../../src/contract/list.ts'
import { agentVersion } from '../../../../src/main/features/lists/agent-version.ts'
import { createListPlans, type PlanDeps } from '../../../../src/main/features/lists/plan.ts'

const unused = () => {
  throw new Error('A recheck does not use this.')
}

// A recheck reads only these properties of a published definition and a list.
const text = {
  agentUuid: 'a',
  state: 'published',
  archived: false,
  opening: 'Hi',
  variables: [],
  versionNumber: 2,
} as unknown as PublishedText
const draft = { listId: 'list', state: 'draft', checked: true, agent: { agentUuid: 'a', version: '1' } }
// The same holds for a list.
const list = { ...draft, options: defaultListOptions } as List

/** Rechecks a list; `recheck` is the check of its rows. */
const recheckWith = async (recheck: PlanDeps['importer']['recheck']) => {
  const pinned: unknown[] = []
  const announced: string[] = []
  const run = async (name: string, input: { version?: string }) => {
    if (name === 'pinShownVersion') pinned.push(input.version)
    return succeed(list)
  }
  const plans = createListPlans({
    // The test answers only the operations of a recheck.
    storage: { run: run as PlanDeps['storage']['run'] },
    importer: { check: unused, recheck, isBusy: () => false, settleListed: unused },
    settings: { known: () => ({ homeCountry: 'US', repeatMinutes: 10 }) },
    listPolicy: () => ({}),
    readAgentText: async () => succeed(text),
    countriesFor: () => [],
    recentCalls: () => [],
    clock: () => 0,
    announce: (listId) => void announced.push(listId),
  })
  return { outcome: await plans.recheck({ listId: 'list' }), pinned, announced }
}

it.each([
  ['is complete', true],
  ['was canceled', false],
])(
  'keeps the version of a recheck as the shown one only if the recheck is complete: it %s',
  async (_title, isComplete) => {
    const { outcome, pinned } = await recheckWith(async () => succeed({ list: isComplete ? list : null }))
    expect(outcome).toEqual(succeed(list))
    expect(pinned).toEqual(isComplete ? [agentVersion(text)] : [])
  },
)

it('announces the rows that a failed check has changed', async () => {
  const failed = fail({ kind: 'storage', reason: 'internal' })
  expect(await recheckWith(async () => failed)).toEqual({ outcome: failed, pinned: [], announced: ['list'] })
})
