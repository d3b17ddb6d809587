import { adminSteps } from './admin.ts'
import type { Step } from './desk.ts'
import { operatorSteps } from './operator.ts'
import { supportSteps } from './support.ts'

/** The pages whose steps are done by the tour. */
export const pageNames = ['operator', 'admin', 'support'] as const
export type PageName = (typeof pageNames)[number]

/** The acts of each page, in its order. */
export const stepsOf: Record<PageName, readonly Step[]> = {
  operator: operatorSteps,
  admin: adminSteps,
  support: supportSteps,
}
