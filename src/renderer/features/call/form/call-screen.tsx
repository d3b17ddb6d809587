import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../../../contract/profile.ts'
import { foundRunOf } from '../../../../domain/answered-calls.ts'
import {
  displayStateOf,
  isResolvedAndOver,
  longestCall,
  mayBeInProgressAt,
  mayHaveOtherRun,
  shownOutcome,
} from '../../../../domain/call-state.ts'
import type { PracticeNumber } from '../../../../messages/en/call.ts'
import { messages } from '../../../../messages/index.ts'
import { mayRepeat, useCallActions } from '../../../lib/workspace-context.ts'
import { useLiveRun, useReconciliationJob } from '../../../lib/call-progress.ts'
import { usePage } from '../../../lib/page.ts'
import { useCopy } from '../../../lib/clipboard.ts'
import { isInDialog, isModalOpen, isTyping, keyRepeatMs, useWindowKeys } from '../../../lib/hotkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { AgentField, type AgentFields, useAgentFields } from '../agent/agent-field.tsx'
import type { Check } from '../context/context-checks.ts'
import { ContextField, OpeningPreview } from '../context/context-field.tsx'
import { focusField } from '../context/context-focus.ts'
import { pathText } from '../context/context-rows.ts'
import { type ContextFormModel, useContextForm } from '../context/context-form.tsx'
import { ExternalRequestPanel } from '../external/external-request.tsx'
import { NumberField, useNumberEnter } from '../number/number-field.tsx'
import { entrySentence, mayHaveRungBefore, RecentClock, recentEntries, useRecentNow } from '../number/recent-calls.tsx'
import { OutcomePanel } from '../outcome/outcome-panel.tsx'
import { keysCallOf, UnresolvedCalls } from '../outcome/unresolved-calls.tsx'
import { PastePanel, usePaste } from '../paste/paste-panel.tsx'
import { PreflightLine } from '../preflight/preflight-line.tsx'
import { RouteBelowLink, RouteField, useCallerIds } from '../route/route-field.tsx'
import { Today } from '../today/today.tsx'
import { CallButton, type Readiness, readinessOf } from './call-button.tsx'
import {
  type CallFormState,
  type CallScreenElements,
  type CallStatus,
  cautionsOf,
  staleValuesFrom,
} from './call-form-state.ts'
import type { CallForm } from './call-form.ts'
import type { CallScreenModel } from './call-screen-model.ts'
import css from './call-screen.module.css'
import { FilledFromPanel } from './filled-from.tsx'
import { useStaleValueShortcuts } from './stale-values.tsx'
import { isCommand } from '../../../lib/commands.ts'

type CallScreenProps = {
  call: CallScreenModel
  profile: Profile
  isServiceDown: boolean
  practiceNumbers: readonly PracticeNumber[]
}

