import { useRef, useState } from 'react'
import type { ProfileColor } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { ColorChoice } from '../design/color-choice.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { Notice } from '../design/notice.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { words } from '../words/words.ts'
import css from './keys-screen.module.css'
import type { Handed, NewKey, NewKeyStore } from './new-key-store.ts'

const said = words.keys.make

type Props = { newKey: NewKeyStore; state: Extract<NewKey, { step: 'made' }> }

const handedIn = (handed: Handed): string => {
  switch (handed.what) {
    case 'copied':
      return said.copied(handed.seconds)
    case 'revealed':
      return said.revealed
    case 'saved':
      return said.saved(handed.profile)
  }
}

const SaveForm = ({ newKey, isBusy }: { newKey: NewKeyStore; isBusy: boolean }) => {
  const [name, setName] = useState('')
  const [color, setColor] = useState<ProfileColor>('teal')
  const [session, setSession] = useState(false)
  return (
    <div className={css['form']}>
      <Field label={said.profileName}>
        {(control) => (
          <Input {...control} maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <ColorChoice name="new-key-color" value={color} onChoose={setColor} />
      <label className={css['tick']}>
        <input type="checkbox" checked={session} onChange={(event) => setSession(event.target.checked)} />
        {words.profiles.custodyChoice.session}
      </label>
      <div>
        <Button off={isBusy || name.trim() === ''} onClick={() => void newKey.save({ name, color, session })}>
          {said.save}
        </Button>
      </div>
    </div>
  )
}

/** What may be done with a new key while main still holds it. SECURITY: the key itself is nowhere in the page. */
export const MadeKeyDialog = ({ newKey, state }: Props) => {
  const [isSaving, setSaving] = useState(false)
  const copy = useRef<HTMLButtonElement>(null)
  const { made, handed, failure, isLeaving, isBusy } = state
  return (
    <Dialog
      title={said.madeTitle(made.name)}
      open
      onClose={newKey.close}
      first={copy}
      foot={
        <>
          {isLeaving && (
            <Button look="danger" off={isBusy} onClick={newKey.letGo}>
              {said.leave}
            </Button>
          )}
          {isLeaving ? (
            // The second click of a double click meant the button that stood here before.
            <Button key="stay" off={isBusy} onClick={({ detail }) => detail < 2 && newKey.stay()}>
              {said.stay}
            </Button>
          ) : (
            <Button key="done" off={isBusy} onClick={newKey.close}>
              {said.done}
            </Button>
          )}
        </>
      }
    >
      <p>{said.madeText(made.prefix)}</p>
      <div className={css['ways']}>
        <Button ref={copy} look="loud" off={isBusy} onClick={() => void newKey.copy()}>
          {said.copy}
        </Button>
        <Button off={isBusy} onClick={() => void newKey.reveal()}>
          {said.reveal}
        </Button>
        <Button off={isBusy} aria-expanded={isSaving} onClick={() => setSaving(!isSaving)}>
          {said.saveAs}
        </Button>
      </div>
      {isSaving && <SaveForm newKey={newKey} isBusy={isBusy} />}
      <div aria-live="polite" className={css['said']}>
        {handed && <Notice tone="good" title={handedIn(handed)} />}
        {failure && <FailureNotice failure={failure} />}
        {isLeaving && <Notice tone="check" title={said.leaving} />}
      </div>
    </Dialog>
  )
}
