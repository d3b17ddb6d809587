import type { CallDetail } from '../../contract/call.ts'
import { Button } from '../design/button.tsx'
import { useCallActs } from '../shell/call-acts.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { words } from '../words/words.ts'
import css from './run-drawer.module.css'

const said = words.runs.drawer

const named = (name: string | null, id: number | null, none: string): string => {
  if (id === null) return none
  return name === null ? said.idOnly(id) : said.withId(name, id)
}

const Repeats = ({ callId }: { callId: string }) => {
  const { show } = useCallActs()
  return (
    <p className={css['repeats']}>
      {said.redialOf}
      <Button size="small" onClick={() => show(callId)}>
        {said.earlier}
      </Button>
    </p>
  )
}

/** What was sent, exactly: address, agent, number, ids and context. */
export const SentFacts = ({ detail: { call, initialContext } }: { detail: CallDetail }) => {
  const text = JSON.stringify(initialContext, null, 2)
  const empty = Object.keys(initialContext).length === 0
  return (
    <section>
      <h3>{said.sent}</h3>
      <dl className={css['facts']}>
        <dt>{said.to}</dt>
        <dd>{call.practice ? words.shell.practice : call.origin}</dd>
        <dt>{said.agent}</dt>
        <dd className={`${css['mono']} ${css['copied']}`}>
          <span>{call.agentUuid}</span>
          <CopyButton text={call.agentUuid} name={said.agent} />
        </dd>
        <dt>{said.number}</dt>
        <dd className={css['mono']}>{call.phoneNumber || said.erased}</dd>
        <dt>{said.configuration}</dt>
        <dd>{named(call.telephonyConfigurationName, call.telephonyConfigurationId, said.theDefault)}</dd>
        <dt>{said.callerId}</dt>
        <dd>{named(call.fromPhoneNumberText, call.fromPhoneNumberId, said.provider)}</dd>
        {call.referenceName !== null && (
          <>
            <dt>{said.reference}</dt>
            <dd className={css['mono']}>{said.referenceAs(call.referenceName, call.callId)}</dd>
          </>
        )}
        <dt>{said.context}</dt>
        <dd>{empty ? said.noContext : null}</dd>
      </dl>
      {call.redialOf !== null && <Repeats callId={call.redialOf} />}
      {!empty && <pre className={css['json']}>{text}</pre>}
    </section>
  )
}
