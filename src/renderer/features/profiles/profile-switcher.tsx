import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Profile } from '../../../contract/profile.ts'
import { Hidden } from '../../ui/text.tsx'
import { Kbd } from '../../ui/button.tsx'
import popup from '../../ui/popup.module.css'
import { messages } from '../../../messages/index.ts'
import css from './profile-switcher.module.css'
import { ariaKeysOf, keysOf, profileKeys, useCommands } from '../../lib/commands.ts'

type Props = {
  profile: Profile
  all: readonly Profile[]
  onPick: (profileId: string) => void
  onAdd: () => void
  onManage: () => void
}

/** Returns a profile's host for display. */
export const hostOf = (profile: Profile): string =>
  profile.kind === 'practice' ? messages.profiles.practiceHost : profile.origin.replace(/^https?:\/\//, '')

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
    {index < 9 && <Kbd keys={profileKeys(index)} variant="bare" />}
  </Menu.Item>
)

/** Shows the selected profile and lets the user switch to another one. Ctrl+P opens it. */
export const ProfileSwitcher = ({ profile, all, onPick, onAdd, onManage }: Props) => {
  const [open, setOpen] = useState(false)
  useCommands({ chooseProfile: () => setOpen(true) })
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger
        className={css['trigger']}
        aria-keyshortcuts={ariaKeysOf('chooseProfile')}
        title={`${profile.name} · ${hostOf(profile)}`}
      >
        <span className={css['chip']} aria-hidden />
        <span className={css['name']}>
          <Hidden>{messages.profiles.switcher}</Hidden>
          {profile.name}
        </span>
        <span className={css['host']}>{hostOf(profile)}</span>
        <Kbd keys={keysOf('chooseProfile')} />
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
              {messages.profiles.add}
            </Menu.Item>
            <Menu.Item className={popup['item']} onClick={onManage}>
              {messages.profiles.manage}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
