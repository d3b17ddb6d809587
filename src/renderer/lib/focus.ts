/** A ref callback that focuses the element when it is mounted. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()

/** A ref callback that scrolls the element into view when it is mounted. */
export const scrollIntoViewOnMount = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' })

/** A ref callback that focuses the element if the element that had focus was removed. */
export const focusIfLost = (element: HTMLElement | null): void => {
  const { activeElement } = document
  // If the removed element was in a dialog, the dialog itself now has focus.
  const isLost = activeElement === null || activeElement === document.body || activeElement.matches('[role="dialog"]')
  if (isLost) element?.focus()
}

/** Moves focus from details that are about to close to the selected row or, if the table doesn't render it, to the screen. */
export const leaveDetails = (): void => {
  if (!document.activeElement?.closest('[data-details]')) return
  const row = document.querySelector<HTMLElement>('tr[aria-current] button')
  ;(row ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true })
}
