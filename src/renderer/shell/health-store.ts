import type { Desk } from '../../contract/desk.ts'
import type { Health } from '../../contract/health.ts'
import { createFact, type FactStore } from './fact.ts'

/** How often health is asked for while the window has the focus, in milliseconds. */
export const healthEvery = 60_000

/** The health of one profile's service, asked again about each minute while `hasFocus` says that somebody looks. */
export const createHealth = (desk: Desk, profileId: string, now: () => number): FactStore<Health> =>
  createFact(() => desk.checkHealth({ profileId }), now)

/** Asks now, then each minute while somebody looks; gives the function that ends it. */
export const watchHealth = (health: FactStore<Health>, hasFocus: () => boolean): (() => void) => {
  void health.ask()
  const timer = setInterval(() => {
    if (hasFocus()) void health.ask()
  }, healthEvery)
  return () => clearInterval(timer)
}
