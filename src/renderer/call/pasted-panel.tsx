import { Undo2, X } from 'lucide-react'
import { useStore } from 'zustand'
import type { PastedRow } from '../../contract/pasted.ts'
import { Button } from '../design/button.tsx'
import { FieldMessage } from '../design/field.tsx'
import { Kbd } from '../design/kbd.tsx'
import { Notice } from '../design/notice.tsx'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import type { CallFormState } from './call-state.ts'
import { PastedColumnRow } from './pasted-column.tsx'
import { neededOf } from './pasted-needs.ts'
import css from './pasted.module.css'
import type { PastedState } from './pasted-store.ts'

const said = words.pasted
type Filled = Extract<PastedState, { step: 'filled' }>

const Notes = ({ form, row, state }: { form: CallFormState; row: PastedRow; state: Filled }) => {
  // A number that somebody has chosen or typed since is in no trouble any more.
  const isAsPasted = state.taken === null && form.numberText === state.after.numberText
  const trouble = isAsPasted ? said.trouble(row.number.trouble) : null
  const needed = neededOf(state, form.context.value)
  return (
    <div className={css['notes']}>
      {trouble && <FieldMessage tone="check">{trouble}</FieldMessage>}
      {needed.length > 0 && <FieldMessage tone="check">{said.unfilled(needed)}</FieldMessage>}
      {row.rows > 1 && <FieldMessage tone="hint">{said.further(row)}</FieldMessage>}
      {state.unkept && <FieldMessage tone="check">{said.unkept}</FieldMessage>}
    </div>
  )
}

const Head = ({ call, canUndo }: { call: CallDesk; canUndo: boolean }) => {
  const { announce } = useParts()
  const undo = () => {
    if (call.pasted.undo()) announce(said.undone)
  }
  return (
    <header className={css['head']}>
      <h2 id="pasted-title">{said.title}</h2>
      {canUndo && (
        <Button look="quiet" size="small" aria-keyshortcuts="Control+Z" onClick={undo}>
          <Undo2 aria-hidden />
          {said.undo}
          <Kbd keys={said.undoKeys} />
        </Button>
      )}
      <Button look="quiet" size="icon" aria-label={said.dismiss} onClick={call.pasted.dismiss}>
        <X aria-hidden />
      </Button>
    </header>
  )
}

const Row = ({ call, state, row }: { call: CallDesk; state: Filled; row: PastedRow }) => {
  const form = useStore(call.form.store)
  const canUndo = call.pasted.canUndo()
  const mayMove = canUndo && form.agent.kind === 'agent'
  return (
    <section className={css['panel']} aria-labelledby="pasted-title">
      <Head call={call} canUndo={canUndo} />
      <Notes form={form} row={row} state={state} />
      <ol className={css['columns']}>
        {row.columns.map((column, index) => (
          <PastedColumnRow
            // Columns stand in their places for as long as the row does.
            key={`${index} ${column.header ?? ''}`}
            column={column}
            index={index}
            names={state.variables?.map(({ name }) => name) ?? null}
            onMove={mayMove ? (target) => void call.pasted.moveColumn(index, target) : null}
          />
        ))}
      </ol>
      {form.agent.kind !== 'agent' && <FieldMessage tone="hint">{said.agentFirst}</FieldMessage>}
    </section>
  )
}

/** What was pasted and where it went, to be changed or taken back; nothing while nothing was. */
export const PastedPanel = ({ call }: { call: CallDesk }) => {
  const state = useStore(call.pasted.store)
  if (state.step === 'nothing')
    return (
      <Notice
        tone="idle"
        title={said.nothing}
        acts={
          <Button size="small" onClick={call.pasted.dismiss}>
            {words.common.close}
          </Button>
        }
      />
    )
  return state.step === 'filled' && state.row ? <Row call={call} state={state} row={state.row} /> : null
}
