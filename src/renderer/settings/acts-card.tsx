import { useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { Tag } from '../design/tag.tsx'
import { createFact } from '../shell/fact.ts'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import css from './acts-card.module.css'
import { type Act, type ActsStore, actsOf } from './acts-store.ts'
import card from './settings-screen.module.css'

const said = words.acts

const End = ({ act, isNewest }: { act: Act; isNewest: boolean }) => {
  if (act.end === 'done') return <Tag tone="good">{said.ends.done}</Tag>
  if (act.end === 'failed') return <Tag tone="bad">{said.ends.failed}</Tag>
  return <Tag tone="check">{isNewest ? said.ends.running : said.ends.cut}</Tag>
}

const Line = ({ act, isNewest }: { act: Act; isNewest: boolean }) => (
  <li>
    <time dateTime={act.at}>{words.time.full(act.at)}</time>
    <span className={css['what']}>
      <strong>{said.act(act.act)}</strong>
      {act.profileName !== null && <span>{act.profileName}</span>}
      {act.about !== null && act.about !== act.profileName && <span>{said.about(act.act, act.about)}</span>}
    </span>
    <span className={css['who']}>{said.who(act.person, act.account, act.computer)}</span>
    <End act={act} isNewest={isNewest} />
  </li>
)

/** Checks the chain of the log, and copies it out. */
const Acts = () => {
  const { desk, now } = useParts()
  const [checking] = useState(() => createFact(() => desk.checkAudit({}), now))
  const [exporting] = useState(() => createFact(() => desk.exportAudit({}), now))
  const check = useStore(checking.store)
  const exported = useStore(exporting.store)
  const found = check.step === 'known' ? check.known.value : null
  const copy = exported.step === 'known' ? exported.known.value : null
  return (
    <>
      <div className={card['acts']}>
        <Button off={check.step === 'asking'} onClick={() => void checking.ask()}>
          {check.step === 'asking' ? said.checking : said.check}
        </Button>
        <Button off={exported.step === 'asking'} onClick={() => void exporting.ask()}>
          {said.export}
        </Button>
      </div>
      <div aria-live="polite" className={css['told']}>
        {check.step === 'failed' && <FailureNotice failure={check.failure} />}
        {found?.firstBroken === null && <p className={card['done']}>{said.intact(found.entries)}</p>}
        {found !== null && found.firstBroken !== null && (
          <p className={css['broken']}>{said.broken(found.firstBroken)}</p>
        )}
        {exported.step === 'failed' && <FailureNotice failure={exported.failure} />}
        {copy !== null && copy.file !== null && (
          <p className={card['done']}>{said.exported(copy.file, copy.entries)}</p>
        )}
      </div>
    </>
  )
}

/** Who did what on this computer, and when. */
export const ActsCard = ({ acts }: { acts: ActsStore }) => {
  const { step, entries, more, failure } = useStore(acts.store)
  const shown = actsOf(entries)
  return (
    <section className={card['card']} aria-label={said.title}>
      <h2>{said.title}</h2>
      <p>{said.text}</p>
      {failure && <FailureNotice failure={failure} title={said.failed} />}
      {step === 'known' && shown.length === 0 && <p>{said.empty}</p>}
      {shown.length > 0 && (
        <ul className={css['list']} aria-label={said.title}>
          {shown.map((act, index) => (
            <Line key={act.sequence} act={act} isNewest={index === 0} />
          ))}
        </ul>
      )}
      {more && (
        <div className={card['acts']}>
          <Button onClick={() => void acts.older()}>{said.older}</Button>
        </div>
      )}
      <Acts />
    </section>
  )
}
