import { ArrowRight, PhoneOutgoing } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Call } from '../../../../contract/call.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { displayStateOf, isUnresolved } from '../../../../domain/call-state.ts'
import { messages } from '../../../../messages/index.ts'
import { mayRepeat, useCallActions } from '../../../lib/workspace-context.ts'
import { isInProgress, useLiveRun } from '../../../lib/call-progress.ts'
import { useNow, usePage } from '../../../lib/page.ts'
import { Button, CopyButton, Kbd } from '../../../ui/button.tsx'
import { CallResolution } from '../../../ui/call-resolution/call-resolution.tsx'
import { Empty, Notice, OutcomeText } from '../../../ui/notice.tsx'
import { LearnedCard } from '../../../ui/learned.tsx'
import { Ltr } from '../../../ui/text.tsx'
import { endIcons, toneAndIconOf } from '../../../ui/tag.tsx'
import type { CallStatus, LastOutcome } from '../form/call-form-state.ts'
import css from './outcome-panel.module.css'
import { ResultActions } from './result-actions.tsx'
import { ariaKeysOf, keysOf } from '../../../lib/commands.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { keyRepeatMs } from '../../../lib/hotkeys.ts'
import type { CallForm } from '../form/call-form.ts'

const outcomeMessages = messages.call.outcome

type OutcomePanelProps = {
  panel: RefObject<HTMLElement | null>
  last: LastOutcome
  status: CallStatus
  /** False while an earlier call's actions are open, because the shortcuts then apply to that call. */
  takesKeys: boolean
  onNext: () => void
}

/** Shows the outcome of the latest call: what happened, whether a call was placed, why, and what to do next. */
export const OutcomePanel = ({ panel, last, status, takesKeys, onNext }: OutcomePanelProps) => {
  useAnnounceNew(outcomeSentence(last))
  const next = ['editing', 'recording', 'repeat'].includes(status.step) ? null : onNext
  return (
    <section ref={panel} className={css['panel']} aria-label={outcomeMessages.label} tabIndex={-1}>
      {next === null && last.kind !== 'none' && <h2 className={css['earlier']}>{outcomeMessages.previous}</h2>}
      {last.kind === 'none' && (
        <Empty icon={PhoneOutgoing} title={outcomeMessages.emptyTitle} text={outcomeMessages.emptyText} />
      )}
      {last.kind === 'call' && <CallOutcome call={last.call} takesKeys={takesKeys} onNext={next} />}
      {last.kind === 'failure' && <FailureOutcome failure={last.failure} number={last.number} onNext={next} />}
    </section>
  )
}

const outcomeSentence = (last: LastOutcome): string | null => {
  if (last.kind === 'none') return null
  const outcome = last.kind === 'call' ? last.call.outcome : null
  const text =
    last.kind === 'call'
      ? messages.callState.describe(last.call.outcome)
      : messages.callState.describeFailure(last.failure)
  const run = outcome?.state === 'accepted' ? outcomeMessages.run(outcome.workflowRunId) : ''
  return [text.title, run, messages.callState.placed(text.placed), text.next].filter(Boolean).join('. ')
}

/** Announces each new sentence once, but not the one shown when the screen opened. */
const useAnnounceNew = (sentence: string | null): void => {
  const { announce } = usePage()
  const announced = useRef(sentence)
  useEffect(() => {
    if (sentence !== null && sentence !== announced.current) announce(sentence)
    announced.current = sentence
  }, [sentence, announce])
}

type CallOutcomeProps = Pick<OutcomePanelProps, 'takesKeys'> & { call: Call; onNext: (() => void) | null }

const CallOutcome = ({ call, takesKeys, onNext }: CallOutcomeProps) => {
  const { outcome } = call
  const { repeat } = useCallActions()
  const state = displayStateOf(outcome)
  const text = messages.callState.describe(outcome)
  const run = outcome.state === 'accepted' && outcome.progress === 'started' ? outcome.workflowRunId : null
  // An unresolved call must be resolved before it is repeated.
  const canRepeat = mayRepeat(call) && !isUnresolved(outcome)
  return (
    <>
      <Notice tone={toneAndIconOf(state).tone} icon={endIcons[state]} title={text.title}>
        {run !== null && (
          <>
            <div className={css['run']}>
              <span className={css['id']}>{outcomeMessages.run(run)}</span>
              <CopyButton text={String(run)} name={outcomeMessages.run(run)} command="copyRunId" />
              <Kbd keys={keysOf('copyRunId')} />
            </div>
            <LiveRun callId={call.callId} />
          </>
        )}
        <p>
          <Ltr>{call.phoneNumberDisplay}</Ltr>
          {` · ${call.agentName ?? messages.call.agentById(call.agentUuid)}`}
        </p>
        <OutcomeText text={text} />
      </Notice>
      <CallResolution call={call} framed hasShortcuts={takesKeys}>
        {canRepeat && (
          <Button
            size="small"
            onClick={() => repeat(call.callId)}
            title={messages.call.today.repeat}
            aria-keyshortcuts={ariaKeysOf('repeatLast')}
          >
            {messages.call.repeat}
            <Kbd keys={keysOf('repeatLast')} look="bare" />
          </Button>
        )}
      </CallResolution>
      <Result callId={call.callId} />
      <ResultActions call={call} hasKeys={takesKeys && onNext !== null} />
      {onNext && <NextButton onNext={onNext} />}
    </>
  )
}

