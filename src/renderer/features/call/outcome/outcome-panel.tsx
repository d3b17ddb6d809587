import {
  ArrowRight,
  Ban,
  BellRing,
  type LucideIcon,
  MessagesSquare,
  PhoneOutgoing,
  Play,
  StickyNote,
  UserRound,
} from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Call } from '../../../../contract/call.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { LiveRun as PolledRun } from '../../../../contract/run.ts'
import { artifactsOf, followedOutcome } from '../../../../domain/call-end.ts'
import { displayStateOf, isUnresolved } from '../../../../domain/call-state.ts'
import { messages } from '../../../../messages/index.ts'
import { mayCallAgain, mayRepeat, useCallActions } from '../../../lib/workspace-context.ts'
import { isInProgress, useLiveRun, useShownOutcome } from '../../../lib/call-progress.ts'
import { useNotes } from '../../../lib/notes.ts'
import { useNow, usePage } from '../../../lib/page.ts'
import { Button, CopyButton, Kbd } from '../../../ui/button.tsx'
import { CallResolution } from '../../../ui/call-resolution/call-resolution.tsx'
import { Empty, FailureNotice, Notice, OutcomeText } from '../../../ui/notice.tsx'
import { LearnedCard } from '../../../ui/learned.tsx'
import { Ltr } from '../../../ui/text.tsx'
import { endIcons, toneAndIconOf } from '../../../ui/tag.tsx'
import type { CallStatus, LastOutcome } from '../form/call-form-state.ts'
import css from './outcome-panel.module.css'
import { ariaKeysOf, type CommandId, keysOf, useCommands } from '../../../lib/commands.ts'
import { useDoNotCallOf, useOutcomeText, useReminderOf } from '../../../lib/people.ts'
import { createQuery, settle, valueOf } from '../../../lib/query.ts'
import { DoNotCallDialog } from '../../../ui/do-not-call-dialog.tsx'
import { useStore } from 'zustand'
import { NoteDialog } from '../../../ui/note-dialog.tsx'

const outcomeMessages = messages.call.outcome

type OutcomePanelProps = {
  panel: RefObject<HTMLElement | null>
  last: LastOutcome
  status: CallStatus
  /** The outcome that was announced last; it outlives the screen. */
  announcedRef: RefObject<string | null>
  /** False while an earlier call, opened since, takes the shortcuts that both have. */
  takesKeys: boolean
  onNext: () => void
}

/** Shows the outcome of the latest call: what happened, whether a call was placed, why, and what to do next. */
export const OutcomePanel = ({ panel, last, status, announcedRef, takesKeys, onNext }: OutcomePanelProps) => {
  const isDoNotCall = useDoNotCallOf(last.kind === 'call' ? last.call : null) !== null
  const live = useLiveRun(last.kind === 'call' ? last.call.callId : '')
  const event = outcomeSentence(withoutFoundRun(last), live, false)
  useAnnounceNew(outcomeSentence(last, live, isDoNotCall), event, announcedRef)
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

/** A run that is found before the response is announced with the reconciliation. */
const withoutFoundRun = (last: LastOutcome): LastOutcome => {
  if (last.kind !== 'call' || last.call.outcome.state !== 'sending') return last
  const { state, since } = last.call.outcome
  return { kind: 'call', call: { ...last.call, outcome: { state, since } } }
}

const outcomeSentence = (last: LastOutcome, live: PolledRun | null, isDoNotCall: boolean): string | null => {
  if (last.kind === 'none') return null
  const outcome = last.kind === 'call' ? last.call.outcome : null
  const text =
    last.kind === 'call'
      ? messages.live.describe(last.call.outcome, live, isDoNotCall)
      : messages.callState.describeFailure(last.failure)
  const run = outcome?.state === 'accepted' ? outcomeMessages.run(outcome.workflowRunId) : ''
  return [text.title, run, messages.callState.placed(text.placed), text.next].filter(Boolean).join('. ')
}

/**
 * Announces the sentence once for each value of `event` other than `announcedRef`, the latest one, and withdraws it when
 * the component is removed, because it may become false while another screen is open. Adding a number to the do-not-call
 * list changes the sentence but is announced separately.
 */
const useAnnounceNew = (
  sentence: string | null,
  event: string | null,
  announcedRef: RefObject<string | null>,
): void => {
  const { announce, withdraw } = usePage()
  const lastSentence = useRef<string | null>(null)
  useEffect(() => {
    let isRemoved = false
    // StrictMode runs effects twice at first, and the first cleanup would withdraw the sentence.
    queueMicrotask(() => {
      if (isRemoved) return
      if (sentence !== null && event !== announcedRef.current) {
        announce(sentence)
        lastSentence.current = sentence
      }
      announcedRef.current = event
    })
    return () => void (isRemoved = true)
  }, [sentence, event, announcedRef, announce])
  useEffect(
    () => () => {
      if (lastSentence.current !== null) withdraw(lastSentence.current)
    },
    [withdraw],
  )
}

type CallOutcomeProps = Pick<OutcomePanelProps, 'takesKeys'> & { call: Call; onNext: (() => void) | null }

const CallOutcome = ({ call, takesKeys, onNext }: CallOutcomeProps) => {
  const { outcome } = call
  const { repeat } = useCallActions()
  const state = displayStateOf(followedOutcome(useShownOutcome(call), useLiveRun(call.callId)).outcome)
  const text = useOutcomeText(call)
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
            <LiveRun call={call} />
          </>
        )}
        <p>
          <Ltr>{call.phoneNumberDisplay || messages.common.numberErased}</Ltr>
          {` · ${call.agentName ?? messages.call.agentById(call.agentUuid)}`}
        </p>
        <OutcomeText text={text} />
      </Notice>
      <div className={css['after']}>
        <CallResolution call={call} framed hasShortcuts={takesKeys}>
          {canRepeat && (
            <Button
              size="small"
              onClick={() => repeat(call.callId)}
              title={messages.call.today.repeat}
              aria-keyshortcuts={ariaKeysOf('repeatLast')}
            >
              {messages.call.repeat}
              <Kbd keys={keysOf('repeatLast')} variant="bare" />
            </Button>
          )}
        </CallResolution>
        <Result callId={call.callId} />
        <ResultActions call={call} hasKeys={onNext !== null} takesKeys={takesKeys} />
        {onNext && <NextButton onNext={onNext} />}
      </div>
    </>
  )
}

