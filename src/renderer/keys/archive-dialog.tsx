import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { Switch } from '../design/switch.tsx'
import { words } from '../words/words.ts'
import { isConfirmed, type KeysStore } from './keys-store.ts'

const said = words.keys

/** Asks before a key is archived: a key this app uses takes its name, typed; one in other hands takes the reason. */
export const ArchiveDialog = ({ keys }: { keys: KeysStore }) => {
  const act = useStore(keys.store)
  if (act.step !== 'confirming') return null
  const { key, typed, isCompromised, reason } = act
  return (
    <Dialog
      title={said.archiveTitle(key.name)}
      open
      onClose={keys.cancel}
      foot={
        <>
          <Button onClick={keys.cancel}>{words.common.cancel}</Button>
          <Button look="danger" off={!isConfirmed(act)} onClick={() => void keys.archive()}>
            {said.archiveYes}
          </Button>
        </>
      }
    >
      <p>{key.usedByThisApp ? said.archiveOwnText(key.usedBy) : said.archiveText}</p>
      {key.usedByThisApp && (
        <Field label={said.confirmLabel(key.name)}>
          {(control) => (
            <Input {...control} value={typed} onChange={(event) => keys.change({ typed: event.target.value })} />
          )}
        </Field>
      )}
      <Switch label={said.compromised} on={isCompromised} onTurn={(on) => keys.change({ isCompromised: on })} />
      {isCompromised && (
        <Field label={said.compromisedReason} hint={said.compromisedHint}>
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
