import { invalid, type IssueCode, type Outcome, succeed } from '../../contract/failure.ts'
import type { Input } from '../../contract/operations.ts'
import type { WorkflowCreation, WorkflowFile } from '../../contract/workflow.ts'
import type { Connections } from '../profiles/connections.ts'
import { createAgent } from './create-agent.ts'
import { describeWorkflow, type DescribeParts } from './describe-workflow.ts'
import { readDefinition } from './read-definition.ts'
import { readWorkflowFile } from './read-workflow-file.ts'

export type WorkflowServiceParts = DescribeParts & {
  connections: Pick<Connections, 'client'>
  /** The system's own window for files; null when a person chose none. */
  chooseFile: () => Promise<string | null>
  createUuid: () => string
  monotonic: () => number
  wait: (milliseconds: number) => Promise<void>
}

/** A request whose answer was lost is over at the service by then, one way or the other. */
const settledAfter = 120_000

const nameFault = (name: string): IssueCode | null => {
  if (!name.isWellFormed()) return 'loneSurrogate'
  return /\p{Cc}/u.test(name) ? 'invalid' : null
}

/** Makes agents of files. What was chosen stays with main; the page knows it by a name that says nothing. */
export const createWorkflowService = (parts: WorkflowServiceParts) => {
  const describe = describeWorkflow(parts)
  /** The definition that was chosen last. */
  let chosen: { fileId: string; definition: Record<string, unknown> } | null = null
  /** When the answer to a creation was lost, by profile and name. */
  const unclear = new Map<string, number>()
  let last: Promise<unknown> = Promise.resolve()

  const create = async ({ profileId, fileId, name }: Input<'createWorkflow'>): Promise<Outcome<WorkflowCreation>> => {
    if (chosen?.fileId !== fileId) return invalid([], 'workflowGone')
    const fault = nameFault(name)
    if (fault !== null) return invalid(['name'], fault)
    const wish = `${profileId} ${name}`
    const lostAt = unclear.get(wish)
    if (lostAt !== undefined && parts.monotonic() - lostAt < settledAfter)
      return invalid(['name'], 'agentUnclear', name)
    const client = await parts.connections.client(profileId)
    if (!client.ok) return client
    const { definition } = chosen
    const created = await createAgent({ client: client.value, wait: parts.wait }, { name, definition })
    if (created.ok && created.value.step === 'unclear') unclear.set(wish, parts.monotonic())
    if (created.ok && created.value.step === 'made') chosen = null
    return created
  }

  return {
    /** Lets a person choose a file and tells what it holds; a file that is not taken changes nothing. */
    async choose(): Promise<Outcome<{ file: WorkflowFile | null }>> {
      const path = await parts.chooseFile()
      if (path === null) return succeed({ file: null })
      const bytes = await readWorkflowFile(path)
      if (!bytes.ok) return bytes
      const read = readDefinition(bytes.value)
      if (!read.ok) return read
      const fileId = parts.createUuid()
      const file = { fileId, ...describe(path, read.value) }
      chosen = { fileId, definition: read.value.definition }
      return succeed({ file })
    },

    /** SECURITY: one at a time, so that a second wish of the same name finds what the first one made. */
    create(input: Input<'createWorkflow'>): Promise<Outcome<WorkflowCreation>> {
      const mine = last.then(() => create(input))
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

export type WorkflowService = ReturnType<typeof createWorkflowService>
