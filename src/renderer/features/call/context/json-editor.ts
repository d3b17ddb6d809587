import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { EditorView, highlightSpecialChars, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { type ContextNote, readContextText } from './context-text.ts'

/** The theme uses the page's custom properties, which also apply inside the shadow root, in light and dark mode. */
export const editorTheme = EditorView.theme({
  '&': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
    color: 'var(--ink)',
    font: 'var(--text-sm) var(--mono)',
  },
  '&.cm-focused': { outline: '2px solid var(--profile, var(--busy))', borderColor: 'transparent' },
  '.cm-scroller': { font: 'inherit', minHeight: '76px', maxHeight: '240px', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-line': { padding: '0 10px 0 4px' },
  '.cm-gutters': { background: 'transparent', border: 'none' },
  '.cm-gutter-lint': { width: '18px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '2px' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--profile-soft) !important' },
  '.cm-matchingBracket': { background: 'var(--sunken) !important', outline: '1px solid var(--line-strong)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
    color: 'var(--ink)',
    font: 'var(--text-xs) var(--font)',
    maxWidth: '420px',
    boxShadow: 'var(--shadow)',
  },
  '.cm-diagnostic': { padding: '6px 10px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--check)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
})

/** Names are bold, so that color is not their only difference from values. */
export const highlightStyle = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ink)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.number, color: 'var(--busy)' },
  { tag: [tags.bool, tags.null], color: 'var(--check)' },
  { tag: tags.invalid, color: 'var(--bad)' },
])

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
  highlightSpecialChars(),
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-description': describedBy,
    'aria-multiline': 'true',
    dir: 'ltr',
  }),
  // Tab indents. After Escape, it leaves the editor, so that keyboard users are not trapped.
  keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap, indentWithTab]),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) onText(update.state.doc.toString())
  }),
  editorTheme,
]

/**
 * Mounts the JSON editor in a shadow root of `host`. There, CodeMirror uses constructed style sheets, which the page's
 * content security policy allows, instead of style elements, which it forbids.
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
