import { adminSteps } from './admin.ts'
import type { Step } from './guide-context.ts'
import { listsSteps } from './lists.ts'
import { operatorSteps } from './operator.ts'
import { supportSteps } from './support.ts'

/** The pages of docs/guide with numbered steps. */
export const pageNames = ['operator', 'lists', 'admin', 'support'] as const
export type PageName = (typeof pageNames)[number]

/** The steps of each page, in its order. */
export const guideSteps: Record<PageName, readonly Step[]> = {
  operator: operatorSteps,
  lists: listsSteps,
  admin: adminSteps,
  support: supportSteps,
}
