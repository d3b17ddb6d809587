import { scrubShapes } from './scrub-shapes.ts'

/** Takes secrets and telephone numbers out of a text. */
export type Scrub = (text: string) => string

/** The most of one text that is written down, in characters: what follows has searches that take the square of its length. */
const maxLength = 20_000

/** The last word goes with the rest: it may be the first half of a key. */
const cut = (text: string): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).replace(/[^\s"'<>,;]+$/, '')}…` : text

/**
 * SECURITY: makes the one scrubber that stands before every sink: log, error channel, reports of crashes. `maskSecrets`
 * takes the secrets that are in memory out by value, in every form they may be written in; what only looks like a secret
 * or a telephone number goes by its shape.
 */
export const createScrub =
  (maskSecrets: (text: string) => string): Scrub =>
  (text) =>
    scrubShapes(cut(maskSecrets(text)))
