import { isPlainPaste } from './plain-paste.ts'

/** What a person did in the first picture, for the screens that take over from it. */
export type FirstTouch = {
  /** What stands in the number's field, with the part that is selected: from, to. */
  text: string
  selection: [from: number, to: number]
  /** The profile that was asked for by its chord, from 0; null for the one in use. */
  profileIndex: number | null
  /** What was pasted and is more than a number; null when nothing was. */
  pasted: string | null
}

const picture = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-first-picture]')

let asked: Pick<FirstTouch, 'profileIndex' | 'pasted'> = { profileIndex: null, pasted: null }

/** True while the window shows what was drawn into its page before the app's own script ran. */
export const isFirstPictureUp = (): boolean => picture()?.hidden === false

/** Keeps what the field cannot keep by itself: the chord of a profile, and a paste that is more than a number. */
export const watchFirstPicture = (): void => {
  const shown = picture()
  shown?.addEventListener('keydown', ({ key, ctrlKey, altKey, shiftKey }) => {
    const profileIndex = '123456789'.indexOf(key)
    if (ctrlKey && !altKey && !shiftKey && profileIndex >= 0) asked = { ...asked, profileIndex }
  })
  shown?.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (isPlainPaste(text)) return
    event.preventDefault()
    asked = { ...asked, pasted: text }
  })
}

/** Takes the picture out of sight, and keeps what was typed in it for whoever takes it later. */
export const hideFirstPicture = (): void => picture()?.setAttribute('hidden', '')

/** Says in the picture that there is nothing behind it; the field in it leads nowhere any more. */
export const breakFirstPicture = (): void => {
  picture()
    ?.querySelectorAll('[data-whole], [data-broken]')
    .forEach((one) => one.toggleAttribute('hidden'))
}

/** Takes the picture out of the page, and returns what somebody did in it; null when there is none. */
export const takeFirstPicture = (): FirstTouch | null => {
  const shown = picture()
  const input = shown?.querySelector<HTMLInputElement>('input[autofocus]')
  if (!shown || !input) return null
  shown.remove()
  const { value: text, selectionStart, selectionEnd } = input
  const touch: FirstTouch = { ...asked, text, selection: [selectionStart ?? text.length, selectionEnd ?? text.length] }
  asked = { profileIndex: null, pasted: null }
  return touch
}
