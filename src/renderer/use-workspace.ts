import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Profile } from '../contract/profile.ts'
import { createCallDesks } from './call/call-desks.ts'
import { createNewKeys } from './keys/new-keys.ts'
import type { ProfilesStore } from './profiles/profiles-store.ts'
import { createRunsStore } from './runs/runs-store.ts'
import type { CallActs } from './shell/call-acts.ts'
import { createFact } from './shell/fact.ts'
import { createHealth, watchHealth } from './shell/health-store.ts'
import { createHistoryStore } from './shell/history-store.ts'
import { createLiveRunsStore } from './shell/live/live-runs-store.ts'
import { createLookUpsStore } from './shell/look-up/look-ups-store.ts'
import { createRunLookUp, withFirst } from './support/run/run-look-up-store.ts'
import { useParts } from './shell/parts.ts'
import { profileIndexOf } from './shell/profile-chord.ts'
import { screenOfLetter, type ScreenName } from './shell/screens.ts'
import type { Landing } from './shell/landing.ts'
import { settle } from './shell/settle.ts'
import { createChordReader, isInDialog, useWindowKeys } from './shell/shortcuts.ts'

/** The health of the service of one profile, asked for as long as somebody looks. */
export const useHealth = (profileId: string) => {
  const { desk, now } = useParts()
  const health = useMemo(() => createHealth(desk, profileId, now), [desk, profileId, now])
  useEffect(() => watchHealth(health, () => document.hasFocus()), [health])
  return health
}

/** What this app is made of. */
export const useAppInfo = () => {
  const { desk, now } = useParts()
  const [info] = useState(() => createFact(() => desk.appInfo({}), now))
  useEffect(() => void info.ask(), [info])
  return info
}

/** The stores that every screen of the workspace shares and that outlive each of them. */
export const useWorkspaceStores = () => {
  const parts = useParts()
  const [stores] = useState(() => ({
    deskOf: createCallDesks(parts),
    newKeys: createNewKeys(parts),
    runs: createRunsStore(parts),
    lookUps: createLookUpsStore(parts.desk, parts.now),
    liveRuns: createLiveRunsStore(parts.desk, parts.now),
    history: createHistoryStore(parts.desk, parts.now),
    runLookUp: createRunLookUp(parts),
  }))
  return stores
}

export type WorkspaceStores = ReturnType<typeof useWorkspaceStores>

/** Fields that have the caret by themselves would swallow every chord: Escape takes it out of them. */
const leaveField = ({ target }: KeyboardEvent): void => {
  if (target instanceof HTMLInputElement && target.matches('[data-number-field], [data-run-field]')) target.blur()
}

/** Keys that work on every screen: Ctrl and a digit picks a profile, G and a letter goes to a screen. */
export const useAppKeys = (onGo: (screen: ScreenName) => void, onPick: (index: number) => void): void => {
  const [readChord] = useState(() => createChordReader(() => performance.now()))
  useWindowKeys((event) => {
    if (isInDialog(event)) return
    if (event.key === 'Escape') return leaveField(event)
    const index = profileIndexOf(event)
    if (index !== null) {
      event.preventDefault()
      return onPick(index)
    }
    const screen = screenOfLetter(readChord(event) ?? '')
    if (!screen) return
    // The letter was spent on the chord: it must not act on the screen it opens.
    event.preventDefault()
    event.stopImmediatePropagation()
    onGo(screen)
  })
}

type Around = {
  stores: WorkspaceStores
  profiles: ProfilesStore
  all: readonly Profile[]
  onGo: (screen: ScreenName, at?: Landing['at']) => void
}

/** What any screen may do about a recorded call: open it in Runs, or fill the form of its profile with it. */
export const useCallActsOf = ({ stores, profiles, all, onGo }: Around): CallActs => {
  const { desk } = useParts()
  const { runs, runLookUp, deskOf } = stores
  const show = useCallback((callId: string) => (runs.show(callId), onGo('runs', 'details')), [runs, onGo])
  const fill = useCallback(
    async (callId: string, as: 'redial' | 'repeat') => {
      const earlier = await settle(desk.getCall({ callId }))
      // A record that cannot be read is told by Runs, with the reason and what to do.
      if (!earlier.ok) return show(callId)
      const { profileId, practice } = earlier.value.call
      const { form, configurations } = deskOf({ id: profileId, kind: practice ? 'practice' : 'service' })
      form.fillFrom(earlier.value, configurations.store.getState().known?.value ?? [], as)
      void profiles.select(profileId)
      onGo('call')
    },
    [desk, deskOf, profiles, onGo, show],
  )
  const askRun = useCallback(
    (profileId: string, workflowRunId: number) => {
      void profiles.select(profileId)
      runLookUp.lookFor(withFirst(all, profileId), workflowRunId)
      onGo('support')
    },
    [profiles, runLookUp, all, onGo],
  )
  return useMemo(
    () => ({
      show,
      askRun,
      callAgain: (callId) => void fill(callId, 'redial'),
      repeat: (callId) => void fill(callId, 'repeat'),
      goToKeys: () => onGo('keys'),
      hasProfile: (profileId) => all.some(({ id }) => id === profileId),
    }),
    [show, askRun, fill, all, onGo],
  )
}
