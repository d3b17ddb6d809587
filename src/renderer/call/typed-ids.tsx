import { useStore } from 'zustand'
import type { RouteIdKind } from '../../contract/route.ts'
import { Combobox } from '../design/combobox.tsx'
import { Field, FieldMessage } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { readRecordId, type CallsFrom } from './calls-from.ts'
import { IdLabel } from './id-label.tsx'
import css from './fields.module.css'

const said = words.call.from

type Props = {
  call: CallDesk
  kind: RouteIdKind
  label: string
  text: string
  onType: (text: string) => void
}

/** An id: typed, or found among those that have a name; below it the name that people give it. */
const IdField = ({ call, kind, label, text, onType }: Props) => {
  const labels = useStore(call.labels.list.store).known?.value ?? []
  const named = labels.filter((one) => one.kind === kind)
  const id = readRecordId(text)
  return (
    <div className={css['id']}>
      <Field label={label} error={id === 'bad' ? words.issue.sentence({ path: [], code: 'recordId' }) : null}>
        {(control) =>
          named.length === 0 ? (
            <Input
              {...control}
              mono
              inputMode="numeric"
              value={text}
              onChange={(event) => onType(event.target.value)}
            />
          ) : (
            <Combobox
              control={control}
              label={label}
              text={text}
              choices={named.map((one) => ({ key: String(one.id), text: String(one.id), note: one.label }))}
              chosenKey={null}
              placeholder=""
              openLabel={said.openIds}
              emptyText={said.noSuchId}
              onType={onType}
              onChoose={onType}
            />
          )
        }
      </Field>
      {typeof id === 'number' && <IdLabel key={`${kind} ${id}`} labels={call.labels} kind={kind} id={id} />}
    </div>
  )
}

/** Configuration and caller ID by their integer ids; an empty one is left to the service. */
export const TypedIds = ({ call, from }: { call: CallDesk; from: CallsFrom }) => (
  <>
    <div className={css['two']} data-calls-from>
      <IdField
        call={call}
        kind="configuration"
        label={said.configurationId}
        text={from.configurationText}
        onType={(configurationText) => call.form.callFrom({ configurationText })}
      />
      <IdField
        call={call}
        kind="callerId"
        label={said.callerIdId}
        text={from.callerIdText}
        onType={(callerIdText) => call.form.callFrom({ callerIdText })}
      />
    </div>
    <FieldMessage tone="hint">{said.idsHint}</FieldMessage>
  </>
)
