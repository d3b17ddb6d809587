import type { StoreApi } from 'zustand/vanilla'
import type { ContextPath, Mend } from '../../contract/mend-context.ts'
import type { CallFormState } from './call-state.ts'
import { isBroken, isJson, textWithDrafts, type ContextDrafts } from './context-drafts.ts'
import { mendText, removeFromText, setInText } from './context-edit.ts'
import { keyOfPath, nodeAt, objectTree } from './context-nodes.ts'
import { obstacleOf } from './context-rows.ts'
import { readContextText } from './context-text.ts'

export type ContextView = CallFormState['contextView']

/** The path that a name typed by hand stands for: a dot leads inside. Null when a part of it is empty. */
export const pathOfName = (name: string): ContextPath | null => {
  const path = name.trim().split('.')
  return path.includes('') ? null : path
}

const dropDraft = (drafts: ContextDrafts, path: ContextPath): ContextDrafts =>
  Object.fromEntries(Object.entries(drafts).filter(([key]) => key !== keyOfPath(path)))

/** Drafts of what is no longer there, or is no longer edited there, mean nothing. */
const draftsIn = (drafts: ContextDrafts, text: string): ContextDrafts => {
  const tree = objectTree(text)
  return Object.fromEntries(
    Object.entries(drafts).filter(([, { path }]) => tree !== null && nodeAt(tree, path) !== undefined),
  )
}

/** The part of the form's state that a context text and its drafts make. */
export const contextState = (
  contextText: string,
  contextDrafts: ContextDrafts = {},
): Pick<CallFormState, 'contextText' | 'contextDrafts' | 'context'> => ({
  contextText,
  contextDrafts,
  context: readContextText(textWithDrafts(contextText, contextDrafts)),
})

type Edit = (change: Partial<CallFormState>) => void

/** What a person does to the context, in either view. `edit` makes a change of the form that is a wish for another call. */
export const createContextActs = (store: StoreApi<CallFormState>, edit: Edit) => {
  const write = (text: string, drafts = store.getState().contextDrafts) =>
    edit(contextState(text, draftsIn(drafts, text)))
  return {
    /** The whole text, as the JSON view has it. */
    typeContext: (text: string) => edit(contextState(text)),
    /** Shows the other view. Nothing is lost on the way: what is half typed in the form stands in the JSON, with its fault. */
    showContext: (contextView: ContextView) => {
      const { contextText, contextDrafts } = store.getState()
      const whole = contextView === 'json' ? contextState(textWithDrafts(contextText, contextDrafts)) : {}
      store.setState({ contextView, ...whole })
    },
    /** A text into a field. A known field that is emptied goes; it was there only for its value. */
    writeField: (path: ContextPath, value: string, isKnown: boolean) => {
      const { contextText } = store.getState()
      write(
        value === '' && isKnown
          ? removeFromText(contextText, path)
          : setInText(contextText, path, JSON.stringify(value)),
        dropDraft(store.getState().contextDrafts, path),
      )
    },
    /** Any JSON value into a field, as it is typed; while it is none, the call waits. */
    writeJson: (path: ContextPath, draft: string) => {
      const { contextText, contextDrafts } = store.getState()
      const json = isJson(draft) ? draft.trim() : '""'
      write(isBroken(draft) ? contextText : setInText(contextText, path, json), {
        ...contextDrafts,
        [keyOfPath(path)]: { path, text: draft },
      })
    },
    /** The field is left: what is sound is shown as it stands in the context from now on. */
    leaveField: (path: ContextPath) => {
      const { contextDrafts } = store.getState()
      const draft = contextDrafts[keyOfPath(path)]
      if (draft && !isBroken(draft.text)) store.setState({ contextDrafts: dropDraft(contextDrafts, path) })
    },
    /** Takes everything out, for the next person. */
    clearContext: () => edit(contextState('')),
    removeField: (path: ContextPath) => write(removeFromText(store.getState().contextText, path)),
    mendContext: (mend: Mend) => {
      // A place to fill in is on the form already: nothing is written before a person has typed.
      if (mend.kind !== 'fill') write(mendText(store.getState().contextText, mend))
    },
    nameNewField: (newField: string | null) => store.setState({ newField }),
    /** Makes the field that was named, empty, or finds the one of that name; null while the name can be none. */
    addField: (): ContextPath | null => {
      const { newField, contextText } = store.getState()
      const path = pathOfName(newField ?? '')
      const tree = objectTree(contextText)
      if (path === null || tree === null || obstacleOf(tree, path) !== null) return null
      if (nodeAt(tree, path) === undefined) write(setInText(contextText, path, '""'))
      store.setState({ newField: null })
      return path
    },
  }
}

export type ContextActs = ReturnType<typeof createContextActs>
