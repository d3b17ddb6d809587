import { ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Profile } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { words } from '../words/words.ts'
import css from './manage-profiles.module.css'
import { ProfileDetails } from './profile-details.tsx'
import { hostOf } from './profile-switcher.tsx'

type Props = { open: boolean; all: readonly Profile[]; onClose: () => void; onAdd: () => void }

const List = ({ all, onOpen }: { all: readonly Profile[]; onOpen: (id: string) => void }) => (
  <ul className={css['list']}>
    {all.map((profile) => (
      <li key={profile.id} data-color={profile.color}>
        <button type="button" className={css['row']} onClick={() => onOpen(profile.id)}>
          <span className={css['chip']} aria-hidden />
          <span className={css['text']}>
            <span className={css['name']}>{profile.name}</span>
            <span className={css['host']}>
              {hostOf(profile)}
              {profile.kind === 'service' && ` · ${words.profiles.custody(profile.custody)}`}
            </span>
          </span>
          <ChevronRight aria-hidden />
        </button>
      </li>
    ))}
  </ul>
)

/** All profiles of this computer, and what can be done to one of them. */
export const ManageProfiles = ({ open, all, onClose, onAdd }: Props) => {
  const [openedId, setOpenedId] = useState<string | null>(null)
  const opened = all.find(({ id }) => id === openedId)
  const close = () => {
    setOpenedId(null)
    onClose()
  }
  return (
    <Dialog title={opened?.name ?? words.profiles.title} open={open} onClose={close} color={opened?.color}>
      {opened ? (
        <ProfileDetails key={opened.id} profile={opened} onBack={() => setOpenedId(null)} />
      ) : (
        <>
          <List all={all} onOpen={setOpenedId} />
          <div>
            <Button onClick={() => (close(), onAdd())}>
              <Plus aria-hidden />
              {words.profiles.add}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
