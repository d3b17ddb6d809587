import type { SpokenRaw } from '../../contract/agent-text.ts'
import { parseTemplate } from '../../contract/template.ts'
import { shorten } from './shorten.ts'
import type { AgentWords } from './spoken-texts.ts'

/** As many as a person can be told of. */
const most = 20

const lookalike = /\{\{.{0,80}?\}\}/g

const inText = ({ text, place }: AgentWords): string[] =>
  parseTemplate(text).parts.flatMap((part) => {
    if (typeof part === 'string') return part.match(lookalike) ?? []
    return place === 'transition' ? [shorten(part.raw, 100)] : []
  })

/**
 * Braces in what the agent says that nobody fills in, so that they are said as they stand: `{{first name}}`, and every
 * placeholder in a transition. At most 20, each once.
 */
export const findSpokenRaw = (texts: readonly AgentWords[]): SpokenRaw[] => {
  const found = new Map<string, SpokenRaw>()
  for (const words of texts) {
    if (words.place === 'extraction' || words.place === 'webhook') continue
    for (const text of inText(words)) found.set(text, found.get(text) ?? { text, nodeName: words.nodeName })
  }
  return [...found.values()].slice(0, most)
}
