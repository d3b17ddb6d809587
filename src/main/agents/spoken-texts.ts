import type { AgentVariable } from '../../contract/agent-text.ts'
import type { AgentEdge, AgentGraph, AgentNode } from '../service/wire-definition.ts'

/** One text of an agent and where it stands. */
export type AgentWords = { text: string; place: AgentVariable['place']; nodeName: string | null }

type EdgesOf = (node: AgentNode) => readonly AgentEdge[]

const words = (place: AgentWords['place'], nodeName: string | null, texts: readonly (string | null)[]): AgentWords[] =>
  texts.flatMap((text) => (text === null || text === '' ? [] : [{ text, place, nodeName }]))

/**
 * The nodes as a conversation meets them: the start, the house rules (they stand before every prompt), then along the
 * edges, the nearest first. Nodes that no edge leads to come last, as they are listed.
 */
const inSpokenOrder = (nodes: readonly AgentNode[], edgesOf: EdgesOf): AgentNode[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const ordered = new Set(nodes.filter(({ kind }) => kind === 'start'))
  for (const node of nodes) if (node.kind === 'global') ordered.add(node)
  // A set is walked through with what is added meanwhile: each node brings those that follow it.
  for (const node of ordered) {
    for (const { target } of edgesOf(node)) {
      const next = byId.get(target)
      if (next !== undefined) ordered.add(next)
    }
  }
  for (const node of nodes) ordered.add(node)
  return [...ordered]
}

const isSpoken = ({ kind }: AgentNode): boolean => kind !== 'webhook' && kind !== 'other'

const wordsOfNode = (node: AgentNode, edgesOf: EdgesOf): AgentWords[] => [
  ...words('greeting', node.name, node.kind === 'start' ? [node.greeting] : []),
  ...words('prompt', node.name, isSpoken(node) ? [node.prompt] : []),
  ...words(
    'transition',
    node.name,
    edgesOf(node).map(({ speech }) => speech),
  ),
]

/**
 * Every text of an agent that the service fills in, in the order in which it is said: greeting before prompt, node after
 * node. What is not said, the questions asked of the conversation and what webhooks send, comes after it.
 */
export const spokenTexts = ({ nodes, edges }: AgentGraph): AgentWords[] => {
  const bySource = Map.groupBy(edges, ({ source }) => source)
  const edgesOf: EdgesOf = ({ id }) => bySource.get(id) ?? []
  const ordered = inSpokenOrder(nodes, edgesOf)
  return [
    ...ordered.flatMap((node) => wordsOfNode(node, edgesOf)),
    ...ordered.filter(isSpoken).flatMap(({ name, extractionTexts }) => words('extraction', name, extractionTexts)),
    ...ordered
      .filter(({ kind }) => kind === 'webhook')
      .flatMap(({ name, payloadTexts }) => words('webhook', name, payloadTexts)),
  ]
}
