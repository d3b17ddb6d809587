import type { AgentVariable, Opening } from '../../contract/agent-text.ts'
import { type Placeholder, parseTemplate } from '../../contract/template.ts'
import { contextPath, fillerOf } from '../../contract/variable-path.ts'
import { shorten } from './shorten.ts'
import type { AgentWords } from './spoken-texts.ts'

/** Examples by name, as the agent's author left them for trial calls. */
export type Samples = Readonly<Record<string, unknown>>

/** What a form can show of one text, and how many fields anybody fills in; a service may send any number of any length. */
const shownLength = 200
const mostFields = 200

const sampleOf = (samples: Samples, [name = '', ...inside]: readonly string[]): string | null => {
  const value = Object.hasOwn(samples, name) ? samples[name] : undefined
  if (inside.length > 0) {
    return typeof value === 'object' && value !== null ? sampleOf({ ...value }, inside) : null
  }
  if (value === undefined || value === null || value === '') return null
  return shorten(typeof value === 'string' ? value : JSON.stringify(value), shownLength)
}

/** A webhook fills in from several places, and only what it calls the initial context comes from the call. */
const isAsked = ({ path }: Placeholder, place: AgentWords['place']): boolean =>
  fillerOf(path) === 'caller' &&
  path.length <= shownLength &&
  (place !== 'webhook' || path.startsWith('initial_context.'))

/** The service counts what stands, without a default, in prompts, the greeting and transitions. */
const isRequired = ({ fallback }: Placeholder, place: AgentWords['place']): boolean =>
  fallback === null && place !== 'extraction' && place !== 'webhook'

const shownFallback = ({ fallback }: Placeholder): string | null =>
  fallback === null ? null : shorten(fallback, shownLength)

const nameOf = ({ path }: Placeholder): string => contextPath(path).join('.')

const placeholdersIn = (text: string): Placeholder[] =>
  parseTemplate(text).parts.filter((part) => typeof part !== 'string')

/**
 * What an agent wants to know from whoever places the call, each name once, in the order in which it is said. Left out is
 * what the service fills in itself: the clock, the names it stamps on a run, what the conversation gathers. At most 200.
 */
export const findVariables = (
  texts: readonly AgentWords[],
  opening: Opening | null,
  samples: Samples,
): AgentVariable[] => {
  const opened = new Set(placeholdersIn(opening?.text ?? '').map(nameOf))
  const found = new Map<string, AgentVariable>()
  for (const { text, place, nodeName } of texts) {
    for (const placeholder of placeholdersIn(text).filter((one) => isAsked(one, place))) {
      const path = contextPath(placeholder.path)
      const name = nameOf(placeholder)
      const known = found.get(name)
      found.set(name, {
        name,
        path,
        place: known?.place ?? place,
        nodeName: known === undefined ? nodeName : known.nodeName,
        required: known?.required === true || isRequired(placeholder, place),
        fallback: known?.fallback ?? shownFallback(placeholder),
        inOpening: opened.has(name),
        sample: sampleOf(samples, path),
      })
    }
  }
  return [...found.values()].slice(0, mostFields)
}
