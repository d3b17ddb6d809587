import { Undo2, X } from 'lucide-react'
import { useStore } from 'zustand'
import type { ColumnTarget, PastedColumn, PastedRow } from '../../../../contract/pasted.ts'
import type { ContextPath } from '../../../../domain/context/edit.ts'
import { messages } from '../../../../messages/index.ts'
import { usePage } from '../../../lib/page.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { FieldMessage } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type Option, Select } from '../../../ui/select.tsx'
import type { CallForm } from '../form/call-form.ts'
import css from './paste-panel.module.css'
import { isNumberReplaced } from '../form/call-form-state.ts'
import type { PasteState, PasteStore } from './paste-store.ts'
import { ariaKeysOf, isCommand, keysOf } from '../../../lib/commands.ts'
import { useEffect } from 'react'
import { isInDialog, isTyping, useClosablePanel, useWindowKeys } from '../../../lib/hotkeys.ts'
import type { CallScreenModel } from '../form/call-screen-model.ts'

const pasteMessages = messages.paste

type PastePanelProps = { form: CallForm; paste: PasteStore }

/**
 * Shows which fields the columns of a pasted row fill, with actions to move columns or undo the paste. Renders nothing
 * after other pastes, and while the form contains another number.
 */
export const PastePanel = ({ form, paste }: PastePanelProps) => {
  const state = useStore(paste.store)
  useClosablePanel(state.step === 'nothing' ? paste.dismiss : null)
  if (state.step === 'nothing')
    return (
      <Notice
        tone="idle"
        title={pasteMessages.nothing}
        actions={
          <Button size="small" onClick={paste.dismiss}>
            {messages.common.close}
          </Button>
        }
      />
    )
  return state.step === 'filled' && state.row ? (
    <PastedRowPanel form={form} paste={paste} state={state} row={state.row} />
  ) : null
}

type FilledPaste = Extract<PasteState, { step: 'filled' }>
type PastedRowPanelProps = PastePanelProps & { state: FilledPaste; row: PastedRow }

const PastedRowPanel = ({ form, paste, state, row }: PastedRowPanelProps) => {
  const { announce } = usePage()
  const { agent, numberText, context } = useStore(form.store)
  const canUndo = paste.canUndo()
  const mayMove = canUndo && agent.kind === 'agent'
  // Once the user has chosen or typed another number, the problem with the pasted number no longer matters.
  const isNumberUnchanged = state.chosenNumber === null && numberText === state.after.numberText
  const problem = isNumberUnchanged ? pasteMessages.problem(row.number.problem) : null
  const needed = unfilledNames(state, context.value)
  const undo = () => {
    if (paste.undo()) announce(pasteMessages.undone)
  }
  const isReplaced = isNumberReplaced(state, numberText)
  useClosablePanel(isReplaced ? null : paste.dismiss)
  if (isReplaced) return null
  return (
    <section className={css['panel']} aria-labelledby="pasted-title">
      <header className={css['head']}>
        <h2 id="pasted-title">{pasteMessages.title}</h2>
        {canUndo && (
          <Button variant="quiet" size="small" aria-keyshortcuts={ariaKeysOf('undo')} onClick={undo}>
            <Undo2 aria-hidden />
            {pasteMessages.undo}
            <Kbd keys={keysOf('undo')} />
          </Button>
        )}
        <Button variant="quiet" size="icon" aria-label={pasteMessages.dismiss} onClick={paste.dismiss}>
          <X aria-hidden />
        </Button>
      </header>
      <div className={css['notes']}>
        {problem && <FieldMessage tone="check">{problem}</FieldMessage>}
        {needed.length > 0 && <FieldMessage tone="check">{pasteMessages.unfilled(needed)}</FieldMessage>}
        {row.rows > 1 && <FieldMessage tone="hint">{pasteMessages.otherRows(row)}</FieldMessage>}
        {state.saveFailed && <FieldMessage tone="check">{pasteMessages.saveFailed}</FieldMessage>}
      </div>
      <ol className={css['columns']}>
        {row.columns.map((column, index) => (
          <ColumnRow
            // Indexes are safe as keys, because the order of the columns does not change.
            key={`${index} ${column.header ?? ''}`}
            column={column}
            index={index}
            names={state.variables?.map(({ name }) => name) ?? null}
            onMove={mayMove ? (target) => void paste.moveColumn(index, target) : null}
          />
        ))}
      </ol>
      {agent.kind !== 'agent' && <FieldMessage tone="hint">{pasteMessages.agentFirst}</FieldMessage>}
    </section>
  )
}

/** Returns the required names that neither the row nor the user has filled in. */
export const unfilledNames = ({ row, variables }: FilledPaste, context: unknown): string[] => {
  const needed = variables?.filter(({ required, path }) => required && !isGiven(context, path)) ?? []
  return row?.unfilled.filter((name) => needed.some((one) => one.name === name)) ?? []
}

