import { useLayoutEffect, useRef } from 'react'
import type { ProfileList } from '../contract/profile.ts'
import type { CallDesk, DeskProfile } from './call/call-desk.ts'
import { profileInUse } from './profiles/profiles-store.ts'
import type { Fact } from './shell/fact.ts'
import { takeFirstPicture } from './shell/take-first-picture.ts'

/** Takes the first picture away as soon as there is something to show, and hands what was typed into it to the form. */
export const useFirstPicture = (profiles: Fact<ProfileList>, deskOf: (profile: DeskProfile) => CallDesk): void => {
  const typed = useRef('')
  useLayoutEffect(() => {
    if (!profiles.known && profiles.step !== 'failed') return
    typed.current ||= takeFirstPicture()
    const profile = profiles.known && profileInUse(profiles.known.value)
    if (!profile || typed.current === '') return
    deskOf(profile).form.typeNumber(typed.current)
    typed.current = ''
  }, [profiles, deskOf])
}
