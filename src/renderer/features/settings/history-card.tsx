import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../contract/api.ts'
import { type Failure, type Outcome, succeed } from '../../../contract/failure.ts'
import type { ErasedPerson, HistoryCheck, HistoryHealth } from '../../../contract/app-status.ts'
import type { HistoryStore } from '../../lib/history-store.ts'
import { usePage } from '../../lib/page.ts'
import { createQuery, finishedOf, type QueryState, settle } from '../../lib/query.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FieldMessage, Input } from '../../ui/field.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import details from '../../ui/detail-list.module.css'
import { scrollIntoViewOnMount } from '../../lib/focus.ts'
import { messages } from '../../../messages/index.ts'
import { Recovered } from './recovered-history.tsx'
import css from './settings.module.css'

const historyText = messages.settings.history
const eraseText = messages.settings.erase

const checkOf = (check: HistoryHealth['check']): string => {
  if (!check) return historyText.unchecked
  const { intact, events, firstBroken, at } = check
  return historyText.checkedAt(at, intact ? historyText.intact(events) : historyText.broken(firstBroken))
}

const Status = ({ stopped }: Pick<HistoryHealth, 'stopped'>) =>
  stopped ? (
    <div ref={scrollIntoViewOnMount}>
      <Notice tone="bad" title={historyText.stopped}>
        <p>{historyText.why(stopped)}</p>
        <p>{historyText.next(stopped)}</p>
      </Notice>
    </div>
  ) : (
    <div>
      <Tag tone="good">{historyText.ok}</Tag>
    </div>
  )

const Broken = ({ firstBroken }: Pick<HistoryCheck, 'firstBroken'>) => (
  <div ref={scrollIntoViewOnMount}>
    <Notice tone="bad" title={historyText.brokenTitle}>
      <p>{historyText.brokenText(firstBroken)}</p>
    </Notice>
  </div>
)

const Details = ({ health }: { health: HistoryHealth }) => (
  <>
    <dl className={details['list']}>
      <div>
        <dt>{historyText.backups}</dt>
        <dd>{historyText.backupsOf(health.backups.count, health.backups.newestAt)}</dd>
      </div>
      <div>
        <dt>{historyText.lastCheck}</dt>
        <dd>{checkOf(health.check)}</dd>
      </div>
    </dl>
    {health.backups.failed && (
      <FieldMessage tone="check">{historyText.backupFailed(historyText.why(health.backups.failed))}</FieldMessage>
    )}
    {health.check && !health.check.intact && <Broken firstBroken={health.check.firstBroken} />}
  </>
)

const Checked = ({ check }: { check: QueryState<HistoryCheck> }) => {
  if (check.step === 'failed') return <FailureNotice failure={check.failure} />
  if (check.step !== 'ready') return null
  const { intact, events, firstBroken, incomplete } = check.data.value
  const found = intact ? historyText.checked(events) : historyText.checkFailed(firstBroken)
  return (
    <output className={css[intact ? 'done' : 'broken']}>
      {incomplete === undefined ? found : `${found} ${historyText.incomplete(incomplete)}`}
    </output>
  )
}

type HistoryCardProps = { history: HistoryStore; erase: EraseStore }

/** Shows the state of the history on disk, with buttons to verify it and to erase a person's data. */
export const HistoryCard = ({ history, erase }: HistoryCardProps) => {
  const { api, now } = usePage()
  const query = finishedOf(useStore(history.health.store))
  const [checking] = useState(() => createQuery(() => api.checkHistory({}), now))
  const check = useStore(checking.store)
  const health = query.data?.value
  const card = useRef<HTMLElement>(null)
  return (
    <>
      <section ref={card} tabIndex={-1} className={css['card']} aria-label={historyText.title}>
        <h2>{historyText.title}</h2>
        <p>{historyText.text}</p>
        {query.step === 'failed' && (
          <div ref={scrollIntoViewOnMount}>
            <FailureNotice failure={query.failure} title={historyText.failed} />
          </div>
        )}
        {health && <Status stopped={health.stopped} />}
        {health?.recovered && <Recovered recovered={health.recovered} card={card} />}
        {health?.unfinishedErasures && <Unfinished erasures={health.unfinishedErasures} />}
        {health && <Details health={health} />}
        <div className={css['actions']}>
          <Button off={check.step === 'loading'} onClick={() => void checking.load()}>
            {check.step === 'loading' ? historyText.checking : historyText.check}
          </Button>
          <Button variant="danger" onClick={erase.open}>
            {historyText.erase}
          </Button>
        </div>
        <div aria-live="polite">
          <Checked check={check} />
        </div>
      </section>
      <EraseDialog erase={erase} />
    </>
  )
}

type UnfinishedProps = { erasures: NonNullable<HistoryHealth['unfinishedErasures']> }

