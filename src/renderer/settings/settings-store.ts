import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Desk } from '../../contract/desk.ts'
import type { Failure, Issue } from '../../contract/failure.ts'
import type { Settings } from '../../contract/settings.ts'
import { settle } from '../shell/settle.ts'
import { draftOf, readDraft, type SettingsDraft } from './settings-draft.ts'

export type SettingsState =
  | { step: 'asking' }
  | { step: 'failed'; failure: Failure }
  | {
      step: 'shown'
      saved: Settings
      draft: SettingsDraft
      act: { step: 'idle' } | { step: 'saving' } | { step: 'saved' } | { step: 'failed'; failure: Failure }
    }

export type SettingsStore = {
  readonly store: StoreApi<SettingsState>
  readonly load: () => Promise<void>
  readonly change: (part: Partial<SettingsDraft>) => void
  readonly save: () => Promise<void>
  readonly revert: () => void
}

/** True when the fields say something else than what is saved. */
export const isChanged = (saved: Settings, draft: SettingsDraft): boolean =>
  JSON.stringify(draftOf(saved)) !== JSON.stringify(draft)

/** What main refused, field by field. */
export const issuesOf = (state: SettingsState): readonly Issue[] =>
  state.step === 'shown' && state.act.step === 'failed' && state.act.failure.kind === 'invalid'
    ? state.act.failure.issues
    : []

/** Makes the settings of this computer, to be read, changed and saved as one. */
export const createSettingsStore = (desk: Desk): SettingsStore => {
  const store = createStore<SettingsState>(() => ({ step: 'asking' }))
  const show = (saved: Settings, act: Extract<SettingsState, { step: 'shown' }>['act']) =>
    store.setState({ step: 'shown', saved, draft: draftOf(saved), act }, true)
  return {
    store,
    load: async () => {
      const answer = await settle(desk.readSettings({}))
      if (answer.ok) show(answer.value, { step: 'idle' })
      else store.setState({ step: 'failed', failure: answer.failure }, true)
    },
    change: (part) => {
      const state = store.getState()
      if (state.step !== 'shown' || state.act.step === 'saving') return
      store.setState({ ...state, draft: { ...state.draft, ...part }, act: { step: 'idle' } }, true)
    },
    save: async () => {
      const state = store.getState()
      if (state.step !== 'shown' || state.act.step === 'saving') return
      const wanted = readDraft(state.draft)
      if (!wanted) return
      store.setState({ ...state, act: { step: 'saving' } }, true)
      const answer = await settle(desk.changeSettings(wanted))
      if (answer.ok) show(answer.value, { step: 'saved' })
      else store.setState({ ...state, act: { step: 'failed', failure: answer.failure } }, true)
    },
    revert: () => {
      const state = store.getState()
      if (state.step === 'shown') show(state.saved, { step: 'idle' })
    },
  }
}
