import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { words } from '../words/words.ts'
import { Locked } from './locked.tsx'
import { numberFields, readNumber, type NumberField } from './settings-draft.ts'
import css from './settings-screen.module.css'
import type { SettingsState, SettingsStore } from './settings-store.ts'

const said = words.settings.calling

const labels: Record<NumberField, [label: string, hint: string]> = {
  repeatMinutes: [said.repeat, said.repeatHint],
  dialSeconds: [said.dial, said.dialHint],
  keepPersonalDataDays: [said.keep, said.keepHint],
}

type Props = { settings: SettingsStore; state: Extract<SettingsState, { step: 'shown' }> }

const Whole = ({ field, settings, state }: Props & { field: NumberField }) => {
  const text = state.draft[field]
  const [label, hint] = labels[field]
  const [least, most] = numberFields[field]
  return (
    <Field
      label={label}
      hint={hint}
      error={readNumber(field, text) === null ? words.settings.range(least, most) : null}
    >
      {(control) => (
        <div className={css['short']}>
          <Input
            {...control}
            inputMode="numeric"
            value={text}
            maxLength={6}
            onChange={(event) => settings.change({ [field]: event.target.value })}
          />
        </div>
      )}
    </Field>
  )
}

/** How long a repeated number asks, how long a request stays open, how long personal data is kept, and who works here. */
export const CallingFields = (props: Props) => (
  <section className={css['card']} aria-label={said.title}>
    <h2>{said.title}</h2>
    <Locked name="repeatMinutes">
      <Whole {...props} field="repeatMinutes" />
    </Locked>
    <Locked name="dialSeconds">
      <Whole {...props} field="dialSeconds" />
    </Locked>
    <Locked name="keepPersonalDataDays">
      <Whole {...props} field="keepPersonalDataDays" />
    </Locked>
    <Field label={words.settings.person} hint={words.settings.personHint}>
      {(control) => (
        <Input
          {...control}
          value={props.state.draft.operatorName}
          maxLength={80}
          onChange={(event) => props.settings.change({ operatorName: event.target.value })}
        />
      )}
    </Field>
  </section>
)
