import { Plus } from 'lucide-react'
import { type RefObject, useId, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { ContextPath } from '../../../../domain/context/edit.ts'
import { messages } from '../../../../messages/index.ts'
import { focusOnMount } from '../../../lib/focus.ts'
import { useNow, usePage } from '../../../lib/page.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldMessage, Input } from '../../../ui/field.tsx'
import type { AgentFields } from '../agent/agent-field.tsx'
import type { CallScreenModel } from '../form/call-screen-model.ts'
import fieldCss from '../form/fields.module.css'
import { StaleValues } from '../form/stale-values.tsx'
import { type Check, checkContext, checksOfKeys, checksOfRow, fixWords, isUnused } from './context-checks.ts'
import { isBroken } from './context-edit.ts'
import { focusField, jsonTextIn, thenFocus } from './context-focus.ts'
import { type ContextRow, contextRows, type ContextRows, type KnownFields, pathText } from './context-rows.ts'
import { type ContextNote, readContextText } from './context-text.ts'
import css from './context.module.css'
import { CheckLine, VariableRow } from './variable-row.tsx'
import type { CallForm } from '../form/call-form.ts'

const contextMessages = messages.context
const contextFormMessages = messages.context.form

type ContextFormProps = { call: CallScreenModel; form: ContextFormModel; fields: AgentFields }

/** Renders the context as a form: the agent's fields in spoken order, then the other values. */
export const ContextForm = ({ call, form, fields }: ContextFormProps) => {
  const { context, contextDrafts } = useStore(call.form.store)
  // A partially typed value is reported next to its own field.
  const isTyping = Object.values(contextDrafts).some(({ text }) => isBroken(text))
  const notes = isTyping ? [] : context.notes
  const { rows } = form
  if (rows === null) return <BrokenText call={call} notes={notes} />
  const unused = form.checks.filter(isUnused).map(({ path }) => pathText(path))
  return (
    <div className={css['form']}>
      <StaleValues form={call.form} clearedValues={call.clearedValues} context={call.elements.context} />
      <FieldSource fields={fields} />
      <Rows call={call} form={form} rows={rows.known} />
      {rows.extra.length > 0 && rows.known.length > 0 && <p className={css['others']}>{contextFormMessages.others}</p>}
      <Rows call={call} form={form} rows={rows.extra} />
      {unused.length > 0 && (
        <FieldMessage tone="hint">{contextFormMessages.unused(unused.slice(0, 12).join(', '))}</FieldMessage>
      )}
      {rows.hidden > 0 && <FieldMessage tone="hint">{contextFormMessages.hidden(rows.hidden)}</FieldMessage>}
      {checksOfNoRow(form).map((check) => (
        <CheckLine key={`${check.code} ${check.path.join('.')}`} check={check} onFix={form.applyFix} named />
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

const BrokenText = ({ call, notes }: { call: CallScreenModel; notes: readonly ContextNote[] }) => (
  <div className={css['broken']}>
    <FieldMessage tone="bad">{contextFormMessages.invalidJson}</FieldMessage>
    {notes.slice(0, 1).map(({ position, sentence }) => (
      <FieldMessage key={sentence} tone="hint">
        {contextMessages.atPosition(position, sentence)}
      </FieldMessage>
    ))}
    <Button
      size="small"
      data-context-broken
      // The button is about to be removed.
      onClick={() =>
        thenFocus(
          () => call.form.showContext('json'),
          () => jsonTextIn(call.elements.context)?.focus(),
        )
      }
    >
      {contextFormMessages.showJson}
    </Button>
  </div>
)

const Rows = ({ call, form, rows }: Omit<ContextFormProps, 'fields'> & { rows: readonly ContextRow[] }) => {
  const { contextDrafts, context } = useStore(call.form.store)
  return rows.map((row) => (
    <VariableRow
      key={row.key}
      row={row}
      draft={contextDrafts[row.key]?.text ?? null}
      checks={checksOfRow(row, form.checks)}
      faults={faultsOf(row, context.notes)}
      actions={call.form}
      elements={call.elements}
      onFix={form.applyFix}
    />
  ))
}

/**
 * Returns the errors inside a value, without line and column. Reserved names are excluded, because they have their own
 * check.
 */
const faultsOf = (row: ContextRow, notes: readonly ContextNote[]): string[] => [
  ...new Set(
    notes
      .filter(
        ({ issue }) =>
          issue && issue.code !== 'reservedName' && row.path.every((name, index) => issue.path[index] === name),
      )
      .map(({ sentence }) => sentence),
  ),
]

const isOfNoRow = ({ issue }: ContextNote): boolean => issue === null || issue.path.length === 0

const checksOfNoRow = ({ checks, rows }: ContextFormModel): Check[] => {
  const all = rows === null ? [] : [...rows.known, ...rows.extra]
  return checks.filter((check) => !all.some((row) => checksOfRow(row, [check]).includes(check)))
}

/** Shows where the fields come from, unless they come from the agent's current version. */
const FieldSource = ({ fields }: { fields: AgentFields }) => {
  const { text } = fields
  const isFailed = text?.step === 'failed'
  const now = useNow(isFailed ? 5_000 : null)
  const sentence = sourceSentence(fields, now)
  const fetchesMore = text?.data?.value.state === 'published' && text.data.value.fetchesFields
  return (
    <>
      {sentence && (
        <div className={css['source']}>
          <FieldMessage tone={isFailed ? 'check' : 'hint'}>
            {sentence} {isFailed && messages.failure.describe(text.failure).why}{' '}
            {isFailed && (
              <button type="button" className={fieldCss['mode']} onClick={fields.reload}>
                {messages.common.refresh}
              </button>
            )}
          </FieldMessage>
        </div>
      )}
      {fetchesMore && <FieldMessage tone="hint">{contextFormMessages.fetchedLater}</FieldMessage>}
    </>
  )
}

const sourceSentence = ({ known, text }: AgentFields, now: number): string | null => {
  switch (known.from) {
    case 'noAgent':
      return contextFormMessages.noAgent
    case 'loading':
      return contextFormMessages.loading
    case 'calls':
      return known.fields.length > 0 ? contextFormMessages.fromEarlierCalls : contextFormMessages.unknownFields
    case 'agent':
      if (text?.step === 'failed' && text.data)
        return contextFormMessages.outdated(messages.time.ago(now - text.data.at))
      return known.fields.length === 0 ? contextFormMessages.noFields : null
  }
}

const AddField = ({ call }: { call: CallScreenModel }) => {
  const isOpen = useStore(call.form.store, ({ newField }) => newField !== null)
  return isOpen ? (
    <NewFieldName call={call} />
  ) : (
    <Button size="small" variant="quiet" data-context-add onClick={() => call.form.nameNewField('')}>
      <Plus aria-hidden />
      {contextFormMessages.add}
    </Button>
  )
}

const NewFieldName = ({ call }: { call: CallScreenModel }) => {
  const name = useStore(call.form.store, ({ newField }) => newField) ?? ''
  const [isBad, setIsBad] = useState(false)
  const id = useId()
  const add = () => {
    let path: ContextPath | null = null
    thenFocus(
      () => (path = call.form.addField()),
      () => path && focusField(call.elements.context, path),
    )
    setIsBad(path === null)
  }
  return (
    <div className={css['add']}>
      <Input
        mono
        ref={focusOnMount}
        value={name}
        aria-label={contextFormMessages.addName}
        placeholder={contextFormMessages.addName}
        aria-invalid={isBad || undefined}
        aria-describedby={id}
        maxLength={300}
        onChange={(event) => {
          setIsBad(false)
          call.form.nameNewField(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.repeat && !event.nativeEvent.isComposing) {
            // Focus moves to the new field, where this key press must not add a line break.
            event.preventDefault()
            add()
          }
          if (event.key === 'Escape') call.form.nameNewField(null)
        }}
      />
      <FieldMessage id={id} tone={isBad ? 'bad' : 'hint'}>
        {isBad ? contextFormMessages.invalidName : contextFormMessages.addHint}
      </FieldMessage>
    </div>
  )
}

/** The context as both views show it. `rows` is null while the text is not a JSON object. */
export type ContextFormModel = {
  rows: ContextRows | null
  checks: readonly Check[]
  /** Applies the fix of a check, announces it, and focuses the fixed field. */
  applyFix: (check: Check) => void
}

/** Compares the context text with the agent's known fields. */
export const useContextForm = (
  form: CallForm,
  context: RefObject<HTMLElement | null>,
  known: KnownFields,
  referenceName: string | null,
): ContextFormModel => {
  const { announce } = usePage()
  const text = useStore(form.store, ({ contextText }) => contextText)
  // Reuse the form's parsed context, unless there is a partially typed value that it does not contain.
  const reading = useStore(form.store, (state) =>
    Object.values(state.contextDrafts).some((draft) => isBroken(draft.text)) ? null : state.context,
  )
  const status = useStore(form.store, (state) => state.status)
  const keyFailure = useStore(form.store, (state) => state.keyFailure)
  return useMemo(() => {
    const { written } = reading ?? readContextText(text)
    const applyFix = (check: Check) => {
      const { fix, path } = check
      if (fix === null) return
      const { kind, name } = fixWords(check)
      thenFocus(
        () => form.fixContext(fix),
        () => {
          const isFocused = focusField(context, fix.kind === 'rename' ? fix.to : path)
          if (!isFocused)
            context.current?.querySelector<HTMLElement>('[data-context-field], [data-context-add]')?.focus()
        },
      )
      announce(messages.context.fixed(kind, name))
    }
    return {
      rows: written && contextRows(text, known.fields),
      checks:
        written === null
          ? []
          : [...checksOfKeys({ status, keyFailure }), ...checkContext(written, known, referenceName)],
      applyFix,
    }
  }, [form, context, text, reading, status, keyFailure, known, referenceName, announce])
}
