import type * as JsonEditorPart from './json-editor.ts'

export type JsonEditorModule = typeof JsonEditorPart

let loaded: JsonEditorModule | null = null

/** The editor's module, once it is here. */
export const loadedJsonEditor = (): JsonEditorModule | null => loaded

/** Brings the editor's module, after the page stands; it is large, and no call has to wait for it. */
export const loadJsonEditor = async (): Promise<JsonEditorModule> => (loaded ??= await import('./json-editor.ts'))
