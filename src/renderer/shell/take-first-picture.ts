const standing = (): Element | null => document.querySelector('[data-first-picture]')

/** True while the window shows what was drawn into its page before any script ran. */
export const isFirstPictureUp = (): boolean => standing() !== null

/** Takes that picture away, and returns what somebody has typed into its field: '' when nothing, or when there is none. */
export const takeFirstPicture = (): string => {
  const picture = standing()
  const typed = picture?.querySelector<HTMLInputElement>('input[autofocus]')?.value ?? ''
  picture?.remove()
  return typed
}
