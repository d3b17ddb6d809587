import type { StoreApi } from 'zustand/vanilla'
import { applyContextFix, type ContextPath, type ContextFix } from '../../../../domain/context/edit.ts'
import type { CallFormState } from '../form/call-form-state.ts'
import {
  type ContextDrafts,
  isBroken,
  isJson,
  keyOfPath,
  fixText,
  nodeAt,
  objectTree,
  removeFromText,
  setInText,
  textWithDrafts,
} from './context-edit.ts'
import { blockerOf } from './context-rows.ts'
import { readContextText } from './context-text.ts'

export type ContextView = CallFormState['contextView']

/** Returns the path of a typed name, split at dots; null if a part is empty. */
export const pathOfName = (name: string): ContextPath | null => {
  const path = name.trim().split('.')
  return path.includes('') ? null : path
}

const dropDraft = (drafts: ContextDrafts, path: ContextPath): ContextDrafts =>
  Object.fromEntries(Object.entries(drafts).filter(([key]) => key !== keyOfPath(path)))

/** Returns the drafts whose values still exist in the text. */
const draftsIn = (drafts: ContextDrafts, text: string): ContextDrafts => {
  const tree = objectTree(text)
  return Object.fromEntries(
    Object.entries(drafts).filter(([, { path }]) => tree !== null && nodeAt(tree, path) !== undefined),
  )
}

/** Returns the part of the form's state that is derived from the context text and its drafts. */
export const contextState = (
  contextText: string,
  contextDrafts: ContextDrafts = {},
): Pick<CallFormState, 'contextText' | 'contextDrafts' | 'context'> => ({
  contextText,
  contextDrafts,
  context: readContextText(textWithDrafts(contextText, contextDrafts)),
})

type Edit = (change: Partial<CallFormState>) => void

/**
 * Creates the actions that edit the context. `edit` changes the form and, if its last call has been sent, starts a new
 * call.
 */
export const createContextActions = (store: StoreApi<CallFormState>, edit: Edit) => {
  const write = (text: string, drafts = store.getState().contextDrafts) =>
    edit(contextState(text, draftsIn(drafts, text)))
  return {
    typeContext: (text: string) => edit(contextState(text)),
    /** Switches the view. A partially typed value in the form, and its error, are kept in the JSON text. */
    showContext: (contextView: ContextView) => {
      const { contextText, contextDrafts } = store.getState()
      const whole = contextView === 'json' ? contextState(textWithDrafts(contextText, contextDrafts)) : {}
      store.setState({ contextView, ...whole })
    },
    /** Sets a field to a string. A known field that becomes empty is removed from the text. */
    writeField: (path: ContextPath, value: string, isKnown: boolean) => {
      const { contextText } = store.getState()
      write(
        value === '' && isKnown
          ? removeFromText(contextText, path)
          : setInText(contextText, path, JSON.stringify(value)),
        dropDraft(store.getState().contextDrafts, path),
      )
    },
    /** Sets a field to the typed JSON. No call can start while it is invalid. */
    writeJson: (path: ContextPath, draft: string) => {
      const { contextText, contextDrafts } = store.getState()
      const json = isJson(draft) ? draft.trim() : '""'
      write(isBroken(draft) ? contextText : setInText(contextText, path, json), {
        ...contextDrafts,
        [keyOfPath(path)]: { path, text: draft },
      })
    },
    /** Discards the valid draft of a field that has lost focus, so that the field shows the value in the context. */
    leaveField: (path: ContextPath) => {
      const { contextDrafts } = store.getState()
      const draft = contextDrafts[keyOfPath(path)]
      if (draft && !isBroken(draft.text)) store.setState({ contextDrafts: dropDraft(contextDrafts, path) })
    },
    removeFields: (paths: readonly ContextPath[]) => {
      const left = paths.reduce(removeFromText, store.getState().contextText)
      write(objectTree(left)?.children?.length === 0 ? '' : left)
    },
    removeField: (path: ContextPath) => write(removeFromText(store.getState().contextText, path)),
    fixContext: (fix: ContextFix) => {
      // For `fill`, the form already shows the field; the text changes once the user types.
      if (fix.kind === 'fill') return
      const { contextText, valuesFrom } = store.getState()
      write(fixText(contextText, fix))
      // A renamed value still came with the same number.
      if (valuesFrom?.values)
        store.setState({ valuesFrom: { ...valuesFrom, values: applyContextFix(valuesFrom.values, fix) } })
    },
    nameNewField: (newField: string | null) => store.setState({ newField }),
    /** Adds an empty field with the typed name unless it exists. Returns its path, or null if the name is invalid. */
    addField: (): ContextPath | null => {
      const { newField, contextText } = store.getState()
      const path = pathOfName(newField ?? '')
      const tree = objectTree(contextText)
      if (path === null || tree === null || blockerOf(tree, path) !== null) return null
      if (nodeAt(tree, path) === undefined) write(setInText(contextText, path, '""'))
      store.setState({ newField: null })
      return path
    },
  }
}

export type ContextActions = ReturnType<typeof createContextActions>
