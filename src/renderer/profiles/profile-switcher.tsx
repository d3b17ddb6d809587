import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Profile } from '../../contract/profile.ts'
import { Hidden } from '../design/hidden.tsx'
import { Kbd } from '../design/kbd.tsx'
import popup from '../design/popup.module.css'
import { isInDialog, useWindowKeys } from '../shell/shortcuts.ts'
import { words } from '../words/words.ts'
import css from './profile-switcher.module.css'

type Props = {
  profile: Profile
  all: readonly Profile[]
  onPick: (profileId: string) => void
  onAdd: () => void
  onManage: () => void
}

/** The host of a profile as a person reads it; practice has none. */
export const hostOf = (profile: Profile): string =>
  profile.kind === 'practice' ? words.profiles.practiceHost : profile.origin.replace(/^https?:\/\//, '')

const Item = ({
  profile,
  index,
  current,
  onPick,
}: {
  profile: Profile
  index: number
  current: boolean
  onPick: () => void
}) => (
  <Menu.Item className={popup['item']} onClick={onPick} data-color={profile.color}>
    <span className={css['chip']} aria-hidden />
    <span className={popup['text']}>
      {profile.name} <small className={css['host']}>{hostOf(profile)}</small>
    </span>
    {current && <Check aria-hidden />}
    {index < 9 && <Kbd keys={`Ctrl ${index + 1}`} look="bare" />}
  </Menu.Item>
)

/** The profile in use, always in sight: colour, name, host; opens with Ctrl+P. */
export const ProfileSwitcher = ({ profile, all, onPick, onAdd, onManage }: Props) => {
  const [open, setOpen] = useState(false)
  useWindowKeys((event) => {
    if (!event.ctrlKey || event.altKey || event.key.toLowerCase() !== 'p') return
    event.preventDefault()
    // Under a question the profile stays the one that it is asked about.
    if (isInDialog(event)) return
    setOpen(true)
  })
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger
        className={css['trigger']}
        aria-keyshortcuts="Control+P"
        title={`${profile.name} · ${hostOf(profile)}`}
      >
        <span className={css['chip']} aria-hidden />
        <span className={css['name']}>
          <Hidden>{words.profiles.switcher}</Hidden>
          {profile.name}
        </span>
        <span className={css['host']}>{hostOf(profile)}</span>
        <Kbd keys="Ctrl P" />
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start">
          <Menu.Popup className={popup['popup']} data-color={profile.color}>
            {all.map((one, index) => (
              <Item
                key={one.id}
                profile={one}
                index={index}
                current={one.id === profile.id}
                onPick={() => onPick(one.id)}
              />
            ))}
            <Menu.Separator className={popup['line']} />
            <Menu.Item className={popup['item']} onClick={onAdd}>
              {words.profiles.add}
            </Menu.Item>
            <Menu.Item className={popup['item']} onClick={onManage}>
              {words.profiles.manage}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
