import type { Profile } from '../../../contract/profile.ts'
import { messages } from '../../../messages/index.ts'
import { ProfileName } from '../../ui/text.tsx'

type AboutListProps = {
  /** The list's profile; null if it was removed. */
  owner: Profile | null
  text: string
}

/** Renders the line below a list's name. It starts with the list's profile, which may not be the selected one. */
export const AboutList = ({ owner, text }: AboutListProps) => (
  <p>
    {owner !== null && (
      <>
        <ProfileName name={messages.lists.elsewhere.owner(owner)} />
        {' · '}
      </>
    )}
    {text}
  </p>
)
