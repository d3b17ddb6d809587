import type { AgentVariable, Opening } from '../../contract/agent-text.ts'
import { type Placeholder, parseTemplate } from '../../contract/template.ts'
import { contextPath, fillerOf } from '../../contract/variable-path.ts'
import type { AgentWords } from './spoken-texts.ts'

/** Examples by name, as the agent's author left them for trial calls. */
export type Samples = Readonly<Record<string, unknown>>

const sampleLength = 200

const sampleOf = (samples: Samples, [name = '', ...inside]: readonly string[]): string | null => {
  const value = Object.hasOwn(samples, name) ? samples[name] : undefined
  if (inside.length > 0) {
    return typeof value === 'object' && value !== null ? sampleOf({ ...value }, inside) : null
  }
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > sampleLength ? `${text.slice(0, sampleLength - 1).toWellFormed()}…` : text
}

/** A webhook fills in from several places, and only what it calls the initial context comes from the call. */
const isAsked = ({ path }: Placeholder, place: AgentWords['place']): boolean =>
  fillerOf(path) === 'caller' && (place !== 'webhook' || path.startsWith('initial_context.'))

/** The service counts what stands, without a default, in prompts, the greeting and transitions. */
const isRequired = ({ fallback }: Placeholder, place: AgentWords['place']): boolean =>
  fallback === null && place !== 'extraction' && place !== 'webhook'

const isOpening = (words: AgentWords, opening: Opening | null): boolean =>
  opening !== null && words.place === opening.kind && words.text === opening.text && words.nodeName === opening.nodeName

const placeholdersIn = (text: string): Placeholder[] =>
  parseTemplate(text).parts.filter((part) => typeof part !== 'string')

/**
 * What an agent wants to know from whoever places the call, each name once, in the order in which it is said. Left out is
 * what the service fills in itself: the clock, the names it stamps on a run, what the conversation gathers.
 */
export const findVariables = (
  texts: readonly AgentWords[],
  opening: Opening | null,
  samples: Samples,
): AgentVariable[] => {
  const found = new Map<string, AgentVariable>()
  for (const words of texts) {
    const { text, place, nodeName } = words
    for (const placeholder of placeholdersIn(text).filter((one) => isAsked(one, place))) {
      const path = contextPath(placeholder.path)
      const name = path.join('.')
      const known = found.get(name)
      found.set(name, {
        name,
        path,
        place: known?.place ?? place,
        nodeName: known === undefined ? nodeName : known.nodeName,
        required: known?.required === true || isRequired(placeholder, place),
        fallback: known?.fallback ?? placeholder.fallback,
        inOpening: known?.inOpening === true || isOpening(words, opening),
        sample: sampleOf(samples, path),
      })
    }
  }
  return [...found.values()]
}
