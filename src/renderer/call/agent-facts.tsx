import type { PublishedText } from '../../contract/agent-text.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import css from './fields.module.css'
import { shortUuid } from './short-uuid.ts'
import type { AgentFields } from './use-agent-fields.ts'

const said = words.call.agent

const Published = ({ text }: { text: PublishedText }) => {
  const now = useNow(null)
  const date = text.publishedAt === null ? null : words.time.short(text.publishedAt, now)
  return (
    <span title={text.publishedAt === null ? undefined : words.time.full(text.publishedAt)}>
      {said.published(date, text.versionNumber, text.draftNumber !== null)}
    </span>
  )
}

/** The chosen agent's Agent UUID, ready to copy, and which text of it a call runs. */
export const AgentFacts = ({ agentUuid, text }: { agentUuid: string; text: AgentFields['text'] }) => {
  const known = text?.known?.value
  return (
    <span className={css['facts']}>
      <span className={css['uuid']}>
        <span>{said.uuid}</span>
        <code title={agentUuid}>{shortUuid(agentUuid)}</code>
        <CopyButton text={agentUuid} name={said.uuid} />
      </span>
      {known?.state === 'published' && <Published text={known} />}
    </span>
  )
}