/** Renders the Call screen: the form, the call button, the outcome and today's calls. */
export const CallScreen = ({ call, profile, isServiceDown, practiceNumbers }: CallScreenProps) => {
  const { elements } = call
  const form = useStore(call.form.store)
  const { status, last } = form
  const readiness = useReadiness(call, profile)
  const agent = useAgentFields(call)
  const context = useContextForm(call.form, elements.context, agent.known, profile.referenceName)
  const triggerCall = () => {
    // A key pressed while a dialog is open belongs to the dialog.
    if (isModalOpen()) return
    if (readiness.ready) void call.form.triggerCall(readiness.draft)
    else void call.form.readNumberNow()
  }
  const missing = useMissingValues(call, context, agent, triggerCall)
  const lastCallId = last.kind === 'call' ? last.call.callId : ''
  const [job, live] = [useReconciliationJob(lastCallId), useLiveRun(lastCallId)]
  const takesKeys = useStore(call.unresolved.store, (state) => keysCallOf(state) === null)
  const next = () => {
    call.form.next()
    elements.number.current?.select()
  }
  // Ctrl+Enter may be pressed before the number has been parsed, so it waits for that, like Enter in the number field.
  useCallShortcuts(call, useNumberEnter(call, form, triggerCall), next)
  useFocusOnOutcome(status.step, elements)
  usePaste(call)
  useStaleValueShortcuts(call.form, call.clearedValues)
  useRefreshOnReturn(call)
  return (
    <RecentClock form={call.form.store} practice={profile.kind === 'practice'}>
      <div className={css['screen']}>
        <section className={css['form']} aria-label={messages.call.formLabel}>
          <AgentField call={call} text={agent.text} onChosen={missing.focusFirstSoon} />
          <NumberField
            call={call}
            practice={profile.kind === 'practice'}
            practiceNumbers={practiceNumbers}
            onEnter={missing.focusFirstOrCall}
          />
          <ContextField call={call} form={context} agent={agent} />
          <RouteField call={call} />
          <div className={css['foot']}>
            <PreflightLine {...{ call, profile, isServiceDown, agent, context }} />
            <div className={css['call']}>
              <RouteBelowLink route={elements.route} />
              <CallButton
                elements={elements}
                status={status}
                readiness={readiness}
                foundRunId={job?.foundRunId ?? null}
                live={live}
                needsMore={missing.isFirstShown}
                without={missing.names}
                cautions={cautionsOf(form)}
                triggerCall={triggerCall}
              />
            </div>
          </div>
        </section>
        <div className={css['side']}>
          <ExternalRequestPanel form={call.form} agents={call.agents} request={call.externalRequest} />
          <FilledFromPanel form={call.form} filledFrom={call.filledFrom} profileName={profile.name} />
          <PastePanel form={call.form} paste={call.paste} />
          <OpeningPreview call={call} text={agent.text} readiness={readiness} />
          <UnresolvedCalls form={call.form.store} unresolved={call.unresolved} panel={elements.outcome} />
          <OutcomePanel
            panel={elements.outcome}
            last={last}
            status={status}
            announcedRef={call.announcedOutcome}
            takesKeys={takesKeys}
            onNext={next}
          />
        </div>
        <Today today={call.today} />
        {status.step === 'repeat' && (
          <RepeatDialog
            status={status}
            form={call.form}
            number={elements.number}
            practice={profile.kind === 'practice'}
          />
        )}
      </div>
    </RecentClock>
  )
}

/** Reads again what is old when the user opens the screen or returns to the window. */
const useRefreshOnReturn = ({ refreshOld }: CallScreenModel): void =>
  useEffect(() => {
    refreshOld()
    window.addEventListener('focus', refreshOld)
    return () => window.removeEventListener('focus', refreshOld)
  }, [refreshOld])

const useReadiness = (call: CallScreenModel, profile: Profile): Readiness => {
  const form = useStore(call.form.store)
  const configurations = useStore(call.configurations.store)
  const callerIds = useCallerIds(call)
  const labels = useStore(call.routeLabels.list.store).data?.value ?? []
  return readinessOf(form, { configurations, callerIds, labels }, profile)
}

const isMissing = ({ code }: Check): boolean => code === 'missing' || code === 'empty'

/**
 * Returns the names of the missing required values. Enter moves to the first one, or calls if there is none; Ctrl+Enter
 * always calls. `focusFirstSoon` focuses the first one once the fields of a newly chosen agent have loaded.
 */