/** Shows what the agent learned, once the run is over. */
const Result = ({ callId }: { callId: string }) => {
  const run = useLiveRun(callId)?.run
  return run?.isCompleted ? <LearnedCard learned={run.learned} /> : null
}

const LiveRun = ({ callId }: { callId: string }) => {
  const live = useLiveRun(callId)
  const now = useNow(isInProgress(live) ? 1_000 : null)
  useAnnounceNew(live && messages.live.announcement(live))
  const summary = live && messages.live.summary(live, now)
  return (
    summary && (
      <>
        <p className={css['live']}>{summary}</p>
        {live.step === 'stale' && <p>{messages.live.stale}</p>}
      </>
    )
  )
}

const NextButton = ({ onNext }: { onNext: () => void }) => (
  <div className={css['foot']}>
    <Button variant="loud" className={css['next']} onClick={onNext} aria-keyshortcuts={ariaKeysOf('nextCall')}>
      <ArrowRight aria-hidden />
      {messages.call.next}
      <Kbd keys={keysOf('nextCall')} look="onColor" />
    </Button>
  </div>
)

type FailureOutcomeProps = { failure: Failure; number: string; onNext: (() => void) | null }

const FailureOutcome = ({ failure, number, onNext }: FailureOutcomeProps) => {
  const { show } = useCallActions()
  const text = messages.callState.describeFailure(failure)
  return (
    <>
      <Notice
        tone={text.placed === 'unknown' || failure.kind === 'numberLocked' ? 'check' : 'bad'}
        title={text.title}
        actions={
          failure.kind === 'numberLocked' && (
            <Button size="small" onClick={() => show(failure.call.callId)}>
              {messages.reconciliation.show}
            </Button>
          )
        }
      >
        <p>
          <Ltr>{number}</Ltr>
        </p>
        <OutcomeText text={text} />
      </Notice>
      {onNext && <NextButton onNext={onNext} />}
    </>
  )
}

const repeatMessages = messages.repeatCall

type RepeatStatus = Extract<CallStatus, { step: 'repeat' }>
type RepeatDialogProps = { status: RepeatStatus; form: CallForm; number: RefObject<HTMLElement | null> }

/**
 * Asks the user to confirm a call that a guard stopped. Cancel is focused, so that placing the call is a deliberate
 * choice.
 */
export const RepeatDialog = ({ status, form, number }: RepeatDialogProps) => {
  const { announce } = usePage()
  const now = useNow(1_000)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const guard = useKeyRepeatGuard()
  const { title, text, confirm } = repeatMessages.questions[status.failure.reason]
  const [announcement] = useState(() => [title, ...reasonsFor(status, now)].join(' '))
  useEffect(() => announce(announcement), [announce, announcement])
  const cancel = () => {
    form.cancelRepeat()
    announce(repeatMessages.cancelled)
  }
  return (
    <Dialog
      title={title}
      open
      onClose={cancel}
      first={cancelButton}
      after={() => number.current}
      foot={
        <>
          <Button ref={cancelButton} onKeyDown={guard} onClick={cancel}>
            {messages.common.cancel}
          </Button>
          <Button variant="danger" onKeyDown={guard} onClick={() => void form.confirmRepeat()}>
            {confirm(status.draft.phoneNumberDisplay)}
          </Button>
        </>
      }
    >
      <div>
        {reasonsFor(status, now).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>{text}</p>
      </div>
    </Dialog>
  )
}

const reasonsFor = ({ draft, failure }: RepeatStatus, now: number): string[] => {
  const { call, reason } = failure
  if (reason === 'doNotCall') return [messages.failure.describe(failure).why]
  if (reason === 'shortNumber') return [repeatMessages.shortNumber(draft.phoneNumberDisplay)]
  if (reason === 'historyGap' || !call) return [repeatMessages.historyGap(draft.phoneNumberDisplay)]
  const age = messages.time.ago(Math.max(0, now - Date.parse(call.at)))
  const tag = messages.callState.tagOf(call.state)
  if (reason === 'inProgress') return [repeatMessages.inProgress(call.phoneNumberDisplay, age, call.profileName)]
  return [
    repeatMessages.recentCall(call.phoneNumberDisplay, age, call.profileName),
    ...(tag ? [repeatMessages.outcome(tag)] : []),
  ]
}

/**
 * Ignores Enter and Space while they are held down and right after the dialog opens, because they were meant for the
 * call button.
 */
const useKeyRepeatGuard = () => {
  const { now } = usePage()
  const openedAt = useRef(now())
  return (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ' ') && (event.repeat || now() - openedAt.current < keyRepeatMs))
      event.preventDefault()
  }
}
