import { en as source } from '../../../src/messages/en/index.ts'
import type { Messages } from '../../../src/messages/index.ts'

/** English text labeled as a right-to-left language, to reveal parts of the page that are not mirrored. */
export const en: Messages = { ...source, language: { tag: 'ar', direction: 'rtl' } }
