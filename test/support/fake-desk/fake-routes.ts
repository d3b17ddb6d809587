import { succeed } from '../../../src/contract/failure.ts'
import type { Input } from '../../../src/contract/operations.ts'
import type { ChosenRoute, RouteLabels } from '../../../src/contract/route.ts'

/** What calls were sent through, and what people call ids, in memory; of every profile alike. */
export const createFakeRoutes = () => {
  const routes = new Map<string, ChosenRoute>()
  let labels: RouteLabels = []
  return {
    recallRoute: ({ agentUuid }: Input<'recallRoute'>) =>
      Promise.resolve(succeed({ route: routes.get(agentUuid) ?? null })),
    rememberRoute: ({ agentUuid, route }: Input<'rememberRoute'>) => {
      routes.set(agentUuid, route)
      return Promise.resolve(succeed({}))
    },
    listRouteLabels: () => Promise.resolve(succeed(labels)),
    labelRouteId: ({ kind, id, label }: Input<'labelRouteId'>) => {
      const others = labels.filter((one) => one.kind !== kind || one.id !== id)
      labels = label === '' ? others : [{ kind, id, label }, ...others]
      return Promise.resolve(succeed(labels))
    },
  }
}
