import { useStore } from 'zustand'
import type { Profile } from '../../../contract/profile.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { Input } from '../../design/input.tsx'
import { Notice } from '../../design/notice.tsx'
import { words } from '../../words/words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import css from './new-agent.module.css'
import type { NewAgent, NewAgentStore } from './new-agent-store.ts'
import { NewAgentEnd } from './new-agent-end.tsx'
import { WorkflowFacts } from './workflow-facts.tsx'

const said = words.newAgent

type Naming = Extract<NewAgent, { step: 'looking' | 'creating' }>

const NameField = ({ newAgent, state }: { newAgent: NewAgentStore; state: Naming }) => (
  <Field label={said.name} hint={said.nameHint} error={state.taken.includes(state.name.trim()) ? said.taken : null}>
    {(control) => (
      <Input
        {...control}
        maxLength={100}
        value={state.name}
        onChange={(event) => newAgent.name(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && !event.repeat && void newAgent.create()}
      />
    )}
  </Field>
)

const Looking = ({ newAgent, state, profile }: { newAgent: NewAgentStore; state: Naming; profile: Profile }) => {
  const isBusy = state.step === 'creating'
  return (
    <Dialog
      title={said.title(profile.name)}
      open
      color={profile.color}
      onClose={newAgent.close}
      foot={
        <>
          <Button off={isBusy} onClick={newAgent.close}>
            {words.common.cancel}
          </Button>
          <Button look="loud" off={isBusy || state.name.trim() === ''} onClick={() => void newAgent.create()}>
            {isBusy ? said.creating : said.yes}
          </Button>
        </>
      }
    >
      <WorkflowFacts file={state.file} />
      <NameField newAgent={newAgent} state={state} />
      <Notice tone="check" title={said.publishedTitle}>
        <p>{said.published(profile.name)}</p>
      </Notice>
      <div aria-live="polite" className={css['said']}>
        {state.step === 'looking' && state.failure && <FailureNotice failure={state.failure} />}
      </div>
    </Dialog>
  )
}

type Props = {
  newAgent: NewAgentStore
  /** Fills the Call screen of the profile with the agent. */
  onCall: (profile: Profile, agent: Extract<NewAgent, { step: 'made' }>['agent']) => void
}

/** The way of a new agent, from what its file holds to its Agent UUID. */
export const NewAgentDialog = ({ newAgent, onCall }: Props) => {
  const state = useStore(newAgent.store)
  const profile = newAgent.profile()
  if (profile === null) return null
  switch (state.step) {
    case 'closed':
    case 'choosing':
      return null
    case 'refused':
      return (
        <Dialog
          title={said.refusedTitle}
          open
          color={profile.color}
          onClose={newAgent.close}
          foot={
            <>
              <Button onClick={newAgent.close}>{words.common.close}</Button>
              <Button look="loud" onClick={() => void newAgent.choose(profile)}>
                {said.chooseOther}
              </Button>
            </>
          }
        >
          <FailureNotice failure={state.failure} />
        </Dialog>
      )
    case 'looking':
    case 'creating':
      return <Looking newAgent={newAgent} state={state} profile={profile} />
    case 'made':
    case 'unclear':
      return <NewAgentEnd {...{ newAgent, state, profile }} onCall={(agent) => onCall(profile, agent)} />
  }
}
