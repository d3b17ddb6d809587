import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/button.tsx'
import { createQuery, settle, valueOf } from '../../lib/query.ts'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import type { HistoryStore } from '../../lib/history-store.ts'
import { usePage } from '../../lib/page.ts'
import { messages } from '../../../messages/index.ts'
import { AppearanceFields, CallingFields, IntegrationFields, LockedSettings, NumberFields } from './settings-fields.tsx'
import { createEraseStore, HistoryCard } from './history-card.tsx'
import { NetworkFields } from './network-fields.tsx'
import { isChanged, readDraft, type SettingsState, type SettingsStore } from './settings-store.ts'
import css from './settings.module.css'
import type { PolicyStatus } from '../../../contract/policy.ts'
import details from '../../ui/detail-list.module.css'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ListedAuditEntry } from '../../../contract/audit.ts'
import type { Api } from '../../../contract/api.ts'
import type { Failure } from '../../../contract/failure.ts'
import { Tag } from '../../ui/tag.tsx'

const settingsText = messages.settings

const Foot = ({ settings, state }: { settings: SettingsStore; state: Extract<SettingsState, { step: 'shown' }> }) => {
  const { announce } = usePage()
  const { action, saved, draft } = state
  const changed = isChanged(saved, draft)
  const isValid = readDraft(draft) !== null
  const save = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (action.step === 'saved') announce(settingsText.saved)
  }, [action.step, announce])
  return (
    <div className={css['foot']}>
      {action.step === 'failed' && <FailureNotice failure={action.failure} title={settingsText.notSaved} />}
      <div className={css['actions']}>
        <Button ref={save} type="submit" variant="loud" off={!changed || !isValid || action.step === 'saving'}>
          {action.step === 'saving' ? settingsText.saving : settingsText.save}
        </Button>
        {changed && <Button onClick={() => (save.current?.focus(), settings.revert())}>{settingsText.revert}</Button>}
        {action.step === 'saved' && <span className={css['done']}>{settingsText.saved}</span>}
      </div>
    </div>
  )
}

const Form = ({ settings }: { settings: SettingsStore }): ReactNode => {
  const state = useStore(settings.store)
  if (state.step === 'loading') return null
  if (state.step === 'failed')
    return (
      <FailureNotice
        failure={state.failure}
        title={settingsText.failed}
        actions={<Button onClick={() => void settings.load()}>{messages.common.retry}</Button>}
      />
    )
  return (
    <form className={css['form']} onSubmit={(event) => (event.preventDefault(), void settings.save())}>
      <CallingFields settings={settings} state={state} />
      <NumberFields settings={settings} state={state} />
      <IntegrationFields settings={settings} state={state} />
      <AppearanceFields settings={settings} state={state} />
      <NetworkFields settings={settings} state={state} />
      <Foot settings={settings} state={state} />
    </form>
  )
}

/** Renders the Settings screen: this computer's policy, settings, history and audit log. */
export const SettingsScreen = ({ history, settings }: { history: HistoryStore; settings: SettingsStore }) => {
  const { api, now } = usePage()
  const [policy] = useState(() => createQuery(() => api.readPolicy({}), now))
  const policyState = useStore(policy.store)
  const status = valueOf(policyState)
  const isFormLoading = useStore(settings.store, ({ step }) => step === 'loading')
  const isDrawn = !isFormLoading && (policyState.step === 'ready' || policyState.step === 'failed')
  const [erase] = useState(() => createEraseStore(api))
  const [log] = useState(() => createAuditLog(api))
  useEffect(() => void settings.load(), [settings])
  useEffect(() => {
    void log.load()
    return api.onAuditChanged(() => void log.load())
  }, [api, log])
  useEffect(() => void policy.load(), [policy])
  return (
    <div className={css['screen']}>
      <header className={css['head']}>
        <h1>{settingsText.title}</h1>
        <p>{settingsText.text}</p>
      </header>
      <PolicyCard policy={status} />
      <LockedSettings value={status?.locked ?? []}>
        <Form settings={settings} />
      </LockedSettings>
      {/* A notice in this card scrolls into view when it appears, so the cards above it must be there already. */}
      {isDrawn && <HistoryCard history={history} erase={erase} />}
      <AuditLogCard log={log} />
    </div>
  )
}

