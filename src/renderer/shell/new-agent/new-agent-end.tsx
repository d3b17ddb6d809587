import type { Agent } from '../../../contract/agent.ts'
import type { Profile } from '../../../contract/profile.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Ltr } from '../../design/ltr.tsx'
import { Notice } from '../../design/notice.tsx'
import { words } from '../../words/words.ts'
import { CopyButton } from '../copy-button.tsx'
import facts from '../facts.module.css'
import css from './new-agent.module.css'
import type { NewAgent, NewAgentStore } from './new-agent-store.ts'

const said = words.newAgent

type End = Extract<NewAgent, { step: 'made' | 'unclear' }>
type Made = Extract<NewAgent, { step: 'made' }>
type Props = { newAgent: NewAgentStore; state: End; profile: Profile; onCall: (agent: Agent) => void }

const LookAgain = ({ newAgent, isAsking }: { newAgent: NewAgentStore; isAsking: boolean }) => (
  <Button look="loud" off={isAsking} onClick={() => void newAgent.lookAgain()}>
    {isAsking ? said.looking : said.lookAgain}
  </Button>
)

const MadeFacts = ({ agent, wasLost }: Made) => (
  <>
    {agent.agentUuid === null ? (
      <Notice tone="check" title={said.noUuid}>
        <p>{said.noUuidNext}</p>
      </Notice>
    ) : (
      <Notice tone="good" title={said.madeText}>
        {wasLost && <p>{said.wasLost}</p>}
      </Notice>
    )}
    {agent.agentUuid !== null && (
      <dl className={`${facts['facts']} ${css['uuid']}`}>
        <div>
          <dt>{said.uuid}</dt>
          <dd>
            <code>
              <Ltr>{agent.agentUuid}</Ltr>
            </code>
            <CopyButton text={agent.agentUuid} name={said.uuid} />
          </dd>
        </div>
      </dl>
    )}
  </>
)

/** What became of the wish for an agent. */
export const NewAgentEnd = ({ newAgent, state, profile, onCall }: Props) => {
  const { isAsking } = state
  const agent = state.step === 'made' && state.agent.agentUuid !== null ? state.agent : null
  return (
    <Dialog
      title={state.step === 'made' ? said.madeTitle(state.agent.name) : said.lostTitle}
      open
      color={profile.color}
      onClose={newAgent.close}
      foot={
        <>
          <Button onClick={newAgent.close}>{words.common.close}</Button>
          {agent === null ? (
            <LookAgain newAgent={newAgent} isAsking={isAsking} />
          ) : (
            <Button look="loud" onClick={() => onCall(agent)}>
              {said.callWith}
            </Button>
          )}
        </>
      }
    >
      <div aria-live="polite" className={css['said']}>
        {state.step === 'made' ? (
          <MadeFacts {...state} />
        ) : (
          <Notice tone="check" title={said.unclear(state.name)}>
            <p>{said.unclearNext}</p>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
