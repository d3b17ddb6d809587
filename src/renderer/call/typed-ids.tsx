import { Field, FieldMessage } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { readRecordId, type CallsFrom } from './calls-from.ts'
import css from './fields.module.css'

const said = words.call.from

const IdField = ({ label, text, onType }: { label: string; text: string; onType: (text: string) => void }) => (
  <Field
    label={label}
    error={readRecordId(text) === 'bad' ? words.issue.sentence({ path: [], code: 'recordId' }) : null}
  >
    {(control) => (
      <Input {...control} mono inputMode="numeric" value={text} onChange={(event) => onType(event.target.value)} />
    )}
  </Field>
)

/** Configuration and caller ID by their integer ids; an empty one is left to the service. */
export const TypedIds = ({ call, from }: { call: CallDesk; from: CallsFrom }) => (
  <>
    <div className={css['two']} data-calls-from>
      <IdField
        label={said.configurationId}
        text={from.configurationText}
        onType={(configurationText) => call.form.callFrom({ configurationText })}
      />
      <IdField
        label={said.callerIdId}
        text={from.callerIdText}
        onType={(callerIdText) => call.form.callFrom({ callerIdText })}
      />
    </div>
    <FieldMessage tone="hint">{said.idsHint}</FieldMessage>
  </>
)
