import { useLayoutEffect, useRef } from 'react'
import { takePaste } from './call/take-paste.ts'
import type { CallDesk, DeskProfile } from './call/call-desk.ts'
import { profileInUse, type ProfilesStore } from './profiles/profiles-store.ts'
import type { ProfileList } from '../contract/profile.ts'
import type { Fact } from './shell/fact.ts'
import { useParts } from './shell/parts.ts'
import { type FirstTouch, takeFirstPicture } from './shell/take-first-picture.ts'

/** The part of the number that was selected, or where the caret stood: the field itself puts it at the end. */
const select = ([from, to]: FirstTouch['selection']): void =>
  document.querySelector<HTMLInputElement>('[data-number-field]')?.setSelectionRange(from, to)

/** Takes the first picture away as soon as there is something to show, and hands what was done in it to the form. */
export const useFirstPicture = (
  fact: Fact<ProfileList>,
  profiles: ProfilesStore,
  deskOf: (profile: DeskProfile) => CallDesk,
): void => {
  const { announce } = useParts()
  const kept = useRef<FirstTouch | null>(null)
  useLayoutEffect(() => {
    if (!fact.known && fact.step !== 'failed') return
    kept.current ??= takeFirstPicture()
    const touch = kept.current
    if (!fact.known || touch === null) return
    kept.current = null
    const profile = fact.known.value.profiles[touch.profileIndex ?? -1] ?? profileInUse(fact.known.value)
    if (!profile) return
    const { form, pasted } = deskOf(profile)
    if (touch.text !== '') form.typeNumber(touch.text)
    // The number that the field shows is put there when this commit is over.
    queueMicrotask(() => select(touch.selection))
    if (touch.profileIndex !== null) void profiles.select(profile.id)
    if (touch.pasted !== null) void takePaste({ form, pasted, announce }, touch.pasted, true)
  }, [fact, profiles, deskOf, announce])
}