const isGiven = (context: unknown, path: ContextPath): boolean => {
  const value = path.reduce<unknown>((inside, name) => (isObject(inside) ? inside[name] : undefined), context)
  return value !== undefined && value !== ''
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

type ColumnRowProps = {
  column: PastedColumn
  index: number
  /** The names that the agent uses; null while they are unknown. */
  names: readonly string[] | null
  /** Null if the column cannot be moved. */
  onMove: ((target: ColumnTarget) => void) | null
}

/** Shows a column of the pasted row: its header, its value, the field that it fills, and why it fills that field. */
const ColumnRow = (props: ColumnRowProps) => {
  const { column, index } = props
  return (
    <li className={css['column']}>
      <span className={css['header']}>{pasteMessages.column(column, index)}</span>
      <span className={css['value']} title={column.value}>
        <bdi>{column.value || messages.common.none}</bdi>
      </span>
      <div className={css['target']}>
        <TargetSelect {...props} />
        {!isObvious(column) && (
          <FieldMessage tone={isGuess(column) ? 'check' : 'hint'}>{pasteMessages.why(column)}</FieldMessage>
        )}
      </div>
    </li>
  )
}

const isGuess = ({ by, target }: PastedColumn): boolean =>
  by === 'similar' || (by === 'content' && target.to === 'context')

/** True if the header already explains the target. */
const isObvious = ({ by, target }: PastedColumn): boolean =>
  by === 'header' || by === 'spelling' || by === 'headerItself' || (by === 'content' && target.to === 'number')

const bareControl = { id: '', 'aria-describedby': undefined, 'aria-invalid': undefined }

const TargetSelect = ({ column, index, names, onMove }: ColumnRowProps) => {
  const current = pasteMessages.targetOf(column.target)
  if (onMove === null) return <span className={css['where']}>{current}</span>
  const targets = targetsOf(column, names)
  const options: Option[] = targets.map((target) => ({
    value: keyOfTarget(target),
    text: pasteMessages.targetOf(target),
  }))
  return (
    <Select
      control={bareControl}
      label={pasteMessages.move(pasteMessages.column(column, index))}
      value={keyOfTarget(column.target)}
      options={options}
      placeholder={current}
      onChoose={(key) => {
        const chosen = targets.find((target) => keyOfTarget(target) === key)
        if (chosen) onMove(chosen)
      }}
    />
  )
}

const keyOfTarget = (target: ColumnTarget): string => (target.to === 'context' ? `context ${target.name}` : target.to)

/**
 * Returns the possible targets: the number, the agent if the column contains one, each of the agent's names, and no
 * field.
 */
const targetsOf = (column: PastedColumn, names: readonly string[] | null): ColumnTarget[] => {
  const own = column.target.to === 'context' ? [column.target.name] : []
  const all = [...new Set([...own, ...(names ?? [])])]
  return [
    { to: 'number' },
    ...(column.content === 'uuid' || column.target.to === 'agent' ? [{ to: 'agent' } as const] : []),
    ...all.map((name): ColumnTarget => ({ to: 'context', name })),
    { to: 'nowhere' },
  ]
}

/**
 * True if the number field can take the text unchanged. Rows and sentences must be parsed first.
 */
const isPlainPaste = (text: string): boolean => {
  const line = text.trim()
  return !/[\t\n\r;|]/.test(line) && !(/\s/.test(line) && /\p{L}{2}/u.test(line))
}

/**
 * Registers Ctrl+V anywhere on the screen, which fills in the form, and Ctrl+Z, which undoes a paste or what a link or
 * an earlier call filled in.
 */
export const usePaste = (call: CallScreenModel): void => {
  const { announce } = usePage()
  useEffect(() => {
    const listener = async (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (!isForScreen(event, text)) return
      event.preventDefault()
      const isFound = await fillFromPaste({ ...call, announce }, text, isInNumberField(event))
      if (isFound) call.elements.number.current?.focus()
    }
    const listen = (event: ClipboardEvent): void => void listener(event)
    window.addEventListener('paste', listen)
    return () => window.removeEventListener('paste', listen)
  }, [call, announce])
  useWindowKeys((event) => {
    if (!isCommand(event, 'undo') || isInDialog(event) || (isTyping(event) && !isInNumberField(event))) return
    const undone = call.paste.undo()
      ? messages.paste.undone
      : call.externalRequest.undo() || call.filledFrom.undo()
        ? messages.externalRequest.undone
        : null
    if (undone === null) return
    event.preventDefault()
    announce(undone)
  })
}

type FillFromPasteDeps = Pick<CallScreenModel, 'paste' | 'form'> & { announce: (text: string) => void }

/**
 * Fills in the form from pasted text and announces the result. Resolves with true if the text contains a number or a
 * row. With `inField`, text without a number stays in the number field, so that the user can correct it.
 */
const fillFromPaste = async (
  { paste, form, announce }: FillFromPasteDeps,
  text: string,
  inField: boolean,
): Promise<boolean> => {
  const kind = await paste.paste(text)
  if (kind === null) return false
  announce(messages.paste.announcement(kind))
  if (kind === 'nothing' && inField) form.typeNumber(text.trim().replaceAll(/\s+/g, ' '))
  return kind !== 'nothing'
}

const isInNumberField = ({ target }: Event): boolean =>
  target instanceof Element && target.matches('[data-number-field]')

/** True unless the paste is meant for the focused field or a dialog. */
const isForScreen = (event: ClipboardEvent, text: string): boolean => {
  if (text.trim() === '' || isInDialog(event)) return false
  return isInNumberField(event) ? !isPlainPaste(text) : !isTyping(event)
}
