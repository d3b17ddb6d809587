import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The editor in the page's own colours: custom properties reach into the shadow root, so light and dark follow by themselves. */
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

/** Names, texts and numbers told apart without leaning on colour contrast alone. */
export const highlightStyle = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ink)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.number, color: 'var(--busy)' },
  { tag: [tags.bool, tags.null], color: 'var(--check)' },
  { tag: tags.invalid, color: 'var(--bad)' },
])
