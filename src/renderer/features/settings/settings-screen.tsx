import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/button.tsx'
import { createQuery, type QueryState, settle, valueOf } from '../../lib/query.ts'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import type { HistoryStore } from '../../lib/history-store.ts'
import { usePage } from '../../lib/page.ts'
import { messages } from '../../../messages/index.ts'
import { AuditLogCard, createAuditLog } from './audit-log.tsx'
import { AppearanceFields, CallingFields, IntegrationFields, LockedSettings, NumberFields } from './settings-fields.tsx'
import { createEraseStore, EraseDialog } from './erase-person.tsx'
import { NetworkFields } from './network-fields.tsx'
import { createSettingsStore, isChanged, readDraft, type SettingsState, type SettingsStore } from './settings-store.ts'
import css from './settings.module.css'
import type { PolicyStatus } from '../../../contract/policy.ts'
import details from '../../ui/detail-list.module.css'
import type { HistoryCheck, HistoryHealth } from '../../../contract/app-status.ts'
import { FieldMessage } from '../../ui/field.tsx'
import { Tag } from '../../ui/tag.tsx'
import { scrollIntoViewOnMount } from '../../lib/focus.ts'
import type { Failure } from '../../../contract/failure.ts'

const settingsText = messages.settings

const Foot = ({ settings, state }: { settings: SettingsStore; state: Extract<SettingsState, { step: 'shown' }> }) => {
  const { announce } = usePage()
  const { action, saved, draft } = state
  const changed = isChanged(saved, draft)
  const isValid = readDraft(draft) !== null
  useEffect(() => {
    if (action.step === 'saved') announce(settingsText.saved)
  }, [action.step, announce])
  return (
    <div className={css['foot']}>
      {action.step === 'failed' && <FailureNotice failure={action.failure} title={settingsText.notSaved} />}
      <div className={css['actions']}>
        <Button type="submit" variant="loud" off={!changed || !isValid || action.step === 'saving'}>
          {action.step === 'saving' ? settingsText.saving : settingsText.save}
        </Button>
        {changed && <Button onClick={settings.revert}>{settingsText.revert}</Button>}
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
export const SettingsScreen = ({ history }: { history: HistoryStore }) => {
  const { api, now } = usePage()
  const [policy] = useState(() => createQuery(() => api.readPolicy({}), now))
  const status = valueOf(useStore(policy.store)) ?? null
  const [settings] = useState(() => createSettingsStore(api))
  const [erase] = useState(() => createEraseStore(api))
  const isSaved = useStore(settings.store, (state) => state.step === 'shown' && state.action.step === 'saved')
  const isErased = useStore(erase.store, ({ step }) => step === 'done')
  const [log] = useState(() => createAuditLog(api))
  useEffect(() => void settings.load(), [settings])
  useEffect(() => void log.load(), [log])
  // Reload the audit log, so that it includes actions on this screen.
  useEffect(() => {
    if (isSaved || isErased) void log.load()
  }, [log, isSaved, isErased])
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
      <HistoryCard history={history} onErase={erase.open} />
      <AuditLogCard log={log} />
      <EraseDialog erase={erase} />
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

const historyText = messages.settings.history

const checkOf = (check: HistoryCheck | null): string => {
  if (!check) return historyText.unchecked
  return check.intact ? historyText.intact(check.events) : historyText.broken(check.firstBroken)
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

const Broken = () => (
  <Notice tone="bad" title={historyText.brokenTitle}>
    <p>{historyText.brokenText}</p>
  </Notice>
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
    {health.check && !health.check.intact && <Broken />}
  </>
)

const Checked = ({ check }: { check: QueryState<HistoryCheck> }) => {
  if (check.step === 'failed') return <FailureNotice failure={check.failure} />
  if (check.step !== 'ready') return null
  const { intact, events, incomplete } = check.data.value
  const found = intact ? historyText.checked(events) : historyText.broken(null)
  return (
    <output className={css['done']}>
      {incomplete === undefined ? found : `${found} ${historyText.incomplete(incomplete)}`}
    </output>
  )
}

/** Shows the state of the history on disk, with buttons to verify it and to erase a person's data. */
export const HistoryCard = ({ history, onErase }: { history: HistoryStore; onErase: () => void }) => {
  const { api, now } = usePage()
  const query = useStore(history.health.store)
  const [checking] = useState(() => createQuery(() => api.checkHistory({}), now))
  const check = useStore(checking.store)
  const health = query.data?.value
  return (
    <section className={css['card']} aria-label={historyText.title}>
      <h2>{historyText.title}</h2>
      <p>{historyText.text}</p>
      {query.step === 'failed' && <FailureNotice failure={query.failure} title={historyText.failed} />}
      {health && <Status stopped={health.stopped} />}
      {health?.recovered && <Recovered recovered={health.recovered} />}
      {health && <Details health={health} />}
      <div className={css['actions']}>
        <Button off={check.step === 'loading'} onClick={() => void checking.load()}>
          {check.step === 'loading' ? historyText.checking : historyText.check}
        </Button>
        <Button variant="danger" onClick={onErase}>
          {historyText.erase}
        </Button>
      </div>
      <div aria-live="polite">
        <Checked check={check} />
      </div>
    </section>
  )
}

/** Shows what was lost when the history was recovered, until the user acknowledges it. */
const Recovered = ({ recovered }: { recovered: NonNullable<HistoryHealth['recovered']> }) => {
  const { api } = usePage()
  const [failure, setFailure] = useState<Failure | null>(null)
  const acknowledge = async () => {
    const answer = await settle(api.acknowledgeRecovery({}))
    setFailure(answer.ok ? null : answer.failure)
  }
  return (
    <div className={css['recovered']} ref={scrollIntoViewOnMount}>
      <Notice
        tone="check"
        title={historyText.recovered}
        actions={
          <Button size="small" onClick={() => void acknowledge()}>
            {historyText.acknowledge}
          </Button>
        }
      >
        <p>{historyText.gap(recovered)}</p>
        {historyText.lostCalls(recovered).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>{historyText.before}</p>
      </Notice>
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}
