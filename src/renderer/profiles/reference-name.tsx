import { Field, FieldMessage } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { Switch } from '../design/switch.tsx'
import { words } from '../words/words.ts'
import css from './manage-profiles.module.css'

const said = words.profiles.reference

type Props = {
  sends: boolean
  name: string
  bad: boolean
  onTurn: (sends: boolean) => void
  onName: (name: string) => void
}

/** Whether calls carry their own id, under which name, and what it costs to send none. */
export const ReferenceName = ({ sends, name, bad, onTurn, onName }: Props) => (
  <section className={css['reference']} aria-label={said.title}>
    <h3>{said.title}</h3>
    <p>{said.text}</p>
    <Switch label={said.switch} on={sends} onTurn={onTurn} />
    {sends ? (
      <Field
        label={said.name}
        hint={said.nameHint}
        error={bad ? words.issue.sentence({ path: [], code: 'referenceName' }) : null}
      >
        {(control) => (
          <Input {...control} mono value={name} maxLength={64} onChange={(event) => onName(event.target.value)} />
        )}
      </Field>
    ) : (
      <FieldMessage tone="check">{said.price}</FieldMessage>
    )}
  </section>
)
