import { Link2, Undo2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { FieldMessage } from '../design/field.tsx'
import { Kbd } from '../design/kbd.tsx'
import { Ltr } from '../design/ltr.tsx'
import { Notice } from '../design/notice.tsx'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import { readAgentText } from './agent-choice.ts'
import css from './asked.module.css'
import type { AskedState } from './asked-store.ts'
import type { CallDesk } from './call-desk.ts'

const said = words.asked
type Shown = Extract<AskedState, { step: 'offered' | 'filled' }>

/** What the link asks for, each part of it: nothing of it is hidden among what the form has anyway. */
const Wishes = ({ call, state }: { call: CallDesk; state: Shown }) => {
  const { link, display } = state
  const agents = useStore(call.agents.store).known?.value ?? []
  const agent = link.agentUuid === null ? null : readAgentText(link.agentUuid, agents)
  return (
    <dl className={css['wishes']}>
      <dt>{said.number}</dt>
      <dd className={css['number']}>
        <Ltr>{display}</Ltr>
      </dd>
      {agent && (
        <>
          <dt>{said.agent}</dt>
          <dd>{(agent.kind === 'agent' && agent.name) || <Ltr>{link.agentUuid ?? ''}</Ltr>}</dd>
        </>
      )}
      {link.context.length > 0 && (
        <>
          <dt>{said.context}</dt>
          <dd>{said.values(link.context.map(({ name }) => name))}</dd>
        </>
      )}
    </dl>
  )
}

const Acts = ({ call, state }: { call: CallDesk; state: Shown }) => {
  const { announce } = useParts()
  // Whoever changes a field since has made the call a call of their own.
  useStore(call.form.store)
  if (state.step === 'offered')
    return (
      <Button size="small" onClick={() => void call.asked.fill()}>
        {said.fill}
      </Button>
    )
  if (!call.asked.canUndo()) return null
  return (
    <Button
      size="small"
      aria-keyshortcuts="Control+Z"
      onClick={() => {
        if (call.asked.undo()) announce(said.undone)
      }}
    >
      <Undo2 aria-hidden />
      {said.undo}
      <Kbd keys={words.pasted.undoKeys} />
    </Button>
  )
}

const Panel = ({ call, state }: { call: CallDesk; state: Shown }) => {
  const panel = useRef<HTMLElement>(null)
  const { step, link } = state
  // A form that fills itself must not be called by a key that was meant for something else: the caret leaves the fields.
  useEffect(() => {
    if (step === 'filled') panel.current?.focus({ preventScroll: true })
  }, [step])
  return (
    <section ref={panel} tabIndex={-1} className={css['panel']} aria-labelledby="asked-title" data-asked>
      <header className={css['head']}>
        <Link2 aria-hidden />
        <h2 id="asked-title">{step === 'offered' ? said.waits(link) : said.by(link)}</h2>
        <Button look="quiet" size="icon" aria-label={said.dismiss} onClick={call.asked.dismiss}>
          <X aria-hidden />
        </Button>
      </header>
      <Wishes call={call} state={state} />
      {link.extension !== null && <FieldMessage tone="check">{said.extension(link.extension)}</FieldMessage>}
      <FieldMessage tone="hint">
        {step === 'offered' ? `${said.keeps} ${said.unknownWho}` : said.unknownWho}
      </FieldMessage>
      <div className={css['acts']}>
        <Acts call={call} state={state} />
      </div>
    </section>
  )
}

/** What was asked from outside the window, and what may be done about it; nothing while nothing was. */
export const AskedPanel = ({ call }: { call: CallDesk }) => {
  const state = useStore(call.asked.store)
  if (state.step === 'none') return null
  if (state.step === 'offered' || state.step === 'filled') return <Panel call={call} state={state} />
  return (
    <Notice
      tone={state.step === 'refused' ? 'check' : 'idle'}
      title={state.step === 'refused' ? said.refused : said.nothingCopied}
      acts={
        <Button size="small" onClick={call.asked.dismiss}>
          {words.common.close}
        </Button>
      }
    >
      {state.step === 'refused' && <p>{said.why(state.why)}</p>}
    </Notice>
  )
}