/** Shows what the agent learned, once the run is over. */
const Result = ({ callId }: { callId: string }) => {
  const run = useLiveRun(callId)?.run
  return run?.isCompleted ? <LearnedCard learned={run.learned} /> : null
}

const LiveRun = ({ call: { callId, preparedAt } }: { call: Call }) => {
  const live = useLiveRun(callId)
  const now = useNow(isInProgress(live) ? 1_000 : null)
  const progress = live && messages.live.announcement(live, preparedAt, now)
  // The progress shown when the screen opened isn't announced.
  useAnnounceNew(progress, progress, useRef(progress))
  const summary = live && messages.live.summary(live, preparedAt, now)
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
      <Kbd keys={keysOf('nextCall')} variant="onColor" />
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
              {messages.common.showCall}
            </Button>
          )
        }
      >
        <p>
          <Ltr>{number}</Ltr>
        </p>
        <OutcomeText text={text} />
      </Notice>
      <div className={css['after']}>{onNext && <NextButton onNext={onNext} />}</div>
    </>
  )
}

const actionText = messages.afterCall

/** Time until a reminder is due, in milliseconds: half an hour, after which a busy line is usually free. */
const reminderDelay = 30 * 60_000

/**
 * Returns the call's reminder and an action that removes it or, if there is none, sets one for half an hour from now. A
 * reminder never dials.
 */
const useReminder = (call: Call) => {
  const { api, now, announce } = usePage()
  const reminder = useReminderOf(call.callId)
  const toggle = async () => {
    if (reminder) {
      const removed = await settle(api.removeReminder({ reminderId: reminder.reminderId }))
      return announce(removed.ok ? actionText.reminderRemoved : messages.failure.describe(removed.failure).title)
    }
    const dueAt = new Date(now() + reminderDelay).toISOString()
    const set = await settle(api.setReminder({ callId: call.callId, dueAt }))
    return announce(set.ok ? actionText.reminderSet(set.value.dueAt) : messages.failure.describe(set.failure).title)
  }
  return { reminder, toggle }
}

type ActionProps = {
  icon: LucideIcon
  text: string
  command?: CommandId | undefined
  isWide?: boolean
  isPressed?: boolean
  onClick: () => void
}

const Action = ({ icon: Icon, text, command, isWide = false, isPressed, onClick }: ActionProps) => (
  <Button
    size="small"
    className={isWide ? `${css['action']} ${css['wide']}` : css['action']}
    aria-pressed={isPressed}
    aria-keyshortcuts={command && ariaKeysOf(command)}
    onClick={onClick}
  >
    <Icon aria-hidden />
    <span>{text}</span>
    {command && <Kbd keys={keysOf(command)} variant="bare" />}
  </Button>
)

type ResultActionsProps = Pick<OutcomePanelProps, 'takesKeys'> & { call: Call; hasKeys: boolean }

