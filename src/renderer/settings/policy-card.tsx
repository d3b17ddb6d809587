import type { PolicyStanding } from '../../contract/policy.ts'
import { Notice } from '../design/notice.tsx'
import facts from '../shell/facts.module.css'
import { words } from '../words/words.ts'
import css from './settings-screen.module.css'

const said = words.policy

const Refused = ({ policy }: { policy: PolicyStanding }) => (
  <Notice tone="bad" title={said.refused}>
    {policy.reason && <p>{said.why(policy.reason, policy.at)}</p>}
    <p>{policy.state === 'kept' ? said.kept : said.withoutOne}</p>
    <p>{said.next}</p>
  </Notice>
)

/** What an admin has laid down for this computer, and where; nothing where there is no such thing. */
export const PolicyCard = ({ policy }: { policy: PolicyStanding | null }) => {
  if (policy === null || policy.state === 'none') return null
  return (
    <section className={css['card']} aria-label={said.title}>
      <h2>{said.title}</h2>
      <p>{said.text}</p>
      {policy.reason !== null && <Refused policy={policy} />}
      <dl className={facts['facts']}>
        <div>
          <dt>{said.file}</dt>
          <dd>{policy.file}</dd>
        </div>
        {policy.state !== 'refused' && (
          <>
            <div>
              <dt>{said.origins}</dt>
              <dd>{policy.allowedOrigins === null ? said.everyOrigin : policy.allowedOrigins.join(', ')}</dd>
            </div>
            <div>
              <dt>{said.plainHttp}</dt>
              <dd>{policy.plainHttpOnLan ? said.plainHttpYes : said.plainHttpNo}</dd>
            </div>
            <div>
              <dt>{said.settings}</dt>
              <dd>{policy.locked.length === 0 ? said.none : said.names(policy.locked)}</dd>
            </div>
          </>
        )}
      </dl>
    </section>
  )
}
