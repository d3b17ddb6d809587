import type { Parts } from '../shell/parts.ts'
import { createCallDesk, type CallDesk } from './call-desk.ts'

/** Gives the call desk of a profile, made when first needed and kept: what was typed for one company never shows up under another. */
export const createCallDesks = (parts: Parts): ((profileId: string) => CallDesk) => {
  const desks = new Map<string, CallDesk>()
  return (profileId) => {
    const desk = desks.get(profileId) ?? createCallDesk(parts, profileId)
    desks.set(profileId, desk)
    return desk
  }
}
