import { checkLane, vitestLane } from './lane.mjs'

/** The lanes that need neither a window nor a browser: format, lint, types and the fences. */
export async function staticLanes() {
  const lanes = []
  lanes.push(await checkLane('format', 'oxfmt', ['--check', '.']))
  lanes.push(await checkLane('lint', 'oxlint', ['--type-aware', '.']))
  lanes.push(await checkLane('types', 'tsc', ['-b']))
  lanes.push(await vitestLane('fences'))
  return lanes
}
