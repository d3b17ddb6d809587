import { expect, it } from 'vitest'
import type { PublishedText } from '../../../../src/contract/agent.ts'
import { succeed } from '../../../../src/contract/failure.ts'
import { defaultListOptions, type List } from '../../../../src/contract/list.ts'
import { agentVersion } from '../../../../src/main/features/lists/agent-version.ts'
import { createListPlans, type PlanDeps } from '../../../../src/main/features/lists/plan.ts'

const unused = () => {
  throw new Error('A recheck does not use this.')
}

it.each([
  ['is complete', true],
  ['was canceled', false],
])(
  'keeps the version of a recheck as the shown one only if the recheck is complete: it %s',
  async (_title, isComplete) => {
    const published = {
      agentUuid: 'a',
      state: 'published',
      archived: false,
      opening: 'Hi',
      variables: [],
      versionNumber: 2,
    }
    // A recheck reads only these properties of a published definition and a list.
    const text = published as unknown as PublishedText
    const draft = { listId: 'list', state: 'draft', checked: true, agent: { agentUuid: 'a', version: '1' } }
    const list = { ...draft, options: defaultListOptions } as List
    const pinned: unknown[] = []
    const run = async (name: string, input: { version?: string }) => {
      if (name === 'pinShownVersion') pinned.push(input.version)
      return succeed(list)
    }
    const plans = createListPlans({
      // The test answers only the operations of a recheck.
      storage: { run: run as PlanDeps['storage']['run'] },
      importer: {
        check: unused,
        recheck: async () => succeed({ list: isComplete ? list : null }),
        isBusy: () => false,
        settleListed: unused,
      },
      settings: { known: () => ({ homeCountry: 'US', repeatMinutes: 10 }) },
      listPolicy: () => ({}),
      readAgentText: async () => succeed(text),
      countriesFor: () => [],
      recentCalls: () => [],
      clock: () => 0,
      announce: () => undefined,
    })
    expect(await plans.recheck({ listId: 'list' })).toEqual(succeed(list))
    expect(pinned).toEqual(isComplete ? [agentVersion(text)] : [])
  },
)