const useMissingValues = (
  { form, elements }: CallScreenModel,
  { checks }: ContextFormModel,
  { text }: AgentFields,
  triggerCall: () => void,
) => {
  const [requested, setRequested] = useState(0)
  const handled = useRef(0)
  const view = useStore(form.store, ({ contextView }) => contextView)
  const missing = checks.filter(isMissing)
  const firstShown = view === 'form' ? missing[0] : undefined
  const focusFirstOrCall = () => {
    const { agent, status, numberText } = form.store.getState()
    if (status.step !== 'editing' || numberText.trim() === '') return triggerCall()
    if (agent.kind === 'empty') return elements.agent.current?.querySelector('input')?.focus()
    if (firstShown === undefined || !focusField(elements.context, firstShown.path)) triggerCall()
  }
  const isLoaded = text !== null && (text.data !== null || text.step === 'failed')
  useEffect(() => {
    if (requested === handled.current || !isLoaded) return
    handled.current = requested
    const { activeElement } = document
    // Do not move focus if the user has moved it.
    if (activeElement !== document.body && !elements.agent.current?.contains(activeElement)) return
    const first = checks.find(isMissing)
    if (form.store.getState().numberText.trim() === '') elements.number.current?.focus()
    else if (first === undefined || !focusField(elements.context, first.path)) elements.callButton.current?.focus()
  }, [requested, isLoaded, checks, form, elements])
  return {
    names: missing.map(({ path }) => pathText(path)),
    isFirstShown: firstShown !== undefined,
    focusFirstOrCall,
    focusFirstSoon: () => setRequested((count) => count + 1),
  }
}

const isCalled = (step: CallStatus['step']): boolean => step === 'following' || step === 'settled' || step === 'refused'

const useCallShortcuts = (call: CallScreenModel, triggerCall: () => void, next: () => void): void => {
  const copy = useCopy()
  const { repeat } = useCallActions()
  useWindowKeys((event) => {
    if (isInDialog(event)) return
    if (isCommand(event, 'callFromField') && !event.repeat) return triggerCall()
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
    const { last, status } = call.form.store.getState()
    // The digit is then typed into the number field, where it replaces the called number.
    if (/^[+\d]$/.test(event.key) && isCalled(status.step)) return next()
    if (isCommand(event, 'nextCall') && status.step !== 'editing' && status.step !== 'recording') {
      event.preventDefault()
      next()
    }
    const newest = call.today.calls.store.getState().data?.value[0]
    if (
      isCommand(event, 'repeatLast') &&
      newest &&
      mayRepeat(newest) &&
      status.step !== 'recording' &&
      status.step !== 'repeat'
    ) {
      event.preventDefault()
      repeat(newest.callId)
    }
    const outcome = last.kind === 'call' ? last.call.outcome : null
    // While a run is in progress, the run's copy button handles C.
    if (isCommand(event, 'copyRunId') && outcome?.state === 'accepted' && outcome.progress !== 'started')
      void copy(String(outcome.workflowRunId))
  })
}

const textFields = '[data-number-field], [data-context-field], [data-json-editor], [data-json-plain]'

/** Moves focus out of text fields once the call has been sent or refused, so that the outcome's shortcuts work. */
const useFocusOnOutcome = (step: CallStatus['step'], { outcome }: CallScreenElements): void => {
  useEffect(() => {
    if (isCalled(step) && document.activeElement?.matches(textFields)) outcome.current?.focus({ preventScroll: true })
  }, [step, outcome])
}

const repeatMessages = messages.repeatCall

type RepeatStatus = Extract<CallStatus, { step: 'repeat' }>
type RepeatDialogProps = {
  status: RepeatStatus
  form: CallForm
  number: RefObject<HTMLElement | null>
  practice: boolean
}

/**
 * Asks the user to confirm a call that a guard stopped. Cancel is focused, so that placing the call is a deliberate
 * choice.
 */
const RepeatDialog = ({ status, form, number, practice }: RepeatDialogProps) => {
  const { announce } = usePage()
  const now = useRecentNow()
  const cancelButton = useRef<HTMLButtonElement>(null)
  const guard = useKeyRepeatGuard()
  const recent = useStore(form.store, (state) => state.recent)
  const { title, confirm } = repeatMessages.questions[currentFailure(status.failure, recent, now).reason]
  const valuesFrom = useStore(form.store, staleValuesFrom)
  const sentences = repeatSentences(status, recent, { practice, now, valuesFrom })
  const [announcement] = useState(() => [title, ...sentences.slice(0, -1)].join(' '))
  useEffect(() => announce(announcement), [announce, announcement])
  const cancel = () => {
    form.cancelRepeat()
    announce(repeatMessages.cancelled)
  }
  return (
    <Dialog
      title={title}
      open
      isKept
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
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Dialog>
  )
}

