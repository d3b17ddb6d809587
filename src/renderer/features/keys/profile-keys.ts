import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Failure, hasIssue } from '../../../contract/failure.ts'
import type { PageDeps } from '../../lib/page.ts'
import { createKeyTransfer, isResultOf, type KeyTransfer, type KeyTransferState } from '../../ui/key-file.tsx'
import { createKeysStore, type KeysStore, needsKey } from './keys-store.ts'
import { createRotationStore, type RotationStore } from './rotation.tsx'

/** What a profile's Keys screen shows. */
export type ProfileKeys = {
  readonly keys: KeysStore
  readonly rotate: RotationStore
  /** The export or import of a key file, the same for every profile. */
  readonly keyTransfer: KeyTransfer
  /** Whether the newest result is of an action on a key, of a key file or of a rotation. */
  readonly newest: StoreApi<{ readonly result: 'action' | 'file' | 'rotation' }>
  /**
   * Prepares the stores for a screen that opens. Returns the state of a key file that is not shown: an earlier screen
   * showed it, or the file was imported into another profile.
   */
  readonly enter: () => KeyTransferState | null
  /** Remembers what the screen shows when it closes. */
  readonly leave: () => void
}

/** True if the failure is untrue once the service has accepted the profile's key. */
const isAboutKey = (failure: Failure): boolean => needsKey(failure) || hasIssue(failure, 'rejectedKey')

/**
 * Returns the stores of all profiles' Keys screens, each created on first use. They outlive the screen, so that it shows
 * a result that arrived while it was closed.
 */
export const createProfileKeys = (deps: PageDeps): ((profileId: string) => ProfileKeys) => {
  const keyTransfer = createKeyTransfer(deps.api)
  let left: KeyTransferState | null = null

  const create = (profileId: string): ProfileKeys => {
    const keys = createKeysStore(deps, profileId)
    const rotate = createRotationStore(deps, profileId, () => void keys.keys.refresh())
    const file = keyTransfer.store.getState()
    // An import may have added the profile just now.
    const isImported = file.step === 'imported' && file.profile.id === profileId
    const newest: ProfileKeys['newest'] = createStore(() => ({ result: isImported ? 'file' : 'action' }))
    keyTransfer.store.subscribe((state) => isResultOf(state, profileId) && newest.setState({ result: 'file' }))
    // The service has accepted the profile's key.
    keys.keys.store.subscribe((query) => {
      if (query.step !== 'ready') return
      const [transfer, action] = [keyTransfer.store.getState(), rotate.store.getState()]
      const isOwn = transfer.step === 'failed' && transfer.profileId === profileId
      if (isOwn && isAboutKey(transfer.failure)) keyTransfer.close()
      if (action.step === 'refused' && isAboutKey(action.failure)) rotate.cancel()
    })
    keys.store.subscribe((action, before) => {
      // Loading the list may also change the action's result, which is no newer for that.
      if (action.step === 'working' || before.step === 'working') newest.setState({ result: 'action' })
    })
    rotate.store.subscribe(({ step }) => step === 'working' && newest.setState({ result: 'rotation' }))
    return {
      keys,
      rotate,
      keyTransfer,
      newest,
      enter: () => {
        keys.enter()
        rotate.enter()
        const state = keyTransfer.store.getState()
        return state.step === 'imported' && state.profile.id !== profileId ? state : left
      },
      leave: () => {
        keys.leave()
        rotate.leave()
        const state = keyTransfer.store.getState()
        if (isResultOf(state, profileId)) left = state
      },
    }
  }

  const known = new Map<string, ProfileKeys>()
  return (profileId) => {
    const ofProfile = known.get(profileId) ?? create(profileId)
    known.set(profileId, ofProfile)
    return ofProfile
  }
}
