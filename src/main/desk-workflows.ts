import { setTimeout as wait } from 'node:timers/promises'
import type { Operations } from '../contract/operations.ts'
import type { workflowOperations } from '../contract/workflow.ts'
import { findVariables } from './agents/find-variables.ts'
import { openingOf } from './agents/opening.ts'
import { spokenTexts } from './agents/spoken-texts.ts'
import type { DeskParts } from './desk.ts'
import { scrubKeys } from './log/scrub-shapes.ts'
import type { Connections } from './profiles/connections.ts'
import { graphSchema } from './service/wire-definition.ts'
import type { ReadText } from './workflows/describe-workflow.ts'
import { createWorkflowService } from './workflows/workflow-service.ts'

export type WorkflowOperations = Pick<Operations, keyof typeof workflowOperations>

export type DeskWorkflowsParts = Pick<DeskParts, 'chooseWorkflowFile' | 'createUuid' | 'monotonic'> & {
  connections: Connections
}

/** What a call to an agent of this definition would ask for and begin with, read as that of any agent. */
const readText: ReadText = (definition) => {
  const graph = graphSchema.parse(definition)
  const opening = openingOf(graph)
  return { opening, variables: findVariables(spokenTexts(graph), opening, {}) }
}

const noWindow = (): Promise<never> => Promise.reject(new Error('There is no window to choose a file in.'))

/** Agents made of files. */
export const createDeskWorkflows = (parts: DeskWorkflowsParts): WorkflowOperations => {
  const workflows = createWorkflowService({
    ...parts,
    readText,
    mask: scrubKeys,
    chooseFile: parts.chooseWorkflowFile ?? noWindow,
    wait: (milliseconds) => wait(milliseconds),
  })
  return {
    chooseWorkflowFile: () => workflows.choose(),
    createWorkflow: (input) => workflows.create(input),
  }
}