/** Returns why a guard stopped the call, with the present state of the earlier call, which may have ended since. */
const currentFailure = (
  failure: RepeatStatus['failure'],
  { calls }: CallFormState['recent'],
  now: number,
): RepeatStatus['failure'] => {
  const { call, reason } = failure
  const known = call && calls.find(({ callId }) => callId === call.callId)
  if (!call || !known) return failure
  const foundRun = foundRunOf(known.outcome) ?? undefined
  const hasEnded = isResolvedAndOver(known.outcome)
  const hasOtherRun = mayHaveOtherRun(known.outcome)
  const earlier = { ...call, state: displayStateOf(shownOutcome(known, now)), foundRun, hasEnded, hasOtherRun }
  const isOver = reason === 'inProgress' && !mayBeInProgressAt(known, new Date(now).toISOString())
  return { ...failure, call: earlier, ...(isOver && { reason: 'calledRecently' }) }
}

/**
 * Returns why a guard stopped the call, from which number the values are if they came with another one, and last what
 * calling means. After a gap in the history, the form may still know an earlier call, because it also lists the services'
 * runs.
 */
export const repeatSentences = (
  status: RepeatStatus,
  recent: CallFormState['recent'],
  { practice, now, valuesFrom }: { practice: boolean; now: number; valuesFrom: string | null },
): string[] => {
  const { draft } = status
  const failure = currentFailure(status.failure, recent, now)
  const { questions, knownCall, historyGapAfterCall } = repeatMessages
  const isOfNumber = failure.reason === 'historyGap' && recent.dial === draft.phoneNumber
  const known = isOfNumber ? recentEntries(recent, practice).find(mayHaveRungBefore) : undefined
  const values = valuesFrom === null ? [] : [repeatMessages.valuesFrom(valuesFrom)]
  if (known === undefined)
    return [...reasonsFor({ ...status, failure }, now), ...values, questions[failure.reason].text]
  const call = knownCall(draft.phoneNumberDisplay, entrySentence(known, now))
  return [call, historyGapAfterCall, ...values, questions.calledRecently.text]
}

const reasonsFor = ({ draft, failure }: RepeatStatus, now: number): string[] => {
  const { call, reason } = failure
  if (reason === 'doNotCall') return [messages.failure.describe(failure).why]
  if (reason === 'shortNumber') return [repeatMessages.shortNumber(draft.phoneNumberDisplay)]
  if (reason === 'historyGap' || !call) return [repeatMessages.historyGap(draft.phoneNumberDisplay)]
  const at = Date.parse(call.at)
  const age = messages.time.agoOrAt(at, now)
  const tag = messages.callState.tagOf(call.state)
  const mayLackEnd = call.state === 'accepted' || (call.state === 'resolvedPlaced' && call.hasEnded !== true)
  const lacksEnd = mayLackEnd && now - at <= longestCall
  // The record of an erased call has no number.
  const number = call.phoneNumberDisplay || draft.phoneNumberDisplay
  if (call.state === 'resolvedNotPlaced') {
    const { resolvedNotPlaced } = repeatMessages
    return [resolvedNotPlaced(number, age, call.profileName, call.foundRun)]
  }
  if (reason === 'inProgress' || lacksEnd) {
    const { resolvedPlaced, inProgress, recentInProgress } = repeatMessages
    if (call.state === 'resolvedPlaced') return [resolvedPlaced(number, age, call.profileName, call.hasOtherRun)]
    const sentence = reason === 'inProgress' ? inProgress : recentInProgress
    return [sentence(number, age, call.profileName)]
  }
  return [repeatMessages.recentCall(number, age, call.profileName), ...(tag ? [repeatMessages.outcome(tag)] : [])]
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