/** Shows what is left of erasures that are not complete, and why. */
const Unfinished = ({ erasures: { count, hasMentions, reason } }: UnfinishedProps) => (
  <Notice tone="check" title={eraseText.pendingTitle(count)}>
    <p>{eraseText.pending(count, hasMentions)}</p>
    <p>{eraseText.unfinishedNext(reason)}</p>
  </Notice>
)

/** A phone number, as it is dialed and as it is displayed. */
type PhoneNumber = { dial: string; display: string }

/** `keeps`: whether the number stays on the do-not-call list as a keyed hash; null if it is not on the list. */
type EraseState =
  | { step: 'closed' }
  | { step: 'entering'; typed: string; failure: Failure | null }
  | { step: 'confirming'; target: PhoneNumber; keeps: boolean | null; failure: Failure | null }
  | { step: 'working'; target: PhoneNumber; keeps: boolean | null }
  | { step: 'done'; target: PhoneNumber; keeps: boolean | null; erased: ErasedPerson }

type EraseStore = {
  readonly store: StoreApi<EraseState>
  readonly open: () => void
  readonly type: (typed: string) => void
  /** Parses the number and continues to the confirmation. */
  readonly next: () => Promise<void>
  readonly keepDoNotCall: (keeps: boolean) => void
  readonly erase: () => Promise<void>
  readonly close: () => void
}

/** Returns the store for erasing a person's data. The steps are to enter a number, confirm it, and see the result. */
export const createEraseStore = (api: Api): EraseStore => {
  const store = createStore<EraseState>(() => ({ step: 'closed' }))
  const set = (state: EraseState) => store.setState(state, true)
  return {
    store,
    open: () => set({ step: 'entering', typed: '', failure: null }),
    type: (typed) => store.getState().step === 'entering' && set({ step: 'entering', typed, failure: null }),
    next: async () => {
      const state = store.getState()
      if (state.step !== 'entering' || state.typed.trim() === '') return
      const { typed } = state
      const reading = await readTarget(api, typed)
      if (!reading.ok) return set({ step: 'entering', typed, failure: reading.failure })
      const { dial, display } = reading.value
      const listed = await findListed(api, dial)
      if (!listed.ok) return set({ step: 'entering', typed, failure: listed.failure })
      const isListed = listed.value
      // Keep the entry by default, because a person whose data is erased usually still does not want to be called.
      return set({ step: 'confirming', target: { dial, display }, keeps: isListed ? true : null, failure: null })
    },
    keepDoNotCall: (keeps) => {
      const state = store.getState()
      if (state.step === 'confirming') set({ ...state, keeps })
    },
    erase: async () => {
      const state = store.getState()
      if (state.step !== 'confirming') return
      const { target, keeps } = state
      set({ step: 'working', target, keeps })
      const answer = await settle(api.erasePerson({ phoneNumber: target.dial, keepDoNotCall: keeps ?? false }))
      set(
        answer.ok
          ? { step: 'done', target, keeps, erased: answer.value }
          : { step: 'confirming', target, keeps, failure: answer.failure },
      )
    },
    close: () => {
      if (store.getState().step !== 'working') set({ step: 'closed' })
    },
  }
}

/**
 * Reads the number whose data is erased. A SIP endpoint or an extension is read as typed. Any other text that is not a
 * number with a country code is accepted only if exactly this text was dialed: the history has other numbers with their
 * country code, so it would find no calls.
 */
const readTarget = async (api: Api, typed: string): Promise<Outcome<PhoneNumber>> => {
  const read = await settle(api.readPhoneNumber({ text: typed, asTyped: false }))
  if (read.ok) return read
  const code = read.failure.kind === 'invalid' ? read.failure.issues[0]?.code : undefined
  const asTyped = await settle(api.readPhoneNumber({ text: typed, asTyped: true }))
  if (!asTyped.ok) return read
  if (code === 'sipEndpoint' || code === 'shortNumber') return asTyped
  const { dial } = asTyped.value
  for (const practice of [true, false]) {
    const person = await settle(api.readPerson({ phoneNumber: dial, practice }))
    if (!person.ok) return person
    if (person.value.calls.some(({ phoneNumber }) => phoneNumber === dial)) return asTyped
  }
  return read
}

/**
 * Returns whether erasing a number would remove it from the do-not-call list or from an imported file. Erasing removes
 * no prefixes and no hashes, whose entries have no number.
 */
const findListed = async (api: Api, phoneNumber: string): Promise<Outcome<boolean>> => {
  let isListed = false
  for (const practice of [true, false]) {
    const person = await settle(api.readPerson({ phoneNumber, practice }))
    if (!person.ok) return person
    isListed ||= (person.value.doNotCall?.phoneNumber ?? null) !== null
  }
  return succeed(isListed)
}

