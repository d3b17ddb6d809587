import { z } from 'zod'
import { agentUuidSchema } from './agent.ts'
import { callIdSchema } from './call.ts'

/** The kinds of links that may ask for a call. */
export const linkSchemes = ['rundesk', 'tel'] as const
export type LinkScheme = (typeof linkSchemes)[number]

/**
 * Why a link changes nothing: `off` in the settings, `locked` while this computer's screen is, or because of itself.
 * `code` is one for a carrier or a device (`*21#`), `partTwice` a number, an agent or a name that stands there twice.
 */
export const linkTroubles = [
  'off',
  'locked',
  'tooLong',
  'malformed',
  'unknownScheme',
  'unknownAct',
  'unknownPart',
  'partTwice',
  'noNumber',
  'notANumber',
  'code',
  'agentUuid',
  'tooManyValues',
] as const
export type LinkTrouble = (typeof linkTroubles)[number]

/** No link is longer, in characters; one that is longer is not looked into. */
export const longestLink = 4_000

/** So many values a link may bring for the context. */
export const mostLinkValues = 50

/** What a link asks for. Its words are data of whoever made it: they fill fields and never start anything. */
export const callLinkSchema = z.object({
  scheme: z.enum(linkSchemes),
  /** Digits, with a plus in front where the link has one. */
  number: z.string().regex(/^\+?\d{3,20}$/),
  /** Named by the link, and not dialled. */
  extension: z.string().max(20).nullable(),
  agentUuid: agentUuidSchema.nullable(),
  /** Values for the context by the agent's names (with their dots); a list, so that no name can be a way to a prototype. */
  context: z.array(z.object({ name: z.string().min(1).max(300), value: z.string().max(2_000) })).max(mostLinkValues),
})
export type CallLink = z.infer<typeof callLinkSchema>

export const askedSchema = z.discriminatedUnion('by', [
  /** `display` is the number as a person reads it. */
  z.object({ by: z.literal('link'), link: callLinkSchema, display: z.string().max(200) }),
  z.object({ by: z.literal('refusedLink'), why: z.enum(linkTroubles) }),
  /** The global shortcut: what lies on the clipboard, or null when there is nothing in it to call. */
  z.object({ by: z.literal('shortcut'), text: z.string().nullable() }),
  /** A notification that was clicked: the call it told of, or the history. */
  z.object({ by: z.literal('notification'), callId: callIdSchema.nullable() }),
])

/** What somebody outside the window asked for, and who it was. */
export type Asked = z.infer<typeof askedSchema>

export const systemTiesSchema = z.object({
  /** `refused`: another program has the keys, or the system gives them to nobody. */
  shortcut: z.enum(['off', 'held', 'refused']),
  /** Whether telephone links were asked for at the system; `notInstalled` where no packaged app is there to be named. */
  telLinks: z.enum(['off', 'taken', 'refused', 'notInstalled']),
})

/** How it stands with what the settings asked of the system. */
export type SystemTies = z.infer<typeof systemTiesSchema>
