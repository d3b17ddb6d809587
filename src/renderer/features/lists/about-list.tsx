import { ProfileName } from '../../ui/text.tsx'

type AboutListProps = {
  /** The name of the list's profile; null if the profile was removed. */
  ownerName: string | null
  text: string
}

/** Renders the line below a list's name. It starts with the list's profile, which may not be the selected one. */
export const AboutList = ({ ownerName, text }: AboutListProps) => (
  <p>
    {ownerName !== null && (
      <>
        <ProfileName name={ownerName} />
        {' · '}
      </>
    )}
    {text}
  </p>
)
