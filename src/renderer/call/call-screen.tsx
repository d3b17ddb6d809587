import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../contract/profile.ts'
import { isModalOpen } from '../design/modal.ts'
import { mayRepeat } from '../shell/call-again.ts'
import { useCallActs } from '../shell/call-acts.ts'
import { isInDialog, isTyping, useWindowKeys } from '../shell/shortcuts.ts'
import { useCopy } from '../shell/use-copy.ts'
import { useLookUp } from '../shell/look-up/look-ups-store.ts'
import type { PracticeNumber } from '../words/english/practice-numbers.ts'
import { words } from '../words/words.ts'
import { AgentField } from './agent-field.tsx'
import { AskedPanel } from './asked-panel.tsx'
import { CallButton } from './call-button.tsx'
import type { CallDesk } from './call-desk.ts'
import type { CallStep } from './call-state.ts'
import css from './call-screen.module.css'
import { CallsFromField } from './calls-from-field.tsx'
import { ContextField } from './context-field.tsx'
import { LightsLine } from './lights-line.tsx'
import { NumberField } from './number-field.tsx'
import { OpeningPreview } from './opening-preview.tsx'
import { OutcomePanel } from './outcome-panel.tsx'
import { PastedPanel } from './pasted-panel.tsx'
import { readinessOf, type Readiness } from './readiness.ts'
import { RepeatDialog } from './repeat-dialog.tsx'
import { RouteBelow } from './route-below.tsx'
import { Today } from './today.tsx'
import { UnsettledCalls } from './unsettled-calls.tsx'
import { openedOf } from './unsettled-store.ts'
import { useAgentFields } from './use-agent-fields.ts'
import { useCallerIds } from './use-caller-ids.ts'
import { useContextForm } from './use-context-form.ts'
import { useEmptying } from './use-emptying.ts'
import { usePasting } from './use-pasting.ts'
import { useGoingOn } from './use-going-on.ts'
import { useNumberEnter } from './use-number-enter.ts'

type Props = { call: CallDesk; profile: Profile; practiceNumbers: readonly PracticeNumber[] }

const useReadiness = (call: CallDesk, profile: Profile): Readiness => {
  const form = useStore(call.form.store)
  const configurations = useStore(call.configurations.store)
  const callerIds = useCallerIds(call)
  const past = useStore(call.past.store, (state) => state.calls)
  const labels = useStore(call.labels.list.store).known?.value ?? []
  return readinessOf(form, { configurations, callerIds, past, labels }, profile)
}

/** Selects the number field, where the next call begins. */
const selectNumber = (): void => document.querySelector<HTMLInputElement>('[data-number-field]')?.select()

const isUnderWay = (step: CallStep['step']): boolean => step === 'following' || step === 'settled'

const takesText = '[data-number-field], [data-context-field], [data-json-editor], [data-json-plain]'

/** Once the call is on its way, the keys of its outcome work: a field would take them for text. */
const useFocusOnOutcome = (step: CallStep['step']): void => {
  useEffect(() => {
    if (isUnderWay(step) && document.activeElement?.matches(takesText))
      document.querySelector<HTMLElement>('[data-outcome]')?.focus({ preventScroll: true })
  }, [step])
}

const useCallKeys = (call: CallDesk, submit: () => void, next: () => void): void => {
  const copy = useCopy()
  const { repeat } = useCallActs()
  useWindowKeys((event) => {
    if (isInDialog(event)) return
    if (event.ctrlKey && event.key === 'Enter' && !event.repeat) return submit()
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
    const { last, at } = call.form.store.getState()
    // The digit itself lands in the number field, in the place of the number that was called.
    if (/^[+\d]$/.test(event.key) && isUnderWay(at.step)) return next()
    if (event.key === 'n' && at.step !== 'editing' && at.step !== 'recording') {
      event.preventDefault()
      next()
    }
    const newest = call.today.calls.store.getState().known?.value[0]
    if (event.key === 'r' && newest && mayRepeat(newest) && at.step !== 'recording' && at.step !== 'repeat') {
      event.preventDefault()
      repeat(newest.callId)
    }
    const outcome = last.kind === 'call' ? last.call.outcome : null
    // A run that goes on has its id in large type, with a button that hears the key itself.
    if (event.key === 'c' && outcome?.state === 'accepted' && outcome.progress !== 'started')
      void copy(String(outcome.workflowRunId))
  })
}

/** The desk itself: who calls, whom, with what, through what; the button that says so; and what became of it. */
export const CallScreen = ({ call, profile, practiceNumbers }: Props) => {
  const form = useStore(call.form.store)
  const { at, last } = form
  const readiness = useReadiness(call, profile)
  const agent = useAgentFields(call)
  const context = useContextForm(call, agent.known, profile.referenceName)
  const submit = () => {
    // Whoever pressed it answered the question that stands over the desk.
    if (isModalOpen()) return
    if (readiness.ready) void call.form.submit(readiness.draft)
    else void call.form.readNumberNow()
  }
  const going = useGoingOn(call, context, agent, submit)
  const found = useLookUp(last.kind === 'call' ? last.call.callId : '')?.foundRunId ?? null
  const isLooking = useStore(call.unsettled.store, (state) => openedOf(state) !== null)
  const next = () => (call.form.next(), selectNumber())
  // A fast hand is faster than the reading of the number, wherever it presses Ctrl+Enter.
  useCallKeys(call, useNumberEnter(call, form, submit), next)
  useFocusOnOutcome(at.step)
  usePasting(call)
  useEmptying(call)
  return (
    <div className={css['screen']}>
      <section className={css['form']} aria-label={words.call.formLabel}>
        <AgentField call={call} text={agent.text} onChosen={going.chosen} onEnter={going.goOn} />
        <NumberField
          call={call}
          practice={profile.kind === 'practice'}
          practiceNumbers={practiceNumbers}
          onEnter={going.goOn}
        />
        <ContextField call={call} form={context} agent={agent} />
        <CallsFromField call={call} />
        <div className={css['foot']}>
          <LightsLine call={call} profile={profile} agent={agent} context={context} />
          <div className={css['call']}>
            <RouteBelow />
            <CallButton
              at={at}
              readiness={readiness}
              foundRunId={found}
              needsMore={going.needsMore}
              without={going.without}
              onCall={submit}
            />
          </div>
        </div>
      </section>
      <div className={css['side']}>
        <AskedPanel call={call} />
        <PastedPanel call={call} />
        <OpeningPreview call={call} text={agent.text} readiness={readiness} />
        <UnsettledCalls call={call} />
        <OutcomePanel last={last} at={at} hears={!isLooking} onNext={next} />
      </div>
      <Today today={call.today} />
      {at.step === 'repeat' && <RepeatDialog asked={at} form={call.form} />}
    </div>
  )
}
