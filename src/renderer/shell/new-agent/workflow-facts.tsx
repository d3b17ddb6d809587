import { parseTemplate } from '../../../contract/template.ts'
import type { WorkflowFile, WorkflowNodeKind } from '../../../contract/workflow.ts'
import { FieldMessage } from '../../design/field.tsx'
import { words } from '../../words/words.ts'
import facts from '../facts.module.css'
import css from './new-agent.module.css'

const said = words.newAgent

/** More than this nobody reads in a question. */
const shownVariables = 12
const shownOpening = 360

const begin = (text: string): string =>
  text.length > shownOpening ? `${text.slice(0, shownOpening).toWellFormed()} …` : text

const Opening = ({ opening }: { opening: WorkflowFile['opening'] }) => {
  if (opening === null) return said.noOpening
  if (opening.kind === 'recording') return said.recording
  return parseTemplate(begin(opening.text)).parts.map((part, index) =>
    typeof part === 'string' ? part : <mark key={index}>{part.raw}</mark>,
  )
}

const Variables = ({ variables }: Pick<WorkflowFile, 'variables'>) => {
  if (variables.length === 0) return said.noVariables
  const more = variables.length - shownVariables
  return (
    <ul className={css['names']}>
      {variables.slice(0, shownVariables).map(({ name, fallback }) => (
        <li key={name}>
          <bdi>{said.variable(name, fallback)}</bdi>
        </li>
      ))}
      {more > 0 && <li>{said.moreVariables(more)}</li>}
    </ul>
  )
}

const countOf = (file: WorkflowFile, kind: WorkflowNodeKind): number =>
  file.nodes.find((one) => one.kind === kind)?.count ?? 0

const openingLabel = ({ opening }: WorkflowFile): string => said.facts.opening[opening?.kind ?? 'greeting']

const Warnings = ({ file }: { file: WorkflowFile }) => {
  const starts = countOf(file, 'start')
  return (
    <>
      {starts === 0 && <FieldMessage tone="check">{said.noStart}</FieldMessage>}
      {starts > 1 && <FieldMessage tone="check">{said.severalStarts}</FieldMessage>}
      {countOf(file, 'trigger') > 0 && <FieldMessage tone="hint">{said.trigger}</FieldMessage>}
    </>
  )
}

/** What a chosen file holds, before an agent is made of it. */
export const WorkflowFacts = ({ file }: { file: WorkflowFile }) => (
  <>
    <dl className={facts['facts']}>
      <div>
        <dt>{said.facts.file}</dt>
        <dd>
          <bdi>{file.fileName}</bdi>
        </dd>
      </div>
      <div>
        <dt>{said.facts.nodes}</dt>
        <dd>{file.nodes.map(({ kind, count }) => said.node(kind, count)).join(' · ')}</dd>
      </div>
      <div>
        <dt>{said.facts.variables}</dt>
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
