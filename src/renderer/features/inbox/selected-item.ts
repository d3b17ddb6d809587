import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Call } from '../../../contract/call.ts'
import { focusIfLost } from '../../lib/focus.ts'
import type { InboxItem } from './inbox-store.ts'

/** The item whose details are shown. */
export type SelectedItem = {
  readonly item: InboxItem | null
  /** False for a call that is only shown because its outcome became known while it was selected. */
  readonly isListed: boolean
  /** False for an item that replaced another one: a key or click that was meant for that one must not act on this one. */
  readonly hasShortcuts: boolean
  readonly select: (key: string) => void
  /** Must be called when a dialog of the item is opened or closed. */
  readonly onDialog: (isOpen: boolean) => void
  /** Must be called when the user resolved the call: the first item then replaces it. */
  readonly onResolved: () => void
}

/** `call` is null for an item of another kind, which has no dialogs. */
type Shown = { key: string | null; call: Call | null; hasShortcuts: boolean }

/**
 * Returns the selected item, at first the first one. It stays selected while it is listed or its dialog is open, and is
 * then replaced by the first item. A call whose outcome became known otherwise stays until the user selects another
 * item or another profile, so that its outcome can be read. `items` are those of the chosen profile, or of all if
 * `profileId` is null; `all` are those of every profile.
 */
export const useSelectedItem = (
  items: readonly InboxItem[],
  all: readonly InboxItem[],
  profileId: string | null,
): SelectedItem => {
  const [shown, setShown] = useState<Shown>({ key: null, call: null, hasShortcuts: true })
  const [hasDialog, setHasDialog] = useState(false)
  /** The key of the call whose outcome the user has set, or has read in its dialog. */
  const [knownKey, setKnownKey] = useState<string | null>(null)
  const listed = items.find(({ key }) => key === shown.key)
  const isKnown = knownKey === shown.key || all.some(({ key }) => key === shown.key)
  const isOfOther = profileId !== null && shown.call !== null && shown.call.profileId !== profileId
  const item = listed ?? (hasDialog || !(isKnown || isOfOther) ? callItem(shown.call) : null) ?? items[0] ?? null
  const key = item?.key ?? null
  const call = item?.kind === 'call' ? item.call : null
  const hasShortcuts = shown.hasShortcuts && (shown.key === null || shown.key === key)
  if (key !== shown.key || call !== shown.call) setShown({ key, call, hasShortcuts })
  return {
    item,
    isListed: item === null || items.includes(item),
    hasShortcuts,
    select: (next) => setShown({ key: next, call: null, hasShortcuts: true }),
    onDialog: (isOpen) => {
      if (hasDialog && !isOpen && listed === undefined) setKnownKey(key)
      setHasDialog(isOpen)
    },
    onResolved: () => setKnownKey(key),
  }
}

const callItem = (call: Call | null): InboxItem | null =>
  call && { kind: 'call', key: call.callId, profileId: call.profileId, call }

/** How long a click on an item that replaced another one may have been meant for that one, in milliseconds. */
const secondClick = 500

/**
 * Returns a click handler that keeps a second click on a button from a button of the item that replaced the one the user
 * clicked. A key press, whose click has no detail, acts on what has focus.
 */
export const useSecondClick = ({ item, hasShortcuts }: SelectedItem) => {
  const shown = useRef<{ key: string | undefined; at: number }>({ key: undefined, at: 0 })
  const key = item?.key
  useEffect(() => {
    if (shown.current.key !== key) shown.current = { key, at: performance.now() }
  }, [key])
  return (event: MouseEvent): void => {
    const isSecond = event.detail > 1 || (event.detail > 0 && event.timeStamp - shown.current.at < secondClick)
    if (!hasShortcuts && isSecond) event.stopPropagation()
  }
}

/**
 * Returns a ref for the details of the selected item. If the control that had focus was removed with an earlier item,
 * focus moves to the details or, after the last item, to the screen.
 */
export const useDetailsFocus = (selectedKey: string | null) => {
  const details = useRef<HTMLElement>(null)
  const shownKey = useRef(selectedKey)
  useEffect(() => {
    const isRemoved = shownKey.current !== null && shownKey.current !== selectedKey
    shownKey.current = selectedKey
    if (isRemoved) focusIfLost(details.current ?? document.querySelector<HTMLElement>('main'))
  }, [selectedKey])
  return details
}
