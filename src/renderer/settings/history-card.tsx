import { useState } from 'react'
import { useStore } from 'zustand'
import type { HistoryCheck, HistoryHealth } from '../../contract/history.ts'
import { Button } from '../design/button.tsx'
import { FieldMessage } from '../design/field.tsx'
import { Notice } from '../design/notice.tsx'
import { Tag } from '../design/tag.tsx'
import { createFact, type Fact } from '../shell/fact.ts'
import facts from '../shell/facts.module.css'
import { FailureNotice } from '../shell/failure-notice.tsx'
import type { HistoryStore } from '../shell/history-store.ts'
import { useParts } from '../shell/parts.ts'
import { comeIntoView } from '../shell/take-focus.ts'
import { words } from '../words/words.ts'
import { Recovered } from './recovered.tsx'
import css from './settings-screen.module.css'

const said = words.settings.history

const checkOf = (check: HistoryCheck | null): string => {
  if (!check) return said.unchecked
  return check.intact ? said.intact(check.events) : said.broken(check.firstBroken)
}

const Standing = ({ stopped }: Pick<HistoryHealth, 'stopped'>) =>
  stopped ? (
    <div ref={comeIntoView}>
      <Notice tone="bad" title={said.stopped}>
        <p>{said.why(stopped)}</p>
        <p>{said.next(stopped)}</p>
      </Notice>
    </div>
  ) : (
    <div>
      <Tag tone="good">{said.fine}</Tag>
    </div>
  )

const Broken = () => (
  <Notice tone="bad" title={said.brokenTitle}>
    <p>{said.brokenText}</p>
  </Notice>
)

const Facts = ({ health }: { health: HistoryHealth }) => (
  <>
    <dl className={facts['facts']}>
      <div>
        <dt>{said.backups}</dt>
        <dd>{said.backupsOf(health.backups.count, health.backups.newestAt)}</dd>
      </div>
      <div>
        <dt>{said.lastCheck}</dt>
        <dd>{checkOf(health.check)}</dd>
      </div>
    </dl>
    {health.backups.failed && (
      <FieldMessage tone="check">{said.backupFailed(said.why(health.backups.failed))}</FieldMessage>
    )}
    {health.check && !health.check.intact && <Broken />}
  </>
)

const Checked = ({ check }: { check: Fact<HistoryCheck> }) => {
  if (check.step === 'failed') return <FailureNotice failure={check.failure} />
  if (check.step !== 'known') return null
  const { intact, events } = check.known.value
  return <output className={css['done']}>{intact ? said.checked(events) : said.broken(null)}</output>
}

/** How the history on disk stands, and what can be done with it: check it, or erase a person from it. */
export const HistoryCard = ({ history, onErase }: { history: HistoryStore; onErase: () => void }) => {
  const { desk, now } = useParts()
  const fact = useStore(history.health.store)
  const [checking] = useState(() => createFact(() => desk.checkHistory({}), now))
  const check = useStore(checking.store)
  const health = fact.known?.value
  return (
    <section className={css['card']} aria-label={said.title}>
      <h2>{said.title}</h2>
      <p>{said.text}</p>
      {fact.step === 'failed' && <FailureNotice failure={fact.failure} title={said.failed} />}
      {health && <Standing stopped={health.stopped} />}
      {health?.recovered && <Recovered recovered={health.recovered} />}
      {health && <Facts health={health} />}
      <div className={css['acts']}>
        <Button off={check.step === 'asking'} onClick={() => void checking.ask()}>
          {check.step === 'asking' ? said.checking : said.check}
        </Button>
        <Button look="danger" onClick={onErase}>
          {said.erase}
        </Button>
      </div>
      <div aria-live="polite">
        <Checked check={check} />
      </div>
    </section>
  )
}
