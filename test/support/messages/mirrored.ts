import { en as source } from '../../../src/messages/en/index.ts'
import type { Messages } from '../../../src/messages/index.ts'

/** English texts in a right-to-left language, to reveal every part of the page that is not mirrored. */
export const en: Messages = { ...source, language: { tag: 'ar', direction: 'rtl' } }
