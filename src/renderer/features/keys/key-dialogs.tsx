import { useStore } from 'zustand'
import { type ListedKey, maxReasonLength, mustTypeName, type Rotation } from '../../../contract/key.ts'
import { messages } from '../../../messages/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { Field, Input, Switch, tooLong } from '../../ui/field.tsx'
import { isConfirmed, isOnlyActive, type KeysStore, mayReactivate } from './keys-store.ts'
import type { ProfileKeys } from './profile-keys.ts'
import { isKeyOf } from './rotation.tsx'

const keysText = messages.keys

const OnlyKeyDialog = ({ name, onClose }: { name: string; onClose: () => void }) => (
  <Dialog
    title={keysText.onlyKeyTitle(name)}
    open
    onClose={onClose}
    foot={<Button onClick={onClose}>{messages.common.close}</Button>}
  >
    <p>{keysText.onlyKeyText}</p>
  </Dialog>
)

/**
 * Asks the user to confirm archiving a key. For a key that this app uses or may use, its name must be typed; for a
 * compromised key, a reason is required.
 */
export const ArchiveDialog = ({ keys }: { keys: KeysStore }) => {
  const action = useStore(keys.store)
  const listed = useStore(keys.keys.store).data?.value ?? []
  if (action.step !== 'confirming') return null
  // Main would refuse this, so tell the user before they type anything.
  if (isOnlyActive(listed, action.key)) return <OnlyKeyDialog name={action.key.name} onClose={keys.cancel} />
  const { key, typed, isCompromised, reason } = action
  return (
    <Dialog
      title={keysText.archiveTitle(key.name)}
      open
      onClose={keys.cancel}
      foot={
        <DialogFooter
          text={keysText.archiveYes}
          variant="danger"
          isOff={!isConfirmed(action)}
          onClose={keys.cancel}
          onCommit={keys.archive}
        />
      }
    >
      <p>{key.usedByThisApp ? keysText.archiveOwnText(key.usedBy) : keysText.archiveText}</p>
      {key.maybeUsedBy.length > 0 && <p>{keysText.archiveUnreadText(key.maybeUsedBy)}</p>}
      {mustTypeName(key) && (
        <Field label={keysText.confirmLabel(key.name)}>
          {(control) => (
            <Input {...control} value={typed} onChange={(event) => keys.change({ typed: event.target.value })} />
          )}
        </Field>
      )}
      <Switch label={keysText.compromised} on={isCompromised} onTurn={(on) => keys.change({ isCompromised: on })} />
      {isCompromised && <ReasonField label={keysText.compromisedReason} reason={reason} keys={keys} />}
    </Dialog>
  )
}

/** Says when a key was archived and, if this computer knows it, why. */
const ArchivedKey = ({ one, rotation }: { one: ListedKey; rotation: Rotation | null }) => {
  const { archivedAt, mark } = one
  const isReplaced = rotation?.step === 'done' && rotation.ending === null && isKeyOf(rotation.oldKey, one)
  return (
    <>
      {mark && (
        <p>
          {keysText.compromisedBy(
            mark.compromised.reason,
            messages.time.date(mark.compromised.at),
            mark.compromised.by,
          )}
        </p>
      )}
      {!mark && archivedAt !== null && <p>{keysText.archivedOn(messages.time.date(archivedAt))}</p>}
      {isReplaced && <p>{keysText.replacedByRotation(rotation.newKey?.name ?? '')}</p>}
    </>
  )
}

/** Asks the user to confirm reactivating a key; for a compromised key, a reason is required. */
export const ReactivateDialog = ({ keys, rotate }: Pick<ProfileKeys, 'keys' | 'rotate'>) => {
  const action = useStore(keys.store)
  const rotation = useStore(rotate.rotation.store).data?.value ?? null
  if (action.step !== 'reactivating') return null
  const { key, reason } = action
  return (
    <Dialog
      title={keysText.reactivateTitle(key.name)}
      open
      onClose={keys.cancel}
      foot={
        <DialogFooter
          text={keysText.reactivateYes}
          variant="danger"
          isOff={!mayReactivate(action)}
          onClose={keys.cancel}
          onCommit={keys.reactivate}
        />
      }
    >
      <ArchivedKey one={key} rotation={rotation} />
      <p>{keysText.reactivateText}</p>
      {key.mark && <ReasonField label={keysText.reactivateReason} reason={reason} keys={keys} />}
    </Dialog>
  )
}

const ReasonField = ({ label, reason, keys }: { label: string; reason: string; keys: KeysStore }) => (
  <Field label={label} hint={keysText.compromisedHint} error={tooLong(reason, maxReasonLength)}>
    {(control) => (
      <Input {...control} value={reason} onChange={(event) => keys.change({ reason: event.target.value })} />
    )}
  </Field>
)
