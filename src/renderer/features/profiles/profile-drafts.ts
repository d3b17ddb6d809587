import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../contract/api.ts'
import { defaultReferenceName, type Profile } from '../../../contract/profile.ts'
import { settle } from '../../lib/query.ts'
import type { ProfilesStore } from './profiles-store.ts'

/** A profile's editable fields, as typed. */
export type ProfileDraft = { name: string; color: Profile['color']; sends: boolean; referenceName: string }

const draftOf = ({ name, color, referenceName }: Profile): ProfileDraft => ({
  name,
  color,
  sends: referenceName !== null,
  referenceName: referenceName ?? defaultReferenceName,
})

export const chosenName = ({ sends, referenceName }: ProfileDraft): string | null =>
  sends ? referenceName.trim() : null

/** The typed fields by profile ID. */
type DraftsById = Readonly<Record<string, ProfileDraft>>

/** Returns a profile's fields as typed, or else as saved. */
export const draftIn = (drafts: DraftsById, profile: Profile): ProfileDraft => drafts[profile.id] ?? draftOf(profile)

export const isUnsavedIn = (drafts: DraftsById, profile: Profile): boolean => {
  const draft = draftIn(drafts, profile)
  return (
    draft.name.trim() !== profile.name || draft.color !== profile.color || chosenName(draft) !== profile.referenceName
  )
}

export type ProfileDrafts = {
  readonly store: StoreApi<DraftsById>
  readonly change: (profile: Profile, part: Partial<ProfileDraft>) => void
  readonly revert: (profile: Profile) => void
}

/**
 * Keeps the unsaved changes of each profile while its form is closed, and reports them to main, which asks before the app
 * quits.
 */
export const createProfileDrafts = (api: Api, { list }: Pick<ProfilesStore, 'list'>): ProfileDrafts => {
  const store = createStore<DraftsById>(() => ({}))
  let isReported = false
  const report = () => {
    const profiles = list.store.getState().data?.value.profiles ?? []
    const isUnsaved = profiles.some((profile) => isUnsavedIn(store.getState(), profile))
    if (isUnsaved === isReported) return
    isReported = isUnsaved
    void settle(api.reportUnsaved({ form: 'profile', isUnsaved }))
  }
  store.subscribe(report)
  list.store.subscribe(report)
  return {
    store,
    change: (profile, part) => store.setState((drafts) => ({ [profile.id]: { ...draftIn(drafts, profile), ...part } })),
    revert: ({ id }) => store.setState(({ [id]: _reverted, ...others }) => others, true),
  }
}
