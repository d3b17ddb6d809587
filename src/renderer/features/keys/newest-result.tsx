import { useStore } from 'zustand'
import { messages } from '../../../messages/index.ts'
import { isResultOf, KeyTransferResult, type KeyTransferState } from '../../ui/key-file.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import type { KeysStore } from './keys-store.ts'
import type { ProfileKeys } from './profile-keys.ts'

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

type NewestResultProps = Pick<ProfileKeys, 'keys' | 'keyTransfer' | 'newest'> & {
  profileId: string
  /** The state of a key file that isn't shown. */
  seen: KeyTransferState | null
}

/**
 * Shows only the newest result: of an action on a key, or of a key file. A rotation hides both, because it may make them
 * untrue: an exported file may have the key that the rotation archives.
 */
export const NewestResult = ({ keys, keyTransfer, newest, profileId, seen }: NewestResultProps) => {
  const { result } = useStore(newest)
  const file = useStore(keyTransfer.store)
  if (result === 'action') return <ActionResult keys={keys} />
  const isFileShown = result === 'file' && file !== seen && isResultOf(file, profileId)
  return isFileShown ? <KeyTransferResult keyTransfer={keyTransfer} /> : null
}
