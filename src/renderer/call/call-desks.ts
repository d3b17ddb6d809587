import type { Parts } from '../shell/parts.ts'
import { createCallDesk, type CallDesk, type DeskProfile } from './call-desk.ts'

/** Gives the call desk of a profile, made when first needed and kept: what was typed for one company never shows up under another. */
export const createCallDesks = (parts: Parts): ((profile: DeskProfile) => CallDesk) => {
  const desks = new Map<string, CallDesk>()
  return (profile) => {
    const desk = desks.get(profile.id) ?? createCallDesk(parts, profile)
    desks.set(profile.id, desk)
    return desk
  }
}