const policyText = messages.policy

const Refused = ({ policy }: { policy: PolicyStatus }) => (
  <Notice tone="bad" title={policyText.refused}>
    {policy.reason && <p>{policyText.why(policy.reason, policy.at)}</p>}
    <p>{policy.state === 'kept' ? policyText.lastValidKept : policyText.noPolicy}</p>
    <p>{policyText.next}</p>
  </Notice>
)

/** Shows the admin's policy for this computer, if there is one. */
const PolicyCard = ({ policy }: { policy: PolicyStatus | null }) => {
  if (policy === null || policy.state === 'none') return null
  return (
    <section className={css['card']} aria-label={policyText.title}>
      <h2>{policyText.title}</h2>
      <p>{policyText.text}</p>
      {policy.reason !== null && <Refused policy={policy} />}
      <dl className={details['list']}>
        <div>
          <dt>{policyText.file}</dt>
          <dd>{policy.file}</dd>
        </div>
        {policy.state !== 'refused' && (
          <>
            <div>
              <dt>{policyText.origins}</dt>
              <dd>{policy.allowedOrigins === null ? policyText.everyOrigin : policy.allowedOrigins.join(', ')}</dd>
            </div>
            <div>
              <dt>{policyText.plainHttp}</dt>
              <dd>{policy.plainHttpOnLan ? policyText.plainHttpYes : policyText.plainHttpNo}</dd>
            </div>
            <div>
              <dt>{policyText.settings}</dt>
              <dd>{policy.locked.length === 0 ? policyText.none : policyText.names(policy.locked)}</dd>
            </div>
            {policy.lists !== null && (
              <div>
                <dt>{policyText.lists}</dt>
                <dd>{policyText.listRules(policy.lists)}</dd>
              </div>
            )}
          </>
        )}
      </dl>
    </section>
  )
}

/** An action and its result. `cut`: the app was interrupted before the action ended, or could not write its result. */
type AuditAction = ListedAuditEntry & {
  readonly end: 'done' | 'unfinished' | 'failed' | 'unknown' | 'running' | 'cut'
}

type AuditLogState = {
  readonly step: 'loading' | 'ready' | 'failed'
  readonly entries: readonly ListedAuditEntry[]
  readonly more: boolean
  readonly failure: Failure | null
}

type AuditLog = {
  readonly store: StoreApi<AuditLogState>
  /** Loads the newest entries. */
  readonly load: () => Promise<void>
  /** Loads the entries before the oldest one shown. */
  readonly loadOlder: () => Promise<void>
}

const pageSize = 40

/** Returns the actions, newest first. The entries of an action become one line at its start time, with its last result. */
export const auditActions = (entries: AuditLogState['entries']): AuditAction[] => {
  const ends = new Map(
    entries
      .toReversed()
      .flatMap(({ actionId, phase, failure, about }) =>
        phase === 'started' ? [] : [[actionId, { end: phase, failure, about }] as const],
      ),
  )
  return entries
    .filter(({ phase }) => phase === 'started')
    .map((entry) => {
      const end = entry.isRunning ? 'running' : 'cut'
      return { ...entry, ...(ends.get(entry.actionId) ?? { end, failure: null }) }
    })
}

/** Creates the store of the audit log entries that the screen shows. */
export const createAuditLog = (api: Api): AuditLog => {
  const store = createStore<AuditLogState>(() => ({
    step: 'loading',
    entries: [],
    more: false,
    failure: null,
  }))
  const load = async (before: number | null, earlier: AuditLogState['entries']) => {
    const answer = await settle(api.listAudit({ before, limit: pageSize }))
    if (!answer.ok) return store.setState({ step: 'failed', failure: answer.failure })
    const { entries, more } = answer.value
    store.setState({ step: 'ready', entries: [...earlier, ...entries], more, failure: null })
  }
  return {
    store,
    load: () => load(null, []),
    loadOlder: () => {
      const { entries } = store.getState()
      return load(entries.at(-1)?.sequence ?? null, entries)
    },
  }
}

