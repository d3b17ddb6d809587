import { useSyncExternalStore } from 'react'
import type { EnterPlace } from './call-face.ts'

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('focusin', listener)
  document.addEventListener('focusout', listener)
  return () => {
    document.removeEventListener('focusin', listener)
    document.removeEventListener('focusout', listener)
  }
}

const placeNow = (): EnterPlace => {
  const { activeElement } = document
  if (activeElement?.matches('[data-call-button]')) return 'button'
  return activeElement?.matches('[data-number-field], [data-agent-field] input') ? 'field' : 'elsewhere'
}

/** Where the focus is, as far as Enter and the call go; the page is told again whenever that changes. */
export const useEnterPlace = (): EnterPlace => useSyncExternalStore(subscribe, placeNow)
