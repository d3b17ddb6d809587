import { Kbd } from '../design/kbd.tsx'
import { useNow } from '../shell/use-now.ts'
import css from './call-button.module.css'
import { faceOf, keysOf, type FaceParts } from './call-face.ts'
import { useEnterPlace } from './use-enter-place.ts'

type Props = FaceParts & {
  /** Enter goes on to a value that is not given yet; only Ctrl+Enter calls without it. */
  needsMore: boolean
  onCall: () => void
}

const Line = ({ without, line }: { without: string | null; line: string }) => (
  <span className={css['line']}>
    {without !== null && (
      <>
        <strong className={css['without']}>{without}</strong>
        {' · '}
      </>
    )}
    {line}
  </span>
)

/** The one loud thing: it says what will be dialled and without what, or what is missing, or what became of it. */
export const CallButton = (props: Props) => {
  const now = useNow(props.at.step === 'following' ? 250 : null)
  const place = useEnterPlace()
  const { icon: Icon, title, line, without, look } = faceOf(props, now)
  return (
    <button
      type="button"
      className={`${css['call']} ${css[look]}`}
      aria-disabled={look === 'on' ? undefined : true}
      aria-keyshortcuts="Control+Enter"
      data-call-button
      // A key that is held down came from the field before: it is no press of this button.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      onClick={look === 'on' ? props.onCall : undefined}
    >
      <Icon aria-hidden />
      <span className={css['words']}>
        <span className={css['title']}>{title}</span> <Line without={without} line={line} />
      </span>
      {look === 'on' && <Kbd keys={keysOf(place, props.needsMore)} look="onColor" />}
    </button>
  )
}
