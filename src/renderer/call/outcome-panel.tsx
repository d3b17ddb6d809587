import { PhoneOutgoing } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Call } from '../../contract/call.ts'
import { isUnresolved } from '../../contract/call-resolution.ts'
import type { Failure } from '../../contract/failure.ts'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/empty.tsx'
import { Kbd } from '../design/kbd.tsx'
import { Ltr } from '../design/ltr.tsx'
import { Notice } from '../design/notice.tsx'
import { mayRepeat } from '../shell/call-again.ts'
import { useCallActs } from '../shell/call-acts.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { CallResolution } from '../shell/look-up/call-resolution.tsx'
import { isGoingOn, useLiveRun } from '../shell/live/live-runs-store.ts'
import { OutcomeText } from '../shell/outcome-text.tsx'
import { useParts } from '../shell/parts.ts'
import { toneOfState } from '../shell/state-tag.tsx'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import type { CallStep, LastOutcome } from './call-state.ts'
import css from './outcome-panel.module.css'

const said = words.call.outcome

/** Tells each new sentence once to people who listen, and not what was already told when the screen was opened. */
const useTelling = (sentence: string | null): void => {
  const { announce } = useParts()
  const told = useRef(sentence)
  useEffect(() => {
    if (sentence !== null && sentence !== told.current) announce(sentence)
    told.current = sentence
  }, [sentence, announce])
}

const NextButton = ({ onNext }: { onNext: () => void }) => (
  <Button size="small" onClick={onNext} aria-keyshortcuts="N">
    {words.call.next}
    <Kbd keys="N" look="bare" />
  </Button>
)

const RepeatButton = ({ callId }: { callId: string }) => {
  const { repeat } = useCallActs()
  return (
    <Button size="small" onClick={() => repeat(callId)} title={words.call.today.repeat} aria-keyshortcuts="R">
      {words.call.repeat}
      <Kbd keys="R" look="bare" />
    </Button>
  )
}

const RunId = ({ id }: { id: number }) => (
  <div className={css['run']}>
    <span className={css['id']}>{said.run(id)}</span>
    <CopyButton text={String(id)} name={said.run(id)} shortcut="C" hears />
    <Kbd keys="C" />
  </div>
)

const Live = ({ callId }: { callId: string }) => {
  const live = useLiveRun(callId)
  const now = useNow(isGoingOn(live) ? 1_000 : null)
  useTelling(live && words.live.heard(live))
  const told = live && words.live.inShort(live, now)
  return (
    told && (
      <>
        <p className={css['live']}>{told}</p>
        {live.step === 'stale' && <p>{words.live.stale}</p>}
      </>
    )
  )
}

/** What can be done after a call. One that is not settled is to be settled first: it is not offered for repeating. */
const After = ({ call, onNext }: { call: Call; onNext: (() => void) | null }) => (
  <>
    {onNext && <NextButton onNext={onNext} />}
    {mayRepeat(call) && !isUnresolved(call.outcome) && <RepeatButton callId={call.callId} />}
  </>
)

type OfCallProps = { call: Call; hears: boolean; onNext: (() => void) | null }

const OfCall = ({ call, hears, onNext }: OfCallProps) => {
  const { outcome } = call
  const told = words.callState.inWords(outcome)
  const run = outcome.state === 'accepted' && outcome.progress === 'started' ? outcome.workflowRunId : null
  return (
    <>
      <Notice tone={toneOfState(outcome)} title={told.title}>
        {run !== null && <RunId id={run} />}
        {run !== null && <Live callId={call.callId} />}
        <p>
          <Ltr>{call.phoneNumberDisplay}</Ltr>
          {` · ${call.agentName ?? words.call.agentById(call.agentUuid)}`}
        </p>
        <OutcomeText said={told} />
      </Notice>
      <CallResolution call={call} framed hears={hears}>
        {(onNext || !isUnresolved(outcome)) && <After call={call} onNext={onNext} />}
      </CallResolution>
    </>
  )
}

const ShowEarlier = ({ callId }: { callId: string }) => {
  const { show } = useCallActs()
  return (
    <Button size="small" onClick={() => show(callId)}>
      {words.lookUp.show}
    </Button>
  )
}

const OfFailure = ({ failure, number, onNext }: { failure: Failure; number: string; onNext: (() => void) | null }) => {
  const told = words.callState.ofFailure(failure)
  return (
    <Notice
      tone={told.placed === 'unknown' || failure.kind === 'numberLocked' ? 'check' : 'bad'}
      title={told.title}
      acts={
        <>
          {failure.kind === 'numberLocked' && <ShowEarlier callId={failure.call.callId} />}
          {onNext && <NextButton onNext={onNext} />}
        </>
      }
    >
      <p>
        <Ltr>{number}</Ltr>
      </p>
      <OutcomeText said={told} />
    </Notice>
  )
}

const sentenceOf = (last: LastOutcome): string | null => {
  if (last.kind === 'none') return null
  const told =
    last.kind === 'call' ? words.callState.inWords(last.call.outcome) : words.callState.ofFailure(last.failure)
  const run =
    last.kind === 'call' && last.call.outcome.state === 'accepted' ? said.run(last.call.outcome.workflowRunId) : ''
  return [told.title, run, words.callState.placed(told.placed), told.next].filter(Boolean).join('. ')
}

type Props = {
  last: LastOutcome
  at: CallStep
  /** Whether the keys of an outcome are for this one, and not for an earlier call that is looked into. */
  hears: boolean
  onNext: () => void
}

/** What became of the call, in words: what happened, was a call placed, why, what next. */
export const OutcomePanel = ({ last, at, hears, onNext }: Props) => {
  useTelling(sentenceOf(last))
  const next = ['editing', 'recording', 'repeat'].includes(at.step) ? null : onNext
  return (
    <section className={css['panel']} aria-label={said.label} tabIndex={-1} data-outcome>
      {next === null && last.kind !== 'none' && <h2 className={css['earlier']}>{said.earlier}</h2>}
      {last.kind === 'none' && <Empty icon={PhoneOutgoing} title={said.emptyTitle} text={said.emptyText} />}
      {last.kind === 'call' && <OfCall call={last.call} hears={hears} onNext={next} />}
      {last.kind === 'failure' && <OfFailure failure={last.failure} number={last.number} onNext={next} />}
    </section>
  )
}
