import { useStore } from 'zustand'
import type { Profile } from '../../../contract/profile.ts'
import { Button, CopyButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FieldMessage, Input, tooLong } from '../../ui/field.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { messages } from '../../../messages/index.ts'
import css from './new-agent.module.css'
import type { NewAgentState, NewAgentStore } from './new-agent-store.ts'
import {
  type Agent,
  agentNameLength,
  agentNameSchema,
  type WorkflowFile,
  type WorkflowNodeKind,
} from '../../../contract/agent.ts'
import { Ltr } from '../../ui/text.tsx'
import details from '../../ui/detail-list.module.css'
import { parseTemplate } from '../../../domain/template/template.ts'

const newAgentText = messages.newAgent

type Naming = Extract<NewAgentState, { step: 'reviewing' | 'creating' }>

const NameField = ({ newAgent, state }: { newAgent: NewAgentStore; state: Naming }) => (
  <Field
    label={newAgentText.name}
    hint={newAgentText.nameHint}
    error={state.usedNames.includes(state.name.trim()) ? newAgentText.taken : tooLong(state.name, agentNameLength)}
  >
    {(control) => (
      <Input
        {...control}
        value={state.name}
        onChange={(event) => newAgent.name(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && !event.repeat && void newAgent.create()}
      />
    )}
  </Field>
)

const Review = ({ newAgent, state, profile }: { newAgent: NewAgentStore; state: Naming; profile: Profile }) => {
  const isBusy = state.step === 'creating'
  return (
    <Dialog
      title={newAgentText.title(profile.name)}
      open
      color={profile.color}
      onClose={newAgent.close}
      foot={
        <>
          <Button off={isBusy} onClick={newAgent.close}>
            {messages.common.cancel}
          </Button>
          <Button
            variant="loud"
            off={isBusy || !agentNameSchema.safeParse(state.name).success}
            onClick={() => void newAgent.create()}
          >
            {isBusy ? newAgentText.creating : newAgentText.confirm}
          </Button>
        </>
      }
    >
      <WorkflowDetails file={state.file} />
      <NameField newAgent={newAgent} state={state} />
      <Notice tone="check" title={newAgentText.publishedTitle}>
        <p>{newAgentText.published(profile.name)}</p>
      </Notice>
      <div aria-live="polite" className={css['result']}>
        {state.step === 'reviewing' && state.failure && <FailureNotice failure={state.failure} />}
      </div>
    </Dialog>
  )
}

type Props = {
  newAgent: NewAgentStore
  /** Fills in the agent on the profile's Call screen. */
  onCall: (profile: Profile, agent: Extract<NewAgentState, { step: 'made' }>['agent']) => void
}

/** Renders the dialogs for a new agent, from the review of its file to its Agent UUID. */
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
          title={newAgentText.refusedTitle}
          open
          color={profile.color}
          onClose={newAgent.close}
          foot={
            <>
              <Button onClick={newAgent.close}>{messages.common.close}</Button>
              <Button variant="loud" onClick={() => void newAgent.choose(profile)}>
                {newAgentText.chooseOther}
              </Button>
            </>
          }
        >
          <FailureNotice failure={state.failure} />
        </Dialog>
      )
    case 'reviewing':
    case 'creating':
      return <Review newAgent={newAgent} state={state} profile={profile} />
    case 'made':
    case 'unclear':
      return <NewAgentResult {...{ newAgent, state, profile }} onCall={(agent) => onCall(profile, agent)} />
  }
}

type Result = Extract<NewAgentState, { step: 'made' | 'unclear' }>
type CreatedState = Extract<NewAgentState, { step: 'made' }>
type ResultProps = { newAgent: NewAgentStore; state: Result; profile: Profile; onCall: (agent: Agent) => void }

const ReloadButton = ({ newAgent, isLoading }: { newAgent: NewAgentStore; isLoading: boolean }) => (
  <Button variant="loud" off={isLoading} onClick={() => void newAgent.reload()}>
    {isLoading ? newAgentText.checking : newAgentText.checkAgain}
  </Button>
)

