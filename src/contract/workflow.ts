import { z } from 'zod'
import { agentSchema } from './agent.ts'
import { agentVariableSchema, openingSchema } from './agent-text.ts'
import { failureSchema } from './failure.ts'
import { profileIdSchema } from './profile.ts'

/** What a node of a definition is there for; types that newer services add are `other`. */
export const workflowNodeKinds = ['start', 'agent', 'end', 'global', 'trigger', 'webhook', 'qa', 'other'] as const
export type WorkflowNodeKind = (typeof workflowNodeKinds)[number]

export const workflowFileSchema = z.object({
  /** Names the file that main holds; it says nothing about where it lies. */
  fileId: z.uuid(),
  fileName: z.string().max(300),
  /** From the file, or from what it is called; empty where neither gives a name. */
  suggestedName: z.string().max(100),
  /** How many nodes of each kind there are; kinds of which there is none are left out. */
  nodes: z.array(z.object({ kind: z.enum(workflowNodeKinds), count: z.int().min(1) })),
  /** What its text asks for, as a form will; 200 at most. */
  variables: z.array(agentVariableSchema),
  opening: openingSchema.nullable(),
})

/** What a chosen file holds, as far as a person must see it before an agent is made of it. Main keeps the definition. */
export type WorkflowFile = z.infer<typeof workflowFileSchema>

export const agentNameSchema = z.string().trim().min(1).max(100)

/**
 * What became of the wish for an agent. `made`: the service has it, `wasLost` when only its list said so; its Agent UUID
 * is null where the list could not tell it yet. `unclear`: the answer was lost, and the list does not show it so far.
 */
export const workflowCreationSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('made'), agent: agentSchema, wasLost: z.boolean() }),
  z.object({ step: z.literal('unclear'), failure: failureSchema, name: z.string() }),
])
export type WorkflowCreation = z.infer<typeof workflowCreationSchema>

/** Making an agent of a file. */
export const workflowOperations = {
  /** Lets a person choose a file with a definition, and tells what it holds; `file` is null when none was chosen. */
  chooseWorkflowFile: { input: z.object({}), output: z.object({ file: workflowFileSchema.nullable() }) },
  /** Creates an agent of the chosen file under a name that no other has. The service publishes it at once. */
  createWorkflow: {
    input: z.object({ profileId: profileIdSchema, fileId: z.uuid(), name: agentNameSchema }),
    output: workflowCreationSchema,
  },
} as const
