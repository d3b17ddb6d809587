import { RotateCcw } from 'lucide-react'
import { type ReactNode, useEffect, useId, useMemo } from 'react'
import { useStore } from 'zustand'
import { type Call, decisionNoteLength } from '../../../contract/call.ts'
import { shownRunIdOf } from '../../../domain/answered-calls.ts'
import { isUnresolved, runIdOf, runIdsOf } from '../../../domain/call-state.ts'
import type { ReconciliationJob } from '../../../contract/run.ts'
import { Button, Kbd } from '../button.tsx'
import { messages } from '../../../messages/index.ts'
import { mayCallAgain, useCallActions, usePendingCommand } from '../../lib/workspace-context.ts'
import { useNow, usePage } from '../../lib/page.ts'
import { guardKeyRepeat } from '../../lib/hotkeys.ts'
import { FoundRuns, ReconciliationPanel } from './reconciliation-panel.tsx'
import css from './call-resolution.module.css'
import { useReconciliationJob } from '../../lib/call-progress.ts'
import {
  type ResolveForm,
  createResolution,
  type ResolutionStore,
  type ResolutionDecision,
} from './resolution-store.ts'
import { Dialog } from '../dialog.tsx'
import { Field, FieldMessage, TextArea, tooLong } from '../field.tsx'
import { FailureNotice } from '../notice.tsx'
import { ariaKeysOf, keysOf, useCommands } from '../../lib/commands.ts'

/** Age of a call in milliseconds from which a missing response counts as late and the reconciliation is shown. */
const lateResponseAge = 10_000

const isAwaitingResponse = ({ outcome }: Call): boolean => outcome.state === 'queued' || outcome.state === 'sending'

/**
 * Returns whether to show the reconciliation. While the response is pending, that is the case only once the response is
 * late or the run has been found.
 */
const isDue = (call: Call, { foundRunId }: ReconciliationJob, now: number): boolean =>
  !isAwaitingResponse(call) || foundRunId !== null || now - Date.parse(call.preparedAt) >= lateResponseAge

type KeyOptions = { hasJob: boolean; canCheck: boolean; retry: (() => void) | null }

const useResolutionShortcuts = (
  call: Call,
  resolution: ResolutionStore,
  { hasJob, canCheck, retry }: KeyOptions,
): void =>
  useCommands({
    checkNow: hasJob && canCheck ? () => void resolution.checkNow() : null,
    resolveManually: hasJob && !isAwaitingResponse(call) ? resolution.openForm : null,
    callAgain: retry,
  })

/** Runs commands that were chosen in the palette. */
const useResolutionCommands = (
  callId: string,
  { checkNow, openForm }: ResolutionStore,
  { hasJob, canCheck }: Omit<KeyOptions, 'retry'>,
): void => {
  usePendingCommand(
    'checkNow',
    useMemo(() => (hasJob && canCheck ? () => void checkNow() : null), [checkNow, hasJob, canCheck]),
    callId,
  )
  usePendingCommand('resolveManually', hasJob ? openForm : null, callId)
}

const CallAgainButton = ({ hasShortcuts, onClick }: { hasShortcuts: boolean; onClick: () => void }) => (
  <Button
    size="small"
    aria-keyshortcuts={hasShortcuts ? ariaKeysOf('callAgain') : undefined}
    title={messages.reconciliation.callAgainHint}
    onClick={onClick}
  >
    <RotateCcw aria-hidden />
    {messages.reconciliation.callAgain}
    {hasShortcuts && <Kbd keys={keysOf('callAgain')} variant="bare" />}
  </Button>
)

type Props = {
  call: Call
  /** Draws a frame, for parents that have none. */
  framed?: boolean
  /** Whether the call's shortcuts work. */
  hasShortcuts?: boolean
  /** False on a screen where the shortcut for "Check now" does something else. */
  hasCheckKey?: boolean
  /** Called with the call after the user resolved it, on a screen that no longer shows it then. */
  onResolved?: ((call: Call) => void) | undefined
  /** Called when the dialog is opened or closed, by a screen that must keep showing the call while it is open. */
  onDialog?: ((isOpen: boolean) => void) | undefined
  /** Additional actions in the same row as "Call again". */
  children?: ReactNode
}

/**
 * Shows the actions for a recorded call: check its outcome, resolve it manually, or call again if it was certainly not
 * placed.
 */
