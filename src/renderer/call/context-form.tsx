import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { FieldMessage } from '../design/field.tsx'
import { words } from '../words/words.ts'
import { AddField } from './add-field.tsx'
import type { CallDesk } from './call-desk.ts'
import { CarriedValues } from './carried-values.tsx'
import { CheckLine } from './check-line.tsx'
import { checksOfRow, isUnused, type Check } from './context-checks.ts'
import { isBroken } from './context-drafts.ts'
import { pathText, type ContextRow } from './context-rows.ts'
import type { ContextNote } from './context-text.ts'
import css from './context-form.module.css'
import { FieldsSource } from './fields-source.tsx'
import type { AgentFields } from './use-agent-fields.ts'
import type { ContextForm as Form } from './use-context-form.ts'
import { VariableRow } from './variable-row.tsx'

const said = words.context

/** A fault inside a value, in the form's words: the form has no lines and columns. Reserved names have a check of their own. */
const faultsOf = (row: ContextRow, notes: readonly ContextNote[]): string[] => [
  ...new Set(
    notes
      .filter(
        ({ issue }) => issue && issue.code !== 'reservedName' && row.path.every((name, at) => issue.path[at] === name),
      )
      .map(({ sentence }) => sentence),
  ),
]

const isOfNoRow = ({ issue }: ContextNote): boolean => issue === null || issue.path.length === 0

const Broken = ({ call, notes }: { call: CallDesk; notes: readonly ContextNote[] }) => (
  <div className={css['broken']}>
    <FieldMessage tone="bad">{said.form.broken}</FieldMessage>
    {notes.slice(0, 1).map(({ place, sentence }) => (
      <FieldMessage key={sentence} tone="hint">
        {said.at(place, sentence)}
      </FieldMessage>
    ))}
    <Button size="small" data-context-broken onClick={() => call.form.showContext('json')}>
      {said.form.toJson}
    </Button>
  </div>
)

type Props = { call: CallDesk; form: Form; fields: AgentFields }

const Rows = ({ call, form, rows }: { call: CallDesk; form: Form; rows: readonly ContextRow[] }) => {
  const { contextDrafts, context } = useStore(call.form.store)
  const mend = (check: Check) => form.mend(check)
  return rows.map((row) => (
    <VariableRow
      key={row.key}
      row={row}
      draft={contextDrafts[row.key]?.text ?? null}
      checks={checksOfRow(row, form.checks)}
      faults={faultsOf(row, context.notes)}
      acts={call.form}
      onMend={mend}
    />
  ))
}

/** One line for all of them: each can be removed where it stands. */
const Unused = ({ checks }: { checks: readonly Check[] }) => {
  const names = checks.filter(isUnused).map(({ path }) => pathText(path))
  return names.length > 0 && <FieldMessage tone="hint">{said.form.unused(names.slice(0, 12).join(', '))}</FieldMessage>
}

const ofNoRow = ({ checks, rows }: Form): Check[] => {
  const all = rows === null ? [] : [...rows.known, ...rows.extra]
  return checks.filter((check) => !all.some((row) => checksOfRow(row, [check]).includes(check)))
}

/** The context as a form: what the agent asks for as it is spoken, and below it what else is sent. */
export const ContextForm = ({ call, form, fields }: Props) => {
  const { context, contextDrafts } = useStore(call.form.store)
  // A half typed value is told at its own field.
  const isTyping = Object.values(contextDrafts).some(({ text }) => isBroken(text))
  const notes = isTyping ? [] : context.notes
  const { rows } = form
  if (rows === null) return <Broken call={call} notes={notes} />
  return (
    <div className={css['form']}>
      <CarriedValues call={call} />
      <FieldsSource fields={fields} />
      <Rows call={call} form={form} rows={rows.known} />
      {rows.extra.length > 0 && rows.known.length > 0 && <p className={css['others']}>{said.form.others}</p>}
      <Rows call={call} form={form} rows={rows.extra} />
      <Unused checks={form.checks} />
      {rows.hidden > 0 && <FieldMessage tone="hint">{said.form.hidden(rows.hidden)}</FieldMessage>}
      {ofNoRow(form).map((check) => (
        <CheckLine key={`${check.code} ${check.path.join('.')}`} check={check} onMend={form.mend} named />
      ))}
      {notes.filter(isOfNoRow).map(({ from, sentence, severity }) => (
        <FieldMessage key={`${from} ${sentence}`} tone={severity === 'error' ? 'bad' : 'check'}>
          {sentence}
        </FieldMessage>
      ))}
      <AddField call={call} />
    </div>
  )
}
