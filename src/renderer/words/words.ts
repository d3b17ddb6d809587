import { english } from './english/english.ts'

/** Every sentence of the app, by matter. A second language is a second object of this type. */
export type Words = typeof english

/** The words of the language in use. Texts with facts in them are functions, so that a language orders its own sentence. */
export const words: Words = english
