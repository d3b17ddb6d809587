import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ProfileList } from '../contract/profile.ts'
import type { CallDesk, DeskProfile } from './call/call-desk.ts'
import { takePaste } from './call/take-paste.ts'
import { profileInUse, type ProfilesStore } from './profiles/profiles-store.ts'
import type { Fact } from './shell/fact.ts'
import { useParts } from './shell/parts.ts'
import { askedProfile, type FirstTouch, takeFirstPicture } from './shell/take-first-picture.ts'

/** The profile that was asked for in the picture, where it is not the one in use. */
const wantedOf = (list: ProfileList): string | null => {
  const wanted = list.profiles[askedProfile() ?? -1]
  return wanted && wanted.id !== profileInUse(list)?.id ? wanted.id : null
}

/** The part of the number that was selected, or where the caret stood: the field itself puts it at the end. */
const select = ([from, to]: FirstTouch['selection']): void =>
  document.querySelector<HTMLInputElement>('[data-number-field]')?.setSelectionRange(from, to)

/**
 * Takes the first picture away as soon as there is something to show, and hands what was done in it to the form of the
 * profile in use. True where another one was asked for in it: it is chosen first, and the picture stays until it is.
 */
export const useFirstPicture = (
  fact: Fact<ProfileList>,
  profiles: ProfilesStore,
  deskOf: (profile: DeskProfile) => CallDesk,
): boolean => {
  const { announce } = useParts()
  const kept = useRef<FirstTouch | null>(null)
  const finder = useRef(false)
  const wanted = fact.known ? wantedOf(fact.known.value) : null
  useEffect(() => {
    if (wanted !== null) void profiles.select(wanted)
  }, [profiles, wanted])
  useLayoutEffect(() => {
    if (wanted !== null || (!fact.known && fact.step !== 'failed')) return
    kept.current ??= takeFirstPicture()
    if (!fact.known || kept.current === null) return
    const { text, selection, pasted: row } = kept.current
    finder.current = kept.current.finder
    kept.current = null
    const profile = profileInUse(fact.known.value)
    if (!profile) return
    const { form, pasted } = deskOf(profile)
    if (row !== null) return void takePaste({ form, pasted, announce }, row, true)
    if (text !== '') form.typeNumber(text)
    // The field has the text when this commit is over.
    queueMicrotask(() => select(selection))
  }, [fact, wanted, deskOf, announce])
  // Behind the screens' own effects, which listen by then: they find what opens by this chord.
  useEffect(() => {
    if (!finder.current) return
    finder.current = false
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
  })
  return wanted !== null
}
