import { X } from 'lucide-react'
import { useStore } from 'zustand'
import type { Call, CallDetail } from '../../contract/call.ts'
import type { Profile } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { CopyButton } from '../shell/copy-button.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { OutcomeText } from '../shell/outcome-text.tsx'
import { StateTag } from '../shell/state-tag.tsx'
import { words } from '../words/words.ts'
import css from './run-drawer.module.css'
import { RunFromService } from './run-from-service.tsx'
import type { OpenedRun } from './runs-store.ts'
import { SentFacts } from './sent-facts.tsx'

const said = words.runs.drawer
type Props = { opened: OpenedRun; profiles: readonly Profile[]; onClose: () => void }

const titleOf = ({ outcome, phoneNumberDisplay }: Call): string =>
  outcome.state === 'accepted' ? said.run(outcome.workflowRunId) : phoneNumberDisplay

const Head = ({ call, onClose }: { call: Call; onClose: () => void }) => (
  <header className={css['head']}>
    <div className={css['title']}>
      <h2>{titleOf(call)}</h2>
      <StateTag state={call.outcome} />
      <Button look="quiet" size="icon" aria-label={said.close} onClick={onClose}>
        <X aria-hidden />
      </Button>
    </div>
    <p>
      {call.phoneNumberDisplay} · {call.agentName ?? call.agentUuid} · {call.profileName}
    </p>
    {call.outcome.state === 'accepted' && (
      <CopyButton
        look="plain"
        text={String(call.outcome.workflowRunId)}
        name={said.run(call.outcome.workflowRunId)}
        label={said.copyRun}
        shortcut="C"
      />
    )}
  </header>
)

const Timeline = ({ events }: { events: CallDetail['events'] }) => (
  <section>
    <h3>{said.happened}</h3>
    <ol className={css['events']}>
      {events.map(({ at, outcome }) => (
        <li key={`${at} ${outcome.state}`}>
          <time dateTime={at} title={words.time.full(at)}>
            {words.time.exact(at)}
          </time>
          <span>{words.callState.event(outcome)}</span>
        </li>
      ))}
    </ol>
  </section>
)

const Detail = ({
  detail,
  opened,
  profiles,
}: {
  detail: CallDetail
  opened: OpenedRun
  profiles: readonly Profile[]
}) => (
  <>
    <Timeline events={detail.events} />
    <section className={css['became']}>
      <h3>{said.became}</h3>
      <p className={css['strong']}>{words.callState.inWords(detail.call.outcome).title}</p>
      <OutcomeText said={words.callState.inWords(detail.call.outcome)} />
    </section>
    <RunFromService run={opened.run} known={profiles.some(({ id }) => id === detail.call.profileId)} />
    <SentFacts detail={detail} />
  </>
)

/** One call whole: what happened when, what came back in words, what the service says now, what was sent. */
export const RunDrawer = ({ opened, profiles, onClose }: Props) => {
  const fact = useStore(opened.detail.store)
  const call = fact.known?.value.call
  return (
    <aside className={css['drawer']} aria-label={call ? said.label(titleOf(call)) : said.loading}>
      {fact.step === 'failed' && <FailureNotice failure={fact.failure} />}
      {!fact.known && fact.step !== 'failed' && <p className={css['wait']}>{said.loading}</p>}
      {fact.known && call && (
        <>
          <Head call={call} onClose={onClose} />
          <Detail detail={fact.known.value} opened={opened} profiles={profiles} />
        </>
      )}
    </aside>
  )
}
