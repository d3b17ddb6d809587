/** A ref for the field a person is sent to when a form opens: it takes the focus once, as it comes onto the page. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** A ref for what must not be missed: it scrolls into sight as it comes onto the page. */
export const comeIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** A ref for what a person was sent to from elsewhere: it takes the focus only where the one that had it is gone. */
export const catchFocus = (element: HTMLElement | null): void => {
  const { activeElement } = document
  // A dialog takes the focus itself when what had it in there is gone.
  const isGone = activeElement === null || activeElement === document.body || activeElement.matches('[role="dialog"]')
  if (isGone) element?.focus()
}
