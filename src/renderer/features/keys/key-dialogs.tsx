import { useStore } from 'zustand'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input, Switch } from '../../ui/field.tsx'
import { messages } from '../../../messages/index.ts'
import { isConfirmed, isOnlyActive, type KeysStore } from './keys-store.ts'

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
 * Asks the user to confirm archiving a key. For a key that this app uses, its name must be typed; for a compromised
 * key, a reason is required.
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
        <>
          <Button onClick={keys.cancel}>{messages.common.cancel}</Button>
          <Button variant="danger" off={!isConfirmed(action)} onClick={() => void keys.archive()}>
            {keysText.archiveYes}
          </Button>
        </>
      }
    >
      <p>{key.usedByThisApp ? keysText.archiveOwnText(key.usedBy) : keysText.archiveText}</p>
      {key.usedByThisApp && (
        <Field label={keysText.confirmLabel(key.name)}>
          {(control) => (
            <Input {...control} value={typed} onChange={(event) => keys.change({ typed: event.target.value })} />
          )}
        </Field>
      )}
      <Switch label={keysText.compromised} on={isCompromised} onTurn={(on) => keys.change({ isCompromised: on })} />
      {isCompromised && (
        <Field label={keysText.compromisedReason} hint={keysText.compromisedHint}>
          {(control) => (
            <Input
              {...control}
              maxLength={300}
              value={reason}
              onChange={(event) => keys.change({ reason: event.target.value })}
            />
          )}
        </Field>
      )}
    </Dialog>
  )
}

/** Asks for the reason for reactivating a compromised key. */
export const ReactivateDialog = ({ keys }: { keys: KeysStore }) => {
  const action = useStore(keys.store)
  if (action.step !== 'reasoning' || action.key.mark === null) return null
  const { name, mark } = action.key
  const { reason, at, by } = mark.compromised
  return (
    <Dialog
      title={keysText.reactivateTitle(name)}
      open
      onClose={keys.cancel}
      foot={
        <>
          <Button onClick={keys.cancel}>{messages.common.cancel}</Button>
          <Button variant="danger" off={action.reason.trim() === ''} onClick={() => void keys.reactivate()}>
            {keysText.reactivateYes}
          </Button>
        </>
      }
    >
      <p>{keysText.compromisedBy(reason, messages.time.date(at), by)}</p>
      <p>{keysText.reactivateText}</p>
      <Field label={keysText.reactivateReason} hint={keysText.compromisedHint}>
        {(control) => (
          <Input
            {...control}
            maxLength={300}
            value={action.reason}
            onChange={(event) => keys.change({ reason: event.target.value })}
          />
        )}
      </Field>
    </Dialog>
  )
}
