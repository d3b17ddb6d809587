/** A ref for the field a person is sent to when a form opens: it takes the focus once, as it comes onto the page. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
