import { messages } from '../../../messages/index.ts'
import { Field, FieldMessage, Input, Switch } from '../../ui/field.tsx'
import css from './profiles.module.css'

const referenceText = messages.profiles.reference

type ReferenceNameProps = {
  sends: boolean
  name: string
  bad: boolean
  onTurn: (sends: boolean) => void
  onName: (name: string) => void
}

/** Edits whether calls send a reference, and the name of the reference. */
export const ReferenceName = ({ sends, name, bad, onTurn, onName }: ReferenceNameProps) => (
  <section className={css['reference']} aria-label={referenceText.title}>
    <h3>{referenceText.title}</h3>
    <p>{referenceText.text}</p>
    <Switch label={referenceText.switch} on={sends} onTurn={onTurn} />
    {sends ? (
      <Field
        label={referenceText.name}
        hint={referenceText.nameHint}
        error={bad ? messages.issue.text({ path: [], code: 'referenceName' }) : null}
      >
        {(control) => <Input {...control} mono value={name} onChange={(event) => onName(event.target.value)} />}
      </Field>
    ) : (
      <FieldMessage tone="check">{referenceText.withoutReference}</FieldMessage>
    )}
  </section>
)
