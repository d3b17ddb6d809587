import { useEffect, useState } from 'react'
import { defaultReferenceName, type Profile } from '../../../contract/profile.ts'
import { usePage } from '../../lib/page.ts'
import { settle } from '../../lib/query.ts'

/** A profile's editable fields, as typed. */
export type ProfileDraft = { name: string; color: Profile['color']; sends: boolean; referenceName: string }

export const draftOf = ({ name, color, referenceName }: Profile): ProfileDraft => ({
  name,
  color,
  sends: referenceName !== null,
  referenceName: referenceName ?? defaultReferenceName,
})

export const chosenName = ({ sends, referenceName }: ProfileDraft): string | null =>
  sends ? referenceName.trim() : null

export const isChanged = (draft: ProfileDraft, profile: Profile): boolean =>
  draft.name.trim() !== profile.name || draft.color !== profile.color || chosenName(draft) !== profile.referenceName

export type ProfileDrafts = {
  readonly of: (profile: Profile) => ProfileDraft
  readonly isUnsaved: (profile: Profile) => boolean
  readonly change: (profile: Profile, part: Partial<ProfileDraft>) => void
  readonly revert: (profile: Profile) => void
}

/** Keeps the unsaved changes of each profile while its form is closed, and reports them to main, which asks before quitting. */
export const useProfileDrafts = (all: readonly Profile[]): ProfileDrafts => {
  const { api } = usePage()
  const [drafts, setDrafts] = useState<Readonly<Record<string, ProfileDraft>>>({})
  const of = (profile: Profile): ProfileDraft => drafts[profile.id] ?? draftOf(profile)
  const isUnsaved = (profile: Profile): boolean => isChanged(of(profile), profile)
  const hasUnsaved = all.some(isUnsaved)
  useEffect(() => void settle(api.reportUnsaved({ form: 'profile', isUnsaved: hasUnsaved })), [api, hasUnsaved])
  return {
    of,
    isUnsaved,
    change: (profile, part) =>
      setDrafts((before) => ({ ...before, [profile.id]: { ...(before[profile.id] ?? draftOf(profile)), ...part } })),
    revert: ({ id }) => setDrafts(({ [id]: _reverted, ...others }) => others),
  }
}
