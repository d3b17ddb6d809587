import type { Opening } from '../../contract/agent-text.ts'
import { stripBlanks } from '../../contract/blanks.ts'
import type { AgentGraph } from '../service/wire-definition.ts'
import { shorten } from './shorten.ts'

/** More is said by nobody in one breath, and it is filled in anew at every key. */
const longest = 20_000

/**
 * How a call to an agent begins: with the start's greeting, or, where it has none, with what its prompt makes of it.
 * Null when there is no start or nothing in it: such an agent is dialled all the same, and says nothing of its own. A text
 * is cut after 20,000 characters.
 */
export const openingOf = ({ nodes }: AgentGraph): Opening | null => {
  const start = nodes.find(({ kind }) => kind === 'start')
  if (start === undefined) return null
  const { name: nodeName, greeting, prompt, isRecorded } = start
  if (isRecorded) return { kind: 'recording', text: '', nodeName }
  if (greeting !== null && stripBlanks(greeting) !== '')
    return { kind: 'greeting', text: shorten(greeting, longest), nodeName }
  return prompt !== null && stripBlanks(prompt) !== ''
    ? { kind: 'prompt', text: shorten(prompt, longest), nodeName }
    : null
}
