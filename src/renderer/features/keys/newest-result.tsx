import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../../contract/profile.ts'
import { messages } from '../../../messages/index.ts'
import { type KeyTransfer, KeyTransferResult } from '../../ui/key-file.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import type { KeysStore } from './keys-store.ts'
import type { RotationStore } from './rotation.tsx'

const keysText = messages.keys

const ActionResult = ({ keys }: { keys: KeysStore }) => {
  const action = useStore(keys.store)
  if (action.step === 'working') return <Notice tone="busy" title={keysText.working[action.what](action.key.name)} />
  if (action.step === 'failed') {
    const { key, what, failure, isUnconfirmed } = action
    const title = isUnconfirmed ? keysText.unconfirmed[what] : keysText.notDone[what]
    return <FailureNotice failure={failure} title={title(key.name)} />
  }
  if (action.step !== 'done') return null
  const { unsavedReason } = action
  if (unsavedReason !== null)
    return (
      <Notice tone="bad" title={keysText.reasonNotSaved(action.key.name)}>
        {unsavedReason.failure && <p>{messages.failure.asReason(messages.failure.describe(unsavedReason.failure))}</p>}
        <p>{keysText.reasonNotSavedNext}</p>
      </Notice>
    )
  return <Notice tone="good" title={keysText.done[action.what](action.key.name)} />
}

type NewestResultProps = { keys: KeysStore; keyTransfer: KeyTransfer; rotate: RotationStore; profile: Profile }

/**
 * Shows only the newest result: of an action on a key, or of a key file. A rotation hides both, because it may make them
 * untrue: an exported file may have the key that the rotation archives. An import that was finished before the screen
 * opened is shown only if it was into this profile and no action ended while the screen was closed.
 */
export const NewestResult = ({ keys, keyTransfer, rotate, profile }: NewestResultProps) => {
  const [newest, setNewest] = useState<'action' | 'file' | 'rotation'>(() => {
    const state = keyTransfer.store.getState()
    const isImported = state.step === 'imported' && state.profile.id === profile.id
    return isImported && keys.store.getState().step === 'idle' ? 'file' : 'action'
  })
  useEffect(() => keyTransfer.store.subscribe(() => setNewest('file')), [keyTransfer])
  useEffect(
    () =>
      keys.store.subscribe((action, before) => {
        // Loading the list may also change the action's result, which is no newer for that.
        if (action.step === 'working' || before.step === 'working') setNewest('action')
      }),
    [keys],
  )
  useEffect(() => rotate.store.subscribe(({ step }) => step === 'working' && setNewest('rotation')), [rotate])
  if (newest === 'rotation') return null
  return newest === 'file' ? <KeyTransferResult keyTransfer={keyTransfer} /> : <ActionResult keys={keys} />
}