type Entering = Extract<EraseState, { step: 'entering' }>
type Done = Extract<EraseState, { step: 'done' }>

const refusalOf = ({ failure }: Entering): string | null => {
  if (!failure) return null
  const first = failure.kind === 'invalid' ? failure.issues[0] : undefined
  return first ? messages.issue.text(first) : messages.failure.asReason(messages.failure.describe(failure))
}

const NumberForm = ({ state, erase }: { state: Entering; erase: EraseStore }) => (
  <form onSubmit={(event) => (event.preventDefault(), void erase.next())} className={css['steps']}>
    <p>{eraseText.text}</p>
    <p>{eraseText.stays}</p>
    <Field label={eraseText.number} hint={eraseText.numberHint} error={refusalOf(state)}>
      {(control) => (
        <Input {...control} value={state.typed} maxLength={200} onChange={(event) => erase.type(event.target.value)} />
      )}
    </Field>
  </form>
)

type KeepDoNotCallProps = { keeps: boolean; off: boolean; erase: EraseStore }

const KeepDoNotCall = ({ keeps, off, erase }: KeepDoNotCallProps) => (
  <label className={css['mode']}>
    <input
      type="checkbox"
      checked={keeps}
      disabled={off}
      onChange={(event) => erase.keepDoNotCall(event.target.checked)}
    />
    <span>
      {eraseText.keepDoNotCall}
      <small>{eraseText.keepDoNotCallHint}</small>
    </span>
  </label>
)

const DoneText = ({ state: { target, keeps, erased } }: { state: Done }) => (
  <div className={css['steps']}>
    <p>{eraseText.done(target.display, erased.calls, erased.listRows)}</p>
    {keeps && <p>{eraseText.kept}</p>}
    {erased.unfinished && (
      <>
        <p>{eraseText.unfinished(erased.unfinished.hasMentions)}</p>
        <p>{eraseText.unfinishedNext(erased.unfinished.reason)}</p>
      </>
    )}
    {erased.remaining.length > 0 && (
      <>
        <p>{eraseText.remaining}</p>
        <ul className={css['files']}>
          {erased.remaining.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
        <p>{eraseText.remainingNext}</p>
      </>
    )}
  </div>
)

const bodyOf = (state: EraseState, erase: EraseStore): ReactNode => {
  switch (state.step) {
    case 'closed':
      return null
    case 'entering':
      return <NumberForm state={state} erase={erase} />
    case 'confirming':
    case 'working':
      return (
        <div className={css['steps']}>
          <p>{eraseText.confirmText(state.target.display)}</p>
          <p>{eraseText.stays}</p>
          {state.keeps !== null && <KeepDoNotCall keeps={state.keeps} off={state.step === 'working'} erase={erase} />}
          {state.step === 'confirming' && state.failure && <FailureNotice failure={state.failure} />}
        </div>
      )
    case 'done':
      return <DoneText state={state} />
  }
}

const Foot = ({ state, erase }: { state: EraseState; erase: EraseStore }) => {
  const cancel = useRef<HTMLButtonElement>(null)
  // Focus Cancel in the confirmation, so that pressing Enter twice does not erase anything.
  const { step } = state
  useEffect(() => {
    if (step === 'confirming' || step === 'done') cancel.current?.focus()
  }, [step])
  return (
    <>
      <Button ref={cancel} off={step === 'working'} onClick={erase.close}>
        {step === 'done' ? messages.common.close : messages.common.cancel}
      </Button>
      {state.step === 'entering' && (
        <Button variant="loud" off={state.typed.trim() === ''} onClick={() => void erase.next()}>
          {eraseText.continue}
        </Button>
      )}
      {(state.step === 'confirming' || state.step === 'working') && (
        <Button variant="danger" off={state.step === 'working'} onClick={() => void erase.erase()}>
          {state.step === 'working' ? eraseText.working : eraseText.confirm(state.target.display)}
        </Button>
      )}
    </>
  )
}

const titleOf = (state: EraseState): string => {
  if (state.step === 'confirming' || state.step === 'working') return eraseText.confirmTitle(state.target.display)
  if (state.step !== 'done') return eraseText.title
  const { calls, listRows, unfinished } = state.erased
  return eraseText.doneTitle(calls, listRows, unfinished !== null)
}

/**
 * Renders the dialog for erasing a person's data: the user enters a number, confirms it, and sees what was removed and
 * what is left.
 */
const EraseDialog = ({ erase }: { erase: EraseStore }) => {
  const state = useStore(erase.store)
  return (
    <Dialog
      title={titleOf(state)}
      open={state.step !== 'closed'}
      onClose={erase.close}
      foot={<Foot state={state} erase={erase} />}
    >
      {bodyOf(state, erase)}
    </Dialog>
  )
}
