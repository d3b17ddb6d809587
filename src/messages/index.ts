import { safeCatalog } from '../domain/shown-text.ts'
import { en } from './en/index.ts'

/** Every string of the app, by screen or concept. A second language is a second object of this type. */
export type Messages = typeof en

/** The strings of the language in use. Strings with values are functions, so that each language can order its sentence. */
export const messages: Messages = safeCatalog(en)
