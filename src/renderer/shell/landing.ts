/** Where a person goes on who was sent to a screen by a key or the palette: on the screen, or in the details of a call. */
export type Landing = { readonly at: 'screen' | 'details' }

/** What has the focus once a screen was opened otherwise than by a press on it: its field, or the screen itself. */
const firstOf = (screen: HTMLElement, { at }: Landing): HTMLElement => {
  const details = at === 'details' ? screen.querySelector<HTMLElement>('[data-details]') : null
  return details ?? screen.querySelector<HTMLElement>('[data-number-field]') ?? screen
}

/** Moves the focus to where a person was sent; a screen that has taken it by itself keeps it. */
export const land = (screen: HTMLElement | null, landing: Landing): void => {
  if (screen === null) return
  if (landing.at === 'details' || !screen.contains(document.activeElement))
    firstOf(screen, landing).focus({ preventScroll: true })
}
