import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import css from './field.module.css'

/** What a control needs to belong to its field: its id, what describes it, and whether its value was refused. */
export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined }

type Props = {
  label: string
  /** Beside the control (a form's row) or above it (a dialog's stack). */
  layout?: 'row' | 'stack' | undefined
  hint?: ReactNode
  warning?: string | null | undefined
  error?: string | null | undefined
  children: (control: ControlProps) => ReactNode
}

/** Says one thing about a value at its field: quietly, as a warning, or as the reason it is not taken. */
export const FieldMessage = ({
  tone,
  id,
  children,
}: {
  tone: 'hint' | 'check' | 'bad'
  id?: string
  children: ReactNode
}) => (
  <p id={id} className={[css['message'], css[tone]].filter(Boolean).join(' ')}>
    {tone === 'bad' && <CircleAlert aria-hidden />}
    {tone === 'check' && <TriangleAlert aria-hidden />}
    <span>{children}</span>
  </p>
)

/** A labelled control with its hint, warning and error, tied together for people who listen to the page. */
export const Field = ({ label, layout = 'stack', hint, warning, error, children }: Props) => {
  const id = useId()
  const described = hint || warning || error ? `${id}-said` : undefined
  return (
    <div className={css[layout]}>
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      <div className={css['body']}>
        {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
        <div id={described}>
          {error && <FieldMessage tone="bad">{error}</FieldMessage>}
          {!error && warning && <FieldMessage tone="check">{warning}</FieldMessage>}
          {hint && <FieldMessage tone="hint">{hint}</FieldMessage>}
        </div>
      </div>
    </div>
  )
}
