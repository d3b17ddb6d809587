import { useStore } from 'zustand'
import type { Profile } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { words } from '../words/words.ts'
import type { RotationStore } from './rotation-store.ts'

const said = words.rotation

/** Asks before a key is rotated, and says what will happen. */
export const RotateDialog = ({ rotate, profile }: { rotate: RotationStore; profile: Profile }) => {
  const act = useStore(rotate.store)
  if (act.step !== 'asking') return null
  return (
    <Dialog
      title={said.askTitle(profile.name)}
      open
      onClose={rotate.cancel}
      foot={
        <>
          <Button onClick={rotate.cancel}>{words.common.cancel}</Button>
          <Button look="loud" onClick={() => void rotate.rotate()}>
            {said.yes}
          </Button>
        </>
      }
    >
      <p>{said.askText}</p>
      <p>{said.askOthers}</p>
    </Dialog>
  )
}