const auditText = messages.audit

const ResultTag = ({ action }: { action: AuditAction }) => {
  if (action.end === 'done') return <Tag tone="good">{auditText.results.done}</Tag>
  if (action.end === 'unfinished') {
    const tone = action.action === 'erasePerson' ? 'check' : 'idle'
    return <Tag tone={tone}>{auditText.unfinished(action.action)}</Tag>
  }
  if (action.end === 'failed') return <Tag tone="bad">{auditText.results.failed}</Tag>
  return <Tag tone="check">{auditText.results[action.end]}</Tag>
}

const Line = ({ action }: { action: AuditAction }) => (
  <li>
    <time dateTime={action.at}>{messages.time.full(action.at)}</time>
    <span className={css['what']}>
      <strong>{auditText.action(action.action, action.end === 'unfinished')}</strong>
      {action.profileName !== null && <span>{action.profileName}</span>}
      {action.about !== null && action.about !== action.profileName && (
        <span>{auditText.subject(action.action, action.about)}</span>
      )}
    </span>
    <span className={css['who']}>{auditText.who(action.person, action.account, action.computer)}</span>
    <ResultTag action={action} />
  </li>
)

/** Renders the buttons that verify the log's hash chain and export the log. */
const AuditTools = () => {
  const { api, now } = usePage()
  const [checking] = useState(() => createQuery(() => api.checkAudit({}), now))
  const [exporting] = useState(() => createQuery(() => api.exportAudit({}), now))
  const check = useStore(checking.store)
  const exported = useStore(exporting.store)
  const found = check.step === 'ready' ? check.data.value : null
  const copy = exported.step === 'ready' ? exported.data.value : null
  return (
    <>
      <div className={css['actions']}>
        <Button off={check.step === 'loading'} onClick={() => void checking.load()}>
          {check.step === 'loading' ? auditText.verifying : auditText.verify}
        </Button>
        <Button off={exported.step === 'loading'} onClick={() => void exporting.load()}>
          {auditText.export}
        </Button>
      </div>
      <div aria-live="polite" className={css['result']}>
        {check.step === 'failed' && <FailureNotice failure={check.failure} />}
        {found?.firstBroken === null && <p className={css['done']}>{auditText.intact(found.entries)}</p>}
        {found !== null && found.firstBroken !== null && (
          <p className={css['broken']}>{auditText.broken(found.firstBroken)}</p>
        )}
        {exported.step === 'failed' && <FailureNotice failure={exported.failure} />}
        {copy !== null && copy.file !== null && (
          <p className={css['done']}>{auditText.exported(copy.file, copy.entries)}</p>
        )}
      </div>
    </>
  )
}

/** Shows the audit log: who did what on this computer, and when. */
const AuditLogCard = ({ log }: { log: AuditLog }) => {
  const { step, entries, more, failure } = useStore(log.store)
  const shown = auditActions(entries)
  return (
    <section className={css['card']} aria-label={auditText.title}>
      <h2>{auditText.title}</h2>
      <p>{auditText.text}</p>
      {failure && <FailureNotice failure={failure} title={auditText.failed} />}
      {step === 'ready' && shown.length === 0 && <p>{auditText.empty}</p>}
      {shown.length > 0 && (
        <ul className={css['list']} aria-label={auditText.title}>
          {shown.map((action) => (
            <Line key={action.sequence} action={action} />
          ))}
        </ul>
      )}
      {more && (
        <div className={css['actions']}>
          <Button onClick={() => void log.loadOlder()}>{auditText.older}</Button>
        </div>
      )}
      <AuditTools />
    </section>
  )
}
