import { defaultListOptions, type List, type ListOptions, type ListTarget } from '../../../../src/contract/list.ts'
import { immediateTimings } from '../../../../src/main/practice/practice.ts'
import { createPracticeHost } from '../../../../src/main/practice/host.ts'
import type { PracticeService } from '../../../../src/main/practice/practice-service.ts'
import { openTestApp, type TestAppOptions } from '../../../support/test-app.ts'
import { valueOf } from '../../../support/value-of.ts'
import { anyRoute } from '../../../support/a-call.ts'

const timings = { ...immediateTimings, ringMs: 0, answerMs: 0, talkMs: 0, saveMs: 0, artifactsMs: 0 }

/** Opens the complete app with a practice profile whose calls are over as soon as they are placed. */
export const openListApp = async (options: TestAppOptions & { profileId?: string } = {}) => {
  let service: PracticeService | null = null
  const changed = new Set<() => void>()
  const { parts, profileId: knownProfile, ...others } = options
  const opened = openTestApp({
    ...others,
    parts: {
      createPracticeServer: (firstRunId) => {
        const host = createPracticeHost({
          clock: { now: () => Date.now() },
          random: Math.random,
          firstRunId,
          timings,
        })
        return {
          ...host,
          async start() {
            const running = await host.start()
            ;({ service } = running)
            return running
          },
        }
      },
      ...parts,
      announce(name, data) {
        if (name === 'listsChanged') for (const listener of changed) listener()
        parts?.announce?.(name, data)
      },
    },
  })
  const { app, operations } = opened
  await valueOf(app.start())
  const addProfile = async (): Promise<string> =>
    (await valueOf(operations.addProfile({ kind: 'practice', name: 'Practice', color: 'blue' }))).profile.id
  const profileId = knownProfile ?? (await addProfile())
  const agents = await valueOf(operations.listAgents({ profileId }))
  const agentUuid = agents.find(({ name }) => name === 'Opening hours')?.agentUuid ?? ''

  const savePlan = (list: List, targets: ListTarget[] | null, changes: Partial<ListOptions> = {}): Promise<List> =>
    valueOf(
      operations.saveListPlan({
        listId: list.listId,
        name: list.name,
        agentUuid,
        targets,
        route: anyRoute,
        options: { ...defaultListOptions, atOnce: 5, freeSlots: 0, ...changes },
      }),
    )

  /** Opens a pasted table as a list, and checks it. */
  const openText = async (text: string, changes: Partial<ListOptions> = {}): Promise<List> =>
    savePlan(await valueOf(operations.openListText({ profileId, text })), null, changes)

  return {
    ...opened,
    profileId,
    agentUuid,
    savePlan,
    openText,
    /** Returns the practice service, which exists after the first request. */
    practice: (): PracticeService => {
      if (service === null) throw new Error('The practice service was not started.')
      return service
    },
    /** Opens a list of these numbers, and checks it. */
    openNumbers: (numbers: readonly string[], changes: Partial<ListOptions> = {}): Promise<List> =>
      openText(['Name\tPhone', ...numbers.map((number, at) => `Person ${at}\t${number}`)].join('\n'), changes),
    /** Checks the list after each announced change, and resolves with the list once it meets the condition. */
    until: async (listId: string, fits: (list: List) => boolean): Promise<List> => {
      for (;;) {
        const { promise, resolve } = Promise.withResolvers<void>()
        changed.add(resolve)
        const list = await valueOf(operations.getList({ listId }))
        if (fits(list)) return list
        await promise
        changed.delete(resolve)
      }
    },
  }
}

/** Returns practice numbers without a fault. */
export const goodNumbers = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `+121255501${String(at).padStart(2, '0')}`)