const CreatedDetails = ({ agent, wasLost }: CreatedState) => (
  <>
    {agent.agentUuid === null ? (
      <Notice tone="check" title={newAgentText.noUuid}>
        <p>{newAgentText.noUuidNext}</p>
      </Notice>
    ) : (
      <Notice tone="good" title={newAgentText.createdText}>
        {wasLost && <p>{newAgentText.responseLost}</p>}
      </Notice>
    )}
    {agent.agentUuid !== null && (
      <dl className={`${details['list']} ${css['uuid']}`}>
        <div>
          <dt>{newAgentText.uuid}</dt>
          <dd>
            <code>
              <Ltr>{agent.agentUuid}</Ltr>
            </code>
            <CopyButton text={agent.agentUuid} name={newAgentText.uuid} />
          </dd>
        </div>
      </dl>
    )}
  </>
)

/** Shows the result of creating the agent. */
const NewAgentResult = ({ newAgent, state, profile, onCall }: ResultProps) => {
  const { isLoading } = state
  const agent = state.step === 'made' && state.agent.agentUuid !== null ? state.agent : null
  return (
    <Dialog
      title={state.step === 'made' ? newAgentText.createdTitle(state.agent.name) : newAgentText.noResponse}
      open
      color={profile.color}
      onClose={newAgent.close}
      foot={
        <>
          <Button onClick={newAgent.close}>{messages.common.close}</Button>
          {agent === null ? (
            <ReloadButton newAgent={newAgent} isLoading={isLoading} />
          ) : (
            <Button variant="loud" onClick={() => onCall(agent)}>
              {newAgentText.callWith}
            </Button>
          )}
        </>
      }
    >
      <div aria-live="polite" className={css['result']}>
        {state.step === 'made' ? (
          <CreatedDetails {...state} />
        ) : (
          <Notice tone="check" title={newAgentText.uncertain(state.name)}>
            <p>{newAgentText.uncertainNext}</p>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

/** Maximum number of variables, and of characters of the opening, to show. */
const shownVariables = 12
const shownOpening = 360

const shorten = (text: string): string =>
  text.length > shownOpening ? `${text.slice(0, shownOpening).toWellFormed()} …` : text

const Opening = ({ opening }: { opening: WorkflowFile['opening'] }) => {
  if (opening === null) return newAgentText.noOpening
  if (opening.kind === 'recording') return newAgentText.recording
  return parseTemplate(shorten(opening.text)).parts.map((part, index) =>
    typeof part === 'string' ? part : <mark key={index}>{part.raw}</mark>,
  )
}

const Variables = ({ variables }: Pick<WorkflowFile, 'variables'>) => {
  if (variables.length === 0) return newAgentText.noVariables
  const more = variables.length - shownVariables
  return (
    <ul className={css['names']}>
      {variables.slice(0, shownVariables).map(({ name, fallback }) => (
        <li key={name}>
          <bdi>{newAgentText.variable(name, fallback)}</bdi>
        </li>
      ))}
      {more > 0 && <li>{newAgentText.moreVariables(more)}</li>}
    </ul>
  )
}

const countOf = (file: WorkflowFile, kind: WorkflowNodeKind): number =>
  file.nodes.find((one) => one.kind === kind)?.count ?? 0

const openingLabel = ({ opening }: WorkflowFile): string => newAgentText.details.opening[opening?.kind ?? 'greeting']

const Warnings = ({ file }: { file: WorkflowFile }) => {
  const starts = countOf(file, 'start')
  return (
    <>
      {starts === 0 && <FieldMessage tone="check">{newAgentText.noStart}</FieldMessage>}
      {starts > 1 && <FieldMessage tone="check">{newAgentText.severalStarts}</FieldMessage>}
      {countOf(file, 'trigger') > 0 && <FieldMessage tone="hint">{newAgentText.trigger}</FieldMessage>}
    </>
  )
}

/** Summarizes the chosen file. */
const WorkflowDetails = ({ file }: { file: WorkflowFile }) => (
  <>
    <dl className={details['list']}>
      <div>
        <dt>{newAgentText.details.file}</dt>
        <dd>
          <bdi>{file.fileName}</bdi>
        </dd>
      </div>
      <div>
        <dt>{newAgentText.details.nodes}</dt>
        <dd>{file.nodes.map(({ kind, count }) => newAgentText.node(kind, count)).join(' · ')}</dd>
      </div>
      <div>
        <dt>{newAgentText.details.variables}</dt>
        <dd>
          <Variables variables={file.variables} />
        </dd>
      </div>
      <div>
        <dt>{openingLabel(file)}</dt>
        <dd className={css['opening']} dir="auto">
          <Opening opening={file.opening} />
        </dd>
      </div>
    </dl>
    <Warnings file={file} />
  </>
)
