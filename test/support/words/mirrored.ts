import { english as source } from '../../../src/renderer/words/english/english.ts'

/** English words in a language that is written from right to left: what has not been mirrored shows at once. */
export const english = { ...source, language: { tag: 'ar', direction: 'rtl' as const } }
