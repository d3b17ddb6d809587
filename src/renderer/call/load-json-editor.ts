import type * as JsonEditorPart from './json-editor.ts'

export type JsonEditorModule = typeof JsonEditorPart

/** A page that is busy for so long brings the editor all the same. */
const preloadMilliseconds = 5_000

let loaded: JsonEditorModule | null = null

/** The editor's module, once it is here. */
export const loadedJsonEditor = (): JsonEditorModule | null => loaded

/** Brings the editor's module once the page has nothing better to do; ends the wish when it is not wanted any more. */
export const preloadJsonEditor = (onFailure: (error: unknown) => void): (() => void) => {
  const wish = requestIdleCallback(() => void loadJsonEditor().catch(onFailure), { timeout: preloadMilliseconds })
  return () => cancelIdleCallback(wish)
}

/** Brings the editor's module, after the page stands; it is large, and no call has to wait for it. */
export const loadJsonEditor = async (): Promise<JsonEditorModule> => (loaded ??= await import('./json-editor.ts'))
