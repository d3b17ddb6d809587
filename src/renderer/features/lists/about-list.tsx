import css from './lists-screen.module.css'

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
        <i className={css['mark']} aria-hidden />
        <bdi>{ownerName}</bdi>
        {' · '}
      </>
    )}
    {text}
  </p>
)
