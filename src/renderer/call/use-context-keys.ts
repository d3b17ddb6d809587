import type { CallDesk } from './call-desk.ts'
import type { ContextForm } from './use-context-form.ts'
import { thenFocus } from './focus-field.ts'
import { isInDialog, useWindowKeys } from '../shell/shortcuts.ts'

const firstField = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLTextAreaElement>('[data-context-field]')].find(({ value }) => value === '') ??
  document.querySelector<HTMLElement>('[data-context-field], [data-context-add], [data-context-broken]')

/** The editor lives in a shadow root of its own, which a search from the page does not enter. */
const jsonText = (): HTMLElement | null =>
  document.querySelector('[data-json-editor]')?.shadowRoot?.querySelector<HTMLElement>('[contenteditable]') ??
  document.querySelector<HTMLElement>('[data-json-plain]')

/** The keys of the context, wherever the focus is: Ctrl+J changes the view, Ctrl and a full stop mends the first thing. */
export const useContextKeys = (call: CallDesk, { checks, mend }: ContextForm): void =>
  useWindowKeys((event) => {
    if (isInDialog(event) || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    if (event.key.toLowerCase() === 'j') {
      event.preventDefault()
      const { contextView } = call.form.store.getState()
      if (contextView === 'form')
        thenFocus(
          () => call.form.showContext('json'),
          () => jsonText()?.focus(),
        )
      else
        thenFocus(
          () => call.form.showContext('form'),
          () => firstField()?.focus(),
        )
    }
    const first = checks.find((check) => check.mend !== null)
    if (event.key === '.' && first) {
      event.preventDefault()
      mend(first)
    }
  })
