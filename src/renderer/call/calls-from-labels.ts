import type { RouteIdKind, RouteLabels } from '../../contract/route.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'

/** The names that people of this computer gave to integer ids of one profile. */
export type CallsFromLabels = {
  readonly list: FactStore<RouteLabels>
  /** Gives an id a name, or takes it away with an empty one; false when it could not be kept. */
  readonly label: (kind: RouteIdKind, id: number, label: string) => Promise<boolean>
}

/** Makes the names of one profile's ids, and asks for them. */
export const createCallsFromLabels = ({ desk, now }: Parts, profileId: string): CallsFromLabels => {
  const list = createFact(() => desk.listRouteLabels({ profileId }), now)
  void list.ask()
  return {
    list,
    label: async (kind, id, label) => {
      const answer = await settle(desk.labelRouteId({ profileId, kind, id, label }))
      if (answer.ok) list.learn(answer.value)
      return answer.ok
    },
  }
}

/** What people call an id; null while it has no name. */
export const labelOf = (labels: RouteLabels, kind: RouteIdKind, id: number | null): string | null =>
  labels.find((one) => one.kind === kind && one.id === id)?.label ?? null
