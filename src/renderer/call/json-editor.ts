import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, linter, type Diagnostic } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { readContextText, type ContextNote } from './context-text.ts'
import { editorTheme, highlightStyle } from './json-editor-theme.ts'

/** A running editor: its text can be replaced from outside, and it can be taken away. */
export type JsonEditor = { setText: (text: string) => void; focus: () => void; destroy: () => void }

type Options = { host: HTMLElement; text: string; label: string; describedBy: string; onText: (text: string) => void }

const diagnosticOf = ({ from, to, sentence, severity }: ContextNote, length: number): Diagnostic => ({
  from: Math.min(from, length),
  to: Math.min(Math.max(to, from), length),
  severity,
  message: sentence,
})

const diagnose = (view: EditorView): Diagnostic[] => {
  const text = view.state.doc.toString()
  return readContextText(text).notes.map((note) => diagnosticOf(note, text.length))
}

const extensionsFor = ({ label, describedBy, onText }: Options) => [
  history(),
  json(),
  indentOnInput(),
  bracketMatching(),
  syntaxHighlighting(highlightStyle),
  linter(diagnose, { delay: 250 }),
  lintGutter(),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-description': describedBy,
    'aria-multiline': 'true',
    dir: 'ltr',
  }),
  // Tab indents; Escape first makes the next Tab leave, so that nobody who uses only keys is caught in here.
  keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap, indentWithTab]),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) onText(update.state.doc.toString())
  }),
  editorTheme,
]

/**
 * Mounts the JSON editor in a shadow root of `host`: its styles are then constructed sheets,
 * which the page's strict content security policy allows, and no style element is needed.
 */
export const createJsonEditor = (options: Options): JsonEditor => {
  const root = options.host.shadowRoot ?? options.host.attachShadow({ mode: 'open' })
  const state = EditorState.create({ doc: options.text, extensions: extensionsFor(options) })
  const view = new EditorView({ state, parent: root, root })
  return {
    setText: (text) => {
      const length = view.state.doc.length
      if (view.state.doc.toString() !== text) view.dispatch({ changes: { from: 0, to: length, insert: text } })
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}
