import { isPlainPaste } from './plain-paste.ts'
import { profileIndexOf } from './profile-chord.ts'

/** What a person did in the first picture, for the form that takes over from it. */
export type FirstTouch = {
  /** What stands in the number's field, with the part of it that is selected: from, to. */
  text: string
  selection: [from: number, to: number]
  /** Ctrl+K was pressed: what was typed from then on was no number, and is not kept. */
  finder: boolean
  /** What was pasted last and is more than a number; null when nothing was, or something was typed since. */
  pasted: string | null
}

const picture = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-first-picture]')
const fieldOf = (shown: HTMLElement): HTMLInputElement | null =>
  shown.querySelector<HTMLInputElement>('input[autofocus]')

let profileIndex: number | null = null
let pasted: string | null = null
let finder = false
const ears = new AbortController()

/** True while the window shows what was drawn into its page before the app's own script ran. */
export const isFirstPictureUp = (): boolean => picture()?.hidden === false

/** The place, from 0, of the profile that was asked for by its chord while the picture stood; null for the one in use. */
export const askedProfile = (): number | null => (picture() === null ? null : profileIndex)

/** A row or a sentence is kept whole for the form, which knows how to read it; in the field it stands to be seen. */
const keepPaste = (event: ClipboardEvent, field: HTMLInputElement): void => {
  const text = event.clipboardData?.getData('text/plain') ?? ''
  if (text.trim() === '' || (event.target === field && isPlainPaste(text))) return
  event.preventDefault()
  pasted = text
  field.value = text.trim().replaceAll(/\s+/g, ' ').slice(0, field.maxLength)
}

/** The chord of a profile is kept; whoever wants to find something does not type a number, and leaves the field. */
const keepChord = (event: KeyboardEvent, field: HTMLInputElement): void => {
  profileIndex = profileIndexOf(event) ?? profileIndex
  if (!event.ctrlKey || event.altKey || event.key.toLowerCase() !== 'k') return
  event.preventDefault()
  finder = true
  field.blur()
}

/** Keeps what the field cannot keep by itself, wherever the focus is: chords and pastes. Called once in the life of a page. */
export const watchFirstPicture = (): void => {
  const shown = picture()
  const field = shown && fieldOf(shown)
  if (!field) return
  const { signal } = ears
  window.addEventListener('keydown', (event) => keepChord(event, field), { signal })
  window.addEventListener('paste', (event) => keepPaste(event, field), { signal })
  field.addEventListener('input', () => (pasted = null), { signal })
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
  const field = shown && fieldOf(shown)
  if (!field) return null
  ears.abort()
  shown.remove()
  const { value: text, selectionStart, selectionEnd } = field
  return { text, selection: [selectionStart ?? text.length, selectionEnd ?? text.length], finder, pasted }
}