export const CallResolution = (props: Props) => {
  const { call, framed = false, hasShortcuts = true, hasCheckKey = true, onResolved, onDialog, children } = props
  const { api } = usePage()
  const { callAgain, hasProfile } = useCallActions()
  const { callId, profileId } = call
  const resolution = useMemo(() => createResolution(api, callId), [api, callId])
  const form = useStore(resolution.store, (state) => state.form.step)
  const isDialogOpen = form === 'open' || form === 'working'
  useEffect(() => onDialog?.(isDialogOpen), [onDialog, isDialogOpen])
  const unresolved = isUnresolved(call.outcome)
  const job = useReconciliationJob(callId)
  const now = useNow(unresolved && isAwaitingResponse(call) ? 1_000 : null)
  const shown = unresolved && job !== null && isDue(call, job, now) ? job : null
  const mayRetry = mayCallAgain(call)
  // Without a profile there is no key, so the service can't be asked.
  const canCheck = hasProfile(profileId)
  const retry = mayRetry && canCheck ? () => callAgain(callId) : null
  // Without a job, the runs that the call may have started can still be looked up, also after a user resolved it.
  const possibleRuns = shown === null ? runIdsOf(call) : []
  const Row = framed ? 'div' : 'section'
  useResolutionShortcuts(call, resolution, {
    hasJob: hasShortcuts && shown !== null,
    canCheck: canCheck && hasCheckKey,
    retry: hasShortcuts ? retry : null,
  })
  useResolutionCommands(callId, resolution, { hasJob: shown !== null, canCheck })
  return (
    <>
      {(mayRetry || children) && (
        <Row>
          <div className={css['actions']}>
            {retry && <CallAgainButton hasShortcuts={hasShortcuts} onClick={retry} />}
            {children}
          </div>
          {mayRetry && !retry && <p>{messages.reconciliation.profileRemoved}</p>}
        </Row>
      )}
      {shown && (
        <section className={framed ? css['panel'] : undefined} aria-label={messages.reconciliation.title}>
          <ReconciliationPanel
            call={call}
            job={shown}
            resolution={resolution}
            {...{ canCheck, hasShortcuts, hasCheckKey }}
          />
        </section>
      )}
      {(possibleRuns.length > 1 || (possibleRuns.length === 1 && shownRunIdOf(call) === null)) && (
        <section className={framed ? css['panel'] : undefined}>
          <h3>{messages.reconciliation.candidates(possibleRuns)}</h3>
          <FoundRuns
            profileId={canCheck ? profileId : null}
            callId={call.callId}
            ids={possibleRuns}
            label={messages.reconciliation.candidates(possibleRuns)}
          />
        </section>
      )}
      {form !== 'closed' && (
        <ResolveDialog
          call={call}
          open={unresolved || form === 'working'}
          resolution={resolution}
          onResolved={onResolved}
        />
      )}
    </>
  )
}

const resolveText = messages.reconciliation.dialog
type ResolveDialogProps = Pick<Props, 'call' | 'onResolved'> & { open: boolean; resolution: ResolutionStore }

const Choice = ({
  decision,
  hint,
  form,
  resolution,
}: {
  decision: ResolutionDecision
  hint: string
  form: ResolveForm
  resolution: ResolutionStore
}) => {
  const text = resolveText[decision]
  const hintId = useId()
  return (
    <label className={css['choice']}>
      <input
        type="radio"
        name="decision"
        aria-label={text}
        aria-describedby={hintId}
        checked={form.decision === decision}
        onChange={() => resolution.setDecision(decision)}
      />
      <span>
        <strong>{text}</strong>
        <small id={hintId}>{hint}</small>
      </span>
    </label>
  )
}

const Form = ({ call, form, resolution }: { call: Call; form: ResolveForm; resolution: ResolutionStore }) => {
  const runIds = runIdsOf(call)
  // The dashboard shows a run even if no phone rang. A possible match may be another call's run.
  const placedHint = resolveText.placedHint(runIds.length > 0)
  const notPlacedHint = resolveText.notPlacedHint(runIdOf(call) !== null)
  return (
    <>
      <div className={css['about']}>
        <p>{resolveText.text}</p>
        <p>
          {resolveText.about(call.phoneNumberDisplay, call.preparedAt)}
          {runIds.length > 0 && ` ${resolveText.runs(runIds)}`}
        </p>
      </div>
      <fieldset className={css['question']}>
        <legend>{resolveText.question}</legend>
        <Choice decision="placed" hint={placedHint} form={form} resolution={resolution} />
        <Choice decision="notPlaced" hint={notPlacedHint} form={form} resolution={resolution} />
        {form.tried && form.decision === null && <FieldMessage tone="bad">{resolveText.resultRequired}</FieldMessage>}
      </fieldset>
      <Field
        label={resolveText.note}
        hint={resolveText.noteHint}
        error={
          form.tried && form.note.trim() === ''
            ? messages.issue.text({ path: [], code: 'note' })
            : tooLong(form.note, decisionNoteLength)
        }
      >
        {(control) => (
          <TextArea {...control} value={form.note} onChange={(event) => resolution.setNote(event.target.value)} />
        )}
      </Field>
      {form.failure && <FailureNotice failure={form.failure} />}
    </>
  )
}

/**
 * Renders the dialog for resolving a call manually. If the call's outcome becomes known in the meantime, the dialog
 * shows that instead.
 */
const ResolveDialog = ({ call, open, resolution, onResolved }: ResolveDialogProps) => {
  const { form } = useStore(resolution.store)
  const working = form.step === 'working'
  const commit = () => {
    const submitted = resolution.submit()
    void submitted.then((resolved) => resolved && onResolved?.(resolved))
    // The call form behind the dialog uses the same keys, and a repeated key press must not call the number, which is
    // now unlocked.
    if (resolution.store.getState().form.step === 'working') void guardKeyRepeat(submitted)
  }
  const shown = form.step === 'open' || working
  return (
    <Dialog
      title={open ? resolveText.title : resolveText.alreadyResolved}
      open={shown}
      onClose={resolution.cancel}
      onCommit={open ? commit : undefined}
      color={call.profileColor}
      foot={
        <>
          <Button onClick={resolution.cancel}>{open ? messages.common.cancel : messages.common.close}</Button>
          {open && (
            <Button variant="loud" off={working} aria-keyshortcuts={ariaKeysOf('callFromField')} onClick={commit}>
              {working ? resolveText.saving : resolveText.save}
              <Kbd keys={keysOf('callFromField')} variant="onColor" />
            </Button>
          )}
        </>
      }
    >
      {open ? (
        <Form call={call} form={form} resolution={resolution} />
      ) : (
        <p>{resolveText.alreadyResolvedText(messages.callState.describe(call.outcome).title)}</p>
      )}
    </Dialog>
  )
}
