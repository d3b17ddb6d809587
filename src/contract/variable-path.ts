import { reservedContextNames } from './initial-context.ts'
import { readClock } from './template-clock.ts'

const prefix = 'initial_context.'

/** Names that the service's own list of required variables leaves out. */
const left: ReadonlySet<string> = new Set(['campaign_id', 'provider', 'source_uuid'])

/**
 * Who gives the value of a placeholder: whoever places the call, the service's clock, the service by stamping its own
 * names on the run, or the conversation itself (what was gathered so far).
 */
export type Filler = 'caller' | 'clock' | 'service' | 'conversation'

/** The names from the context's outside in by which a path finds its value: `initial_context.user.name` is user, name. */
export const contextPath = (path: string): string[] =>
  (path.startsWith(prefix) ? path.slice(prefix.length) : path).split('.')

/** Tells who gives the value of a path. */
export const fillerOf = (path: string): Filler => {
  if (readClock(path) !== null) return 'clock'
  const [root = ''] = contextPath(path)
  if (root === 'gathered_context') return 'conversation'
  return reservedContextNames.has(root) || left.has(root) ? 'service' : 'caller'
}
