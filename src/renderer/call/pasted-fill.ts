import type { Agent } from '../../contract/agent.ts'
import type { AgentVariable } from '../../contract/agent-text.ts'
import type { ColumnTarget, Pasted, PastedRow } from '../../contract/pasted.ts'
import type { PhoneNumberReading } from '../../contract/phone-number.ts'
import { readAgentText } from './agent-choice.ts'
import type { CallFormState } from './call-state.ts'
import { contextState } from './context-acts.ts'
import { setInText } from './context-edit.ts'

/** What a paste may change in the form. */
export type PastedPart = Pick<
  CallFormState,
  'agentText' | 'agent' | 'numberText' | 'asTyped' | 'contextText' | 'contextDrafts' | 'context' | 'typeOver'
>

/** The part of the form as it stands. */
export const partOf = (form: CallFormState): PastedPart => {
  const { agentText, agent, numberText, asTyped, contextText, contextDrafts, context, typeOver } = form
  return { agentText, agent, numberText, asTyped, contextText, contextDrafts, context, typeOver }
}

/** Whether nobody has changed a field since. */
export const isSamePart = (one: PastedPart, other: PastedPart): boolean =>
  one.agentText === other.agentText &&
  one.numberText === other.numberText &&
  one.asTyped === other.asTyped &&
  one.contextText === other.contextText

/** A number as a person reads it; what is no telephone number stays as it is. */
export const textOfReading = ({ kind, display, text }: PhoneNumberReading): string =>
  kind === 'telephone' ? display : text

type Variables = readonly Pick<AgentVariable, 'name' | 'path'>[] | null

/**
 * The context of a row alone, each value at the place where the agent looks for it. Nothing of the person before stays:
 * a row is another person.
 */
const contextOf = ({ context }: PastedRow, variables: Variables): string =>
  Object.entries(context).reduce((text, [name, value]) => {
    const path = variables?.find((one) => one.name === name)?.path ?? [name]
    return setInText(text, path, JSON.stringify(value))
  }, '')

const agentOf = ({ agentUuid }: PastedRow, agents: readonly Agent[]): Partial<PastedPart> => {
  if (agentUuid === null) return {}
  const agent = readAgentText(agentUuid, agents)
  return { agentText: (agent.kind === 'agent' && agent.name) || agentUuid, agent }
}

/** What a row puts into the form; a cell that is no number stands in the number field as it was pasted. */
const filledByRow = (row: PastedRow, variables: Variables, agents: readonly Agent[]): Partial<PastedPart> => ({
  numberText: row.number.reading ? textOfReading(row.number.reading) : row.number.text,
  ...contextState(contextOf(row, variables)),
  ...agentOf(row, agents),
})

type Usable = Exclude<Pasted, { kind: 'nothing' }>

/** What a paste puts into the form. Of several numbers none is taken: a person chooses. */
export const filledByPaste = (pasted: Usable, variables: Variables, agents: readonly Agent[]): Partial<PastedPart> => {
  const plain = { asTyped: false, typeOver: null }
  switch (pasted.kind) {
    case 'number':
      return { ...plain, numberText: textOfReading(pasted.reading) }
    case 'offers':
      return { ...plain, numberText: '' }
    case 'row':
      return { ...plain, ...filledByRow(pasted, variables, agents) }
  }
}

const isSameTarget = (one: ColumnTarget, other: ColumnTarget): boolean =>
  one.to === other.to && (one.to !== 'context' || other.to !== 'context' || one.name === other.name)

/** Where the columns go once one of them goes elsewhere: a place has one column, so the one that had it goes nowhere. */
export const movedTargets = ({ columns }: PastedRow, index: number, target: ColumnTarget): ColumnTarget[] =>
  columns.map((column, at) => {
    if (at === index) return target
    return target.to !== 'nowhere' && isSameTarget(column.target, target) ? { to: 'nowhere' } : column.target
  })
