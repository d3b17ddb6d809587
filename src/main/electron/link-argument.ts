/** The arguments of which a link is one; a link is never taken for a switch, nor a switch for a link. */
const isLink = (argument: string): boolean => /^(tel|rundesk):/i.test(argument)

/** The link that the system started the app with, or null. On Linux and Windows it is an argument. */
export const linkIn = (commandLine: readonly string[]): string | null => commandLine.find(isLink) ?? null

/** What a second start hands to the first: its link, where it had one. Longer ones are cut: they are refused all the same. */
export const handOver = (commandLine: readonly string[]): { link: string | null } => ({
  link: linkIn(commandLine)?.slice(0, 5_000) ?? null,
})

/**
 * The most that a command line may hold, in bytes. Chromium tells another start no more than 32 KiB, and on Linux it ends
 * a first one that it cannot tell.
 */
const mostBytes = 16_000

/**
 * SECURITY: whether a start may speak to a desk that is open already. One with a link of monstrous length may not: it would
 * end that desk, with calls on their way.
 */
export const maySpeak = (commandLine: readonly string[]): boolean =>
  Buffer.byteLength(commandLine.join('\0'), 'utf8') <= mostBytes

/** SECURITY: the link that a second start handed over; whatever else came, from whomever, is none. */
export const handedOver = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'link' in data && typeof data.link === 'string' ? data.link : null
