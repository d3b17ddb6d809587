import type { CallDetail } from '../../../../contract/call.ts'
import { messages } from '../../../../messages/index.ts'
import { useCallActions } from '../../../lib/workspace-context.ts'
import { Button, CopyButton } from '../../../ui/button.tsx'
import css from './drawer.module.css'

const drawerText = messages.runs.drawer

const named = (name: string | null, id: number | null, none: string): string => {
  if (id === null) return none
  return name === null ? drawerText.idOnly(id) : drawerText.withId(name, id)
}

const Repeats = ({ callId }: { callId: string }) => {
  const { show } = useCallActions()
  return (
    <p className={css['repeats']}>
      {drawerText.redialOf}
      <Button size="small" onClick={() => show(callId)}>
        {drawerText.earlier}
      </Button>
    </p>
  )
}

/** Shows the request as it was sent: address, agent, number, IDs and context. */
export const SentDetails = ({ detail: { call, initialContext, erasedAt } }: { detail: CallDetail }) => {
  const text = JSON.stringify(initialContext, null, 2)
  const empty = Object.keys(initialContext).length === 0
  return (
    <section>
      <h3>{drawerText.request}</h3>
      <dl className={css['details']}>
        <dt>{drawerText.to}</dt>
        <dd>{call.practice ? messages.shell.practice : call.origin}</dd>
        <dt>{drawerText.agent}</dt>
        <dd className={`${css['mono']} ${css['copied']}`}>
          <span>{call.agentUuid}</span>
          <CopyButton text={call.agentUuid} name={drawerText.agent} />
        </dd>
        <dt>{drawerText.number}</dt>
        <dd className={css['mono']}>{call.phoneNumber || messages.common.numberErased}</dd>
        <dt>{drawerText.configuration}</dt>
        <dd>{named(call.telephonyConfigurationName, call.telephonyConfigurationId, drawerText.theDefault)}</dd>
        <dt>{drawerText.callerId}</dt>
        <dd>{named(call.fromPhoneNumberText, call.fromPhoneNumberId, drawerText.provider)}</dd>
        {call.referenceName !== null && (
          <>
            <dt>{drawerText.reference}</dt>
            <dd className={css['mono']}>{drawerText.referenceAs(call.referenceName, call.callId)}</dd>
          </>
        )}
        <dt>{drawerText.context}</dt>
        <dd>{empty ? (erasedAt === null ? drawerText.noContext : drawerText.contextErased) : null}</dd>
      </dl>
      {call.redialOf !== null && <Repeats callId={call.redialOf} />}
      {!empty && <pre className={css['json']}>{text}</pre>}
    </section>
  )
}