/**
 * Shows the actions after a call: open the transcript, listen, set a reminder, stop calls to the number, write a note.
 */
const ResultActions = ({ call, hasKeys, takesKeys }: ResultActionsProps) => {
  const { showResult, showPerson } = useCallActions()
  const { announce } = usePage()
  const [dialog, setDialog] = useState<'doNotCall' | 'note' | null>(null)
  const { reminder, toggle } = useReminder(call)
  const entry = useDoNotCallOf(call)
  const hasDraft = useStore(useNotes().store, (drafts) => drafts[call.callId]?.step === 'closed')
  const artifacts = artifactsOf(call.outcome, useLiveRun(call.callId)?.run ?? null)
  const hasNumber = mayRepeat(call)
  const isSettled = !isUnresolved(call.outcome)
  // A call that was not placed needs no reminder, because it can be placed now. A listed number gets none.
  const mayRemind = hasNumber && isSettled && !mayCallAgain(call) && (entry === null || reminder !== null)
  const openTranscript = artifacts.transcript === 'available' ? () => showResult(call.callId, 'showTranscript') : null
  const listen = artifacts.recording === 'available' ? () => showResult(call.callId, 'playRecording') : null
  // A file may expire, so the user can add its numbers to the do-not-call list.
  const added = entry?.importId === undefined ? entry : null
  const stopCalls = () => (added ? announce(messages.doNotCall.since(added)) : setDialog('doNotCall'))
  const ifHasKeys = (action: (() => unknown) | null) => (hasKeys ? action : null)
  useCommands({
    openTranscript: ifHasKeys(openTranscript),
    listen: ifHasKeys(listen),
    // The actions of an opened earlier call use the same key.
    callAgain: ifHasKeys(mayRemind && takesKeys ? () => void toggle() : null),
    doNotCall: ifHasKeys(hasNumber ? stopCalls : null),
    noteOnCall: ifHasKeys(() => setDialog('note')),
  })
  const keys = (command: CommandId) => (hasKeys ? command : undefined)
  return (
    <div className={css['actions']} role="group" aria-label={actionText.actions}>
      {openTranscript && (
        <Action
          icon={MessagesSquare}
          text={actionText.openTranscript}
          command={keys('openTranscript')}
          onClick={openTranscript}
        />
      )}
      {listen && <Action icon={Play} text={actionText.listen} command={keys('listen')} onClick={listen} />}
      {mayRemind && (
        <Action
          icon={BellRing}
          text={reminder ? actionText.reminderAt(reminder.dueAt) : actionText.remindMe}
          command={takesKeys ? keys('callAgain') : undefined}
          isWide
          isPressed={reminder !== null}
          onClick={() => void toggle()}
        />
      )}
      {hasNumber && (
        <Action
          icon={Ban}
          text={added ? actionText.isDoNotCall : actionText.doNotCall}
          command={keys('doNotCall')}
          isPressed={added !== null}
          onClick={stopCalls}
        />
      )}
      <Action
        icon={StickyNote}
        text={hasDraft ? actionText.noteDraft : actionText.note}
        command={keys('noteOnCall')}
        isWide={hasDraft}
        onClick={() => setDialog('note')}
      />
      {hasNumber && <Action icon={UserRound} text={actionText.person} isWide onClick={() => showPerson(call)} />}
      {dialog === 'doNotCall' && <DoNotCallDialog number={call} onClose={() => setDialog(null)} />}
      {dialog === 'note' && <CallNoteDialog call={call} onClose={() => setDialog(null)} />}
    </div>
  )
}

const noteText = messages.runs.note

const CallNoteDialog = ({ call, onClose }: { call: Call; onClose: () => void }) => {
  const { api, now, announce } = usePage()
  const { callId, phoneNumberDisplay } = call
  const notes = useNotes()
  const detail = useMemo(() => createQuery(() => api.getCall({ callId }), now), [api, now, callId])
  const loaded = useStore(detail.store)
  useEffect(() => void detail.load(), [detail])
  const save = async (text: string) => {
    notes.edit(callId, text)
    const saved = await notes.save(callId, (note) => api.setCallNote({ callId, note }))
    if (saved?.ok) announce(saved.value.note ? noteText.saved : noteText.removed)
  }
  return (
    <NoteDialog
      title={messages.afterCall.noteOn(phoneNumberDisplay || messages.common.numberErased)}
      label={noteText.field}
      id={callId}
      saved={valueOf(loaded)?.note?.text ?? ''}
      isReady={loaded.data !== null}
      onSave={(text) => void save(text)}
      onClose={onClose}
    >
      {loaded.step === 'failed' && <FailureNotice failure={loaded.failure} />}
    </NoteDialog>
  )
}
