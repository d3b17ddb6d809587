import { z } from 'zod'
import { agentUuidSchema } from './agent.ts'
import { callIdSchema } from './call.ts'

/** The URL schemes that may request a call. */
const linkSchemes = ['rundesk', 'tel'] as const

/**
 * Why a link was rejected. `off`: links are off in the settings. `locked`: the screen is locked. `code`: it would dial
 * a service code of a carrier or a phone (`*21#`). `repeatedParameter`: it contains more than one number or agent, or
 * the same name twice.
 */
export const linkProblems = [
  'off',
  'locked',
  'tooLong',
  'malformed',
  'unknownScheme',
  'unknownAction',
  'unknownParameter',
  'repeatedParameter',
  'noNumber',
  'notANumber',
  'code',
  'agentUuid',
  'tooManyValues',
] as const
export type LinkProblem = (typeof linkProblems)[number]

/** Maximum length of a link that is parsed, in characters. */
export const maxLinkLength = 4_000

/** Maximum number of context values in a link. */
export const maxLinkValues = 50

/** A link's content. SECURITY: it comes from another program, so it only fills fields and never starts anything. */
export const callLinkSchema = z.object({
  scheme: z.enum(linkSchemes),
  /** Only digits, with a leading plus if the link has one. */
  number: z.string().regex(/^\+?\d{3,20}$/),
  /** The extension in the link. It is not dialed. */
  extension: z.string().max(20).nullable(),
  agentUuid: agentUuidSchema.nullable(),
  /**
   * Context values under the agent's variable names (with dots). An array rather than an object, so that no name can
   * modify a prototype.
   */
  context: z.array(z.object({ name: z.string().min(1).max(300), value: z.string().max(2_000) })).max(maxLinkValues),
})
export type CallLink = z.infer<typeof callLinkSchema>

export const externalRequestSchema = z.discriminatedUnion('by', [
  /** `display` is the formatted number. */
  z.object({ by: z.literal('link'), link: callLinkSchema, display: z.string().max(200) }),
  z.object({ by: z.literal('refusedLink'), why: z.enum(linkProblems) }),
  /** The global shortcut: the clipboard text, or null if it contains no number. */
  z.object({ by: z.literal('shortcut'), text: z.string().nullable() }),
  /** A clicked notification: the call that it opens, or null to open the history. */
  z.object({ by: z.literal('notification'), callId: callIdSchema.nullable() }),
])

/** A request from outside the window, and its source. */
export type ExternalRequest = z.infer<typeof externalRequestSchema>

export const osIntegrationStatusSchema = z.object({
  /** `refused`: another program uses the shortcut, or the system reserves it. */
  shortcut: z.enum(['off', 'held', 'refused']),
  /** Whether the system opens phone links in Rundesk; `notInstalled` if the app is not packaged. */
  telLinks: z.enum(['off', 'registered', 'refused', 'notInstalled']),
})

/** The state of the OS features that the settings enable. */
export type OsIntegrationStatus = z.infer<typeof osIntegrationStatusSchema>
