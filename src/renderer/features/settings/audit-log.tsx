import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ListedAuditEntry } from '../../../contract/audit.ts'
import type { Api } from '../../../contract/api.ts'
import type { Failure } from '../../../contract/failure.ts'
import { createQuery, settle } from '../../lib/query.ts'
import { useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { usePage } from '../../lib/page.ts'
import { messages } from '../../../messages/index.ts'
import css from './settings.module.css'

/** An action and its result. `open` means that it is in progress or was interrupted when the app quit. */
type AuditAction = ListedAuditEntry & { readonly end: 'done' | 'failed' | 'open' }

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

/** Returns the actions, newest first. The two entries of an action become one line at the start time of the action. */
export const auditActions = (entries: readonly ListedAuditEntry[]): AuditAction[] => {
  const ends = new Map(entries.filter(({ phase }) => phase !== 'started').map((entry) => [entry.actionId, entry]))
  return entries
    .filter(({ phase }) => phase === 'started')
    .map((entry) => {
      const end = ends.get(entry.actionId)
      return {
        ...entry,
        failure: end?.failure ?? null,
        end: end?.phase === 'done' || end?.phase === 'failed' ? end.phase : 'open',
      }
    })
}

/** Creates the store of the audit log entries that the screen shows. */
export const createAuditLog = (api: Api): AuditLog => {
  const store = createStore<AuditLogState>(() => ({ step: 'loading', entries: [], more: false, failure: null }))
  const load = async (before: number | null, earlier: readonly ListedAuditEntry[]) => {
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

const ResultTag = ({ action, isNewest }: { action: AuditAction; isNewest: boolean }) => {
  if (action.end === 'done') return <Tag tone="good">{auditText.results.done}</Tag>
  if (action.end === 'failed') return <Tag tone="bad">{auditText.results.failed}</Tag>
  return <Tag tone="check">{isNewest ? auditText.results.running : auditText.results.cut}</Tag>
}

const Line = ({ action, isNewest }: { action: AuditAction; isNewest: boolean }) => (
  <li>
    <time dateTime={action.at}>{messages.time.full(action.at)}</time>
    <span className={css['what']}>
      <strong>{auditText.action(action.action)}</strong>
      {action.profileName !== null && <span>{action.profileName}</span>}
      {action.about !== null && action.about !== action.profileName && (
        <span>{auditText.subject(action.action, action.about)}</span>
      )}
    </span>
    <span className={css['who']}>{auditText.who(action.person, action.account, action.computer)}</span>
    <ResultTag action={action} isNewest={isNewest} />
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
export const AuditLogCard = ({ log }: { log: AuditLog }) => {
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
          {shown.map((action, index) => (
            <Line key={action.sequence} action={action} isNewest={index === 0} />
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
