import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { Notice } from '../design/notice.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { words } from '../words/words.ts'
import type { KeysStore } from './keys-store.ts'
import { MadeKeyDialog } from './made-key-dialog.tsx'
import type { NewKey, NewKeyStore } from './new-key-store.ts'

const said = words.keys.make

type Props = { newKey: NewKeyStore; keys: KeysStore }

const Naming = ({
  newKey,
  state,
}: {
  newKey: NewKeyStore
  state: Extract<NewKey, { step: 'naming' | 'creating' }>
}) => {
  const isBusy = state.step === 'creating'
  return (
    <Dialog
      title={said.title}
      open
      onClose={newKey.close}
      foot={
        <>
          <Button onClick={newKey.close}>{words.common.cancel}</Button>
          <Button look="loud" off={isBusy || state.name.trim() === ''} onClick={() => void newKey.create()}>
            {isBusy ? said.creating : said.yes}
          </Button>
        </>
      }
    >
      <p>{said.text}</p>
      <Field label={said.name} hint={said.nameHint}>
        {(control) => (
          <Input
            {...control}
            maxLength={100}
            value={state.name}
            onChange={(event) => newKey.name(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && void newKey.create()}
          />
        )}
      </Field>
      {state.step === 'naming' && state.failure && <FailureNotice failure={state.failure} />}
    </Dialog>
  )
}

/** The answer was lost: what the service's list says about it, and what to do with a key that nobody can read. */
const Lost = ({ newKey, keys, state }: Props & { state: Extract<NewKey, { step: 'orphan' | 'unclear' }> }) => {
  const orphan = state.step === 'orphan' ? state.orphan : null
  const archive = () => {
    newKey.close()
    if (orphan) keys.askArchive(orphan)
  }
  return (
    <Dialog
      title={said.lostTitle}
      open
      onClose={newKey.close}
      foot={
        <>
          <Button onClick={newKey.close}>{words.common.close}</Button>
          {orphan && (
            <Button look="danger" onClick={archive}>
              {words.keys.archiveOf(orphan.name)}
            </Button>
          )}
        </>
      }
    >
      <Notice tone="check" title={orphan ? said.orphan(orphan.name, orphan.prefix) : said.unclear}>
        <p>{orphan ? said.orphanNext : said.unclearNext(state.step === 'unclear' ? state.name : '')}</p>
      </Notice>
    </Dialog>
  )
}

/** The way of a new key, from its name to the moment it is let go. */
export const NewKeyDialog = ({ newKey, keys }: Props) => {
  const state = useStore(newKey.store)
  switch (state.step) {
    case 'closed':
      return null
    case 'naming':
    case 'creating':
      return <Naming newKey={newKey} state={state} />
    case 'made':
      return <MadeKeyDialog newKey={newKey} state={state} />
    case 'orphan':
    case 'unclear':
      return <Lost newKey={newKey} keys={keys} state={state} />
  }
}
