import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { words } from '../words/words.ts'
import type { KeysStore } from './keys-store.ts'

const said = words.keys

/** Asks why a key that was archived as compromised may be used again. */
export const ReactivateDialog = ({ keys }: { keys: KeysStore }) => {
  const act = useStore(keys.store)
  if (act.step !== 'reasoning' || act.key.mark === null) return null
  const { name, mark } = act.key
  const { reason, at, by } = mark.compromised
  return (
    <Dialog
      title={said.reactivateTitle(name)}
      open
      onClose={keys.cancel}
      foot={
        <>
          <Button onClick={keys.cancel}>{words.common.cancel}</Button>
          <Button look="danger" off={act.reason.trim() === ''} onClick={() => void keys.reactivate()}>
            {said.reactivateYes}
          </Button>
        </>
      }
    >
      <p>{said.compromisedBy(reason, words.time.date(at), by)}</p>
      <p>{said.reactivateText}</p>
      <Field label={said.reactivateReason} hint={said.compromisedHint}>
        {(control) => (
          <Input
            {...control}
            maxLength={300}
            value={act.reason}
            onChange={(event) => keys.change({ reason: event.target.value })}
          />
        )}
      </Field>
    </Dialog>
  )
}
