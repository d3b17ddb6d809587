import { hasPassed } from './run-moment.ts'
import { lifeOf } from './run-life.ts'
import type { Pace } from '../pace.ts'
import type { Organization, Run, World } from '../world/world.ts'

const slotLastsMs = 20 * 60_000

/** Whether the organization has as many calls under way as it may have. Slots free themselves after 20 minutes. */
export function isFull(world: World, organization: Organization, pace: Pace, now: number): boolean {
  const live = world.runs.filter((run) => run.organizationId === organization.id && holdsSlot(run, pace, now))
  return live.length >= organization.concurrentCallLimit
}

function holdsSlot(run: Run, pace: Pace, now: number): boolean {
  // Measured: a start that broke gives its slot back at once.
  if (run.start.kind === 'orphaned') return false
  if (now >= run.createdAt + slotLastsMs) return false
  return !hasPassed(lifeOf(run, pace).completedAt, now)
}
