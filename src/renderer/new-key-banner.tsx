import { KeyRound } from 'lucide-react'
import { useStore } from 'zustand'
import type { Profile } from '../contract/profile.ts'
import { Button } from './design/button.tsx'
import type { NewKeys } from './keys/new-keys.ts'
import banner from './shell/history-banner.module.css'
import { words } from './words/words.ts'

type Props = {
  newKeys: NewKeys
  all: readonly Profile[]
  /** The profile whose keys are on the screen: its new key is asked about there. */
  shown: string | null
  onShow: (profileId: string) => void
}

/** Over every screen but its own: a key was made that nobody has yet, and only Rundesk holds it. */
export const NewKeyBanner = ({ newKeys, all, shown, onShow }: Props) => {
  const { waiting } = useStore(newKeys.store)
  const profile = all.find(({ id }) => id !== shown && waiting.includes(id))
  if (!profile) return null
  return (
    <div className={`${banner['banner']} ${banner['check']}`} role="status">
      <KeyRound aria-hidden />
      <p>{words.keys.make.waits(profile.name)}</p>
      <Button size="small" onClick={() => onShow(profile.id)}>
        {words.lights.goToKeys}
      </Button>
    </div>
  )
}
