import { useStore } from 'zustand'
import type { Call } from '../../../contract/call.ts'
import { Button } from '../../design/button.tsx'
import { Ltr } from '../../design/ltr.tsx'
import { Tag } from '../../design/tag.tsx'
import { useCallActs } from '../../shell/call-acts.ts'
import { SaveEvidence } from '../../shell/evidence/save-evidence.tsx'
import { FactAge } from '../../shell/fact-age.tsx'
import type { FactStore } from '../../shell/fact.ts'
import { FailureNotice } from '../../shell/failure-notice.tsx'
import { RunFacts } from '../../shell/run-facts.tsx'
import { StateTag } from '../../shell/state-tag.tsx'
import { useNow } from '../../shell/use-now.ts'
import { words } from '../../words/words.ts'
import css from './run-look-up.module.css'
import type { RunAsked, ServiceAsked } from './run-look-up-store.ts'
import { useSummary } from './run-summary.ts'

const said = words.support.run

const OwnCall = ({ call }: { call: Call }) => {
  const now = useNow(5_000)
  const { show } = useCallActs()
  return (
    <li className={css['call']} data-color={call.profileColor}>
      <div className={css['facts']}>
        {call.outcome.state === 'candidate' ? (
          <Tag tone="check">{said.candidate}</Tag>
        ) : (
          <StateTag state={call.outcome} />
        )}
        <Ltr>{call.phoneNumberDisplay || words.runs.drawer.erased}</Ltr>
        <bdi>{call.profileName}</bdi>
        <bdi>{call.agentName ?? call.agentUuid}</bdi>
        <span className={css['quiet']}>{said.lastChange(words.time.ago(now - Date.parse(call.changedAt)))}</span>
      </div>
      <div className={css['acts']}>
        <Button size="small" onClick={() => show(call.callId)}>
          {said.show}
        </Button>
        <SaveEvidence callId={call.callId} />
      </div>
      {call.outcome.state === 'candidate' && <p>{said.mayHave}</p>}
    </li>
  )
}

const Here = ({ here }: { here: FactStore<Call[]> }) => {
  const fact = useStore(here.store)
  const calls = fact.known?.value ?? []
  return (
    <section className={css['source']} aria-label={said.here}>
      <h3>{said.here}</h3>
      <FactAge fact={fact} act={said.again} tell={said.read} onAsk={() => void here.ask()} asking={said.reading} />
      {fact.step === 'failed' && <FailureNotice failure={fact.failure} />}
      {fact.step === 'known' && calls.length === 0 && <p>{said.notHere}</p>}
      {calls.length > 0 && (
        <ul className={css['calls']}>
          {calls.map((call) => (
            <OwnCall key={call.callId} call={call} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Service = ({ asked: { profile, run } }: { asked: ServiceAsked }) => {
  const fact = useStore(run.store)
  const failed = fact.step === 'failed' ? fact : null
  const isUnknown = failed?.failure.kind === 'notFound'
  // That there is no such run is an answer too, and has an age.
  const told = isUnknown && !failed.known ? ({ step: 'known', known: { value: null, at: failed.at } } as const) : fact
  return (
    <section className={css['source']} aria-label={said.of(profile.name)} data-color={profile.color}>
      <h3>
        <span className={css['dot']} aria-hidden />
        <bdi>{said.of(profile.name)}</bdi>
      </h3>
      <FactAge fact={told} act={words.common.askAgain} tell={words.runs.drawer.askedAt} onAsk={() => void run.ask()} />
      {failed && (isUnknown ? <p>{said.notThere}</p> : <FailureNotice failure={failed.failure} />)}
      {fact.known && <RunFacts run={fact.known.value} />}
    </section>
  )
}

/** What is known of a run, from where, and how old it is: this computer first, then every profile's service. */
export const RunSources = ({ asked }: { asked: RunAsked }) => (
  <>
    <output className={css['summary']}>{useSummary(asked)}</output>
    <div className={css['sources']}>
      <Here here={asked.here} />
      {asked.services.map((service) => (
        <Service key={service.profile.id} asked={service} />
      ))}
    </div>
  </>
)
