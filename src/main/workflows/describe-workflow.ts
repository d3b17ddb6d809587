import { basename, extname } from 'node:path'
import { type WorkflowFile, type WorkflowNodeKind, workflowNodeKinds } from '../../contract/workflow.ts'
import type { ReadDefinition } from './read-definition.ts'

/** What the service makes of a definition's text, as for any agent. */
export type ReadText = (definition: unknown) => Pick<WorkflowFile, 'variables' | 'opening'>

export type DescribeParts = {
  readText: ReadText
  /** Takes keys out of a text. */
  mask: (text: string) => string
}

/** A map, because a type may be called `constructor`. */
const kinds: ReadonlyMap<unknown, WorkflowNodeKind> = new Map([
  ['startCall', 'start'],
  ['agentNode', 'agent'],
  ['endCall', 'end'],
  ['globalNode', 'global'],
  ['trigger', 'trigger'],
  ['webhook', 'webhook'],
  ['qa', 'qa'],
])

const isNode = (node: unknown): node is { type?: unknown } =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

const countNodes = ({ nodes }: Record<string, unknown>): WorkflowFile['nodes'] => {
  const listed: unknown[] = Array.isArray(nodes) ? nodes : []
  const byKind = Map.groupBy(listed.filter(isNode), ({ type }) => kinds.get(type) ?? 'other')
  return workflowNodeKinds.flatMap((kind) => {
    const count = byKind.get(kind)?.length ?? 0
    return count === 0 ? [] : [{ kind, count }]
  })
}

/** The same value with every text in it masked; it is at most 100 levels deep. */
const maskTexts = (value: unknown, mask: DescribeParts['mask']): unknown => {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((item: unknown) => maskTexts(item, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [mask(name), maskTexts(child, mask)]))
}

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/**
 * What a person sees of a file before an agent is made of it. SECURITY: a file may be the wrong one, with a key in it:
 * keys are taken out of everything that is shown, and nothing of what is sent is changed.
 */
export const describeWorkflow =
  ({ readText, mask }: DescribeParts) =>
  (path: string, { name, definition }: ReadDefinition): Omit<WorkflowFile, 'fileId'> => {
    const fileName = mask(oneLine(basename(path))).slice(0, 300)
    const offered = oneLine(name ?? '') || oneLine(basename(path, extname(path)))
    return {
      fileName,
      suggestedName: mask(offered).slice(0, 100).toWellFormed().trim(),
      nodes: countNodes(definition),
      ...readText(maskTexts(definition, mask)),
    }
  }
