import { z } from 'zod'
import { agentUuidSchema } from './agent.ts'
import { callIdSchema } from './call.ts'

/** The kinds of links that may request a call. */
const linkSchemes = ['rundesk', 'tel'] as const

/**
 * Why a link was rejected: `off` in the settings, `locked` while the screen is locked, or because of its content.
 * `code` is a service code of a carrier or device (`*21#`); `repeatedParameter` means that the link contains a number, an agent or a name twice.
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

/** Longest link that is parsed, in characters. */
export const maxLinkLength = 4_000

/** Maximum number of context values in a link. */
export const maxLinkValues = 50

/** A link's content. SECURITY: it comes from another program: it fills fields and never starts anything. */
export const callLinkSchema = z.object({
  scheme: z.enum(linkSchemes),
  /** Digits, with a leading plus if the link has one. */
  number: z.string().regex(/^\+?\d{3,20}$/),
  /** In the link, but not dialed. */
  extension: z.string().max(20).nullable(),
  agentUuid: agentUuidSchema.nullable(),
  /** Context values by the agent's names (with dots); a list, so that no name can reach a prototype. */
  context: z.array(z.object({ name: z.string().min(1).max(300), value: z.string().max(2_000) })).max(maxLinkValues),
})
export type CallLink = z.infer<typeof callLinkSchema>

export const externalRequestSchema = z.discriminatedUnion('by', [
  /** `display` is the formatted number. */
  z.object({ by: z.literal('link'), link: callLinkSchema, display: z.string().max(200) }),
  z.object({ by: z.literal('refusedLink'), why: z.enum(linkProblems) }),
  /** The global shortcut: the clipboard text, or null if it contains no number. */
  z.object({ by: z.literal('shortcut'), text: z.string().nullable() }),
  /** A clicked notification: its call, or the history. */
  z.object({ by: z.literal('notification'), callId: callIdSchema.nullable() }),
])

/** A request from outside the window, and its source. */
export type ExternalRequest = z.infer<typeof externalRequestSchema>

export const osIntegrationStatusSchema = z.object({
  /** `refused`: another program uses the keys, or the system reserves them. */
  shortcut: z.enum(['off', 'held', 'refused']),
  /** Whether the system opens telephone links with Rundesk; `notInstalled` outside a packaged app. */
  telLinks: z.enum(['off', 'registered', 'refused', 'notInstalled']),
})

/** The state of the OS features that the settings enable. */
export type OsIntegrationStatus = z.infer<typeof osIntegrationStatusSchema>
