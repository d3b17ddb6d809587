import { safeCatalog } from '../domain/shown-text.ts'
import { diagnosticsFile, evidenceFile, native } from './en/native.ts'
import { lists } from './en/lists.ts'
import { stateTags as tags } from './en/state-tags.ts'

/** The strings of the main process in the language in use. Separate from the catalog, because main must not load zod before its window. */
export const nativeMessages: typeof native = safeCatalog(native)

/** The word for each state of a call, for the files that main writes. */
export const stateTags: typeof tags = tags

/** The strings of the files that support saves. */
export const fileMessages: { evidence: typeof evidenceFile; diagnostics: typeof diagnosticsFile } = {
  evidence: safeCatalog(evidenceFile),
  diagnostics: safeCatalog(diagnosticsFile),
}

/** The strings about call lists, for the report and the notifications. */
export const listMessages: typeof lists = safeCatalog(lists)
