import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Agent, AgentVariable } from '../../../../contract/agent.ts'
import type { Api } from '../../../../contract/api.ts'
import { type ColumnTarget, maxPasteLength, type Pasted, type PastedRow } from '../../../../contract/pasted.ts'
import type { PhoneNumberReading } from '../../../../contract/phone-number.ts'
import { type Query, settle, valueOf } from '../../../lib/query.ts'
import { readAgentText } from '../agent/agent-choice.ts'
import type { AgentQueries } from '../agent/agent-queries.ts'
import { contextState } from '../context/context-actions.ts'
import { setInText } from '../context/context-edit.ts'
import type { CallForm } from '../form/call-form.ts'
import {
  type FilledFields,
  filledFieldsOf,
  type FilledForm,
  textOfReading,
  valuesFromNumber,
  valuesFromReplaced,
} from '../form/call-form-state.ts'
import { createUndo, type Undo } from '../form/undo.ts'
import type { NumberOffers } from '../number/number-field.tsx'

/**
 * The result of the last paste: `nothing` if it contained no number to call, otherwise the fields that it filled in.
 */
export type PasteState =
  | { step: 'none' }
  | { step: 'nothing' }
  | (FilledForm & {
      text: string
      kind: 'number' | 'offers' | 'row'
      row: PastedRow | null
      variables: readonly AgentVariable[] | null
      /** The offered number that the user chose; null if none. */
      chosenNumber: PhoneNumberReading | null
      /** True if the last move of a column could not be saved for later pastes. */
      saveFailed: boolean
    })

export type PasteStore = Undo & {
  readonly store: StoreApi<PasteState>
  /**
   * Fills in the form from text and resolves with the kind of text; null if it could not be parsed or a call is being
   * recorded.
   */
  readonly paste: (text: string) => Promise<Pasted['kind'] | null>
  /** Moves a column of the pasted row to another field, and saves the choice for later pastes with the same columns. */
  readonly moveColumn: (index: number, target: ColumnTarget) => Promise<void>
  /** Fills in an offered number. Undoing a paste also undoes this. */
  readonly takeNumber: (reading: PhoneNumberReading) => void
}

type PasteDeps = {
  api: Pick<Api, 'readPasted' | 'saveColumnMapping'>
  form: CallForm
  offers: NumberOffers
  agents: Query<Agent[]>
  reader: PasteReader
}

/** Creates a form's paste store. It accepts a number, a sentence with a number, or a spreadsheet row. */
export const createPasteStore = ({ api, form, offers, agents, reader }: PasteDeps): PasteStore => {
  const store = createStore<PasteState>(() => ({ step: 'none' }))
  const current = (): FilledFields => filledFieldsOf(form.store.getState())
  const isRecording = (): boolean => form.store.getState().status.step === 'recording'
  const agentInUse = (): string | null => {
    const { agent } = form.store.getState()
    return agent.kind === 'agent' ? agent.agentUuid : null
  }
  let pasteCount = 0

  const fill = (text: string, { pasted, variables }: ReadPaste, before: FilledFields) => {
    if (pasted.kind === 'nothing') return store.setState({ step: 'nothing' }, true)
    const listed = valueOf(agents.store.getState()) ?? []
    const fields = fieldsOfPaste(pasted, variables, listed)
    const valuesFrom = valuesFromReplaced(form.store.getState(), fields.numberText ?? '')
    form.fillWith({ ...before, valuesFrom, ...fields })
    if (pasted.kind === 'offers') offers.offer(pasted.readings)
    const state: PasteState = {
      step: 'filled',
      text,
      kind: pasted.kind,
      row: pasted.kind === 'row' ? pasted : null,
      variables,
      chosenNumber: null,
      saveFailed: false,
      before,
      after: current(),
    }
    store.setState(state, true)
  }

  const undo = createUndo({
    form,
    filled: () => {
      const state = store.getState()
      return state.step === 'filled' ? state : null
    },
    dismiss: () => store.setState({ step: 'none' }, true),
  })

  const takeNumber = (reading: PhoneNumberReading) => {
    const state = store.getState()
    const isUnchanged = undo.canUndo()
    form.takeNumber(reading)
    if (state.step === 'filled' && isUnchanged)
      store.setState({ ...state, chosenNumber: reading, after: current() }, true)
  }

  return {
    ...undo,
    store,
    takeNumber,
    paste: async (text) => {
      const count = (pasteCount += 1)
      const read = isRecording() ? null : await reader.read(text, agentInUse())
      // A later paste supersedes this one.
      if (read === null || count !== pasteCount || isRecording()) return null
      fill(text, read, current())
      return read.pasted.kind
    },
    moveColumn: async (index, target) => {
      const state = store.getState()
      const agentUuid = agentInUse()
      if (state.step !== 'filled' || state.row === null || agentUuid === null || !undo.canUndo()) return
      const { row, text } = state
      const targets = movedTargets(row, index, target)
      const saved = await settle(api.saveColumnMapping({ agentUuid, signature: row.signature, targets }))
      const read = saved.ok ? await reader.readFor(text, agentUuid) : null
      if (store.getState() !== state || !undo.canUndo()) return
      if (!read) return store.setState({ ...state, saveFailed: true })
      fill(text, read, state.before)
      const isSameNumber = read.pasted.kind === 'row' && read.pasted.number.text === row.number.text
      if (state.chosenNumber && isSameNumber) takeNumber(state.chosenNumber)
    },
  }
}

/** Parsed text and the agent's variables; null if the variables are unknown. */
type ReadPaste = { pasted: Pasted; variables: readonly AgentVariable[] | null }

type PasteReader = {
  /**
   * Resolves with the variables in an agent's prompts and messages; null if they have not loaded within two seconds.
   */
  readonly variablesOf: (agentUuid: string | null) => Promise<readonly AgentVariable[] | null>
  readonly readFor: (text: string, agentUuid: string | null) => Promise<ReadPaste | null>
  /** Like `readFor`, but uses the agent in the row, if there is one. */
  readonly read: (text: string, agentUuid: string | null) => Promise<ReadPaste | null>
}

type PasteReaderDeps = {
  api: Pick<Api, 'readPasted'>
  agentQueries: Pick<AgentQueries, 'textOf'>
  /** Returns the number that the call would come from; its country is the first guess. */
  callerIdText: () => string | null
}

/** How long a paste waits for the agent's variables, in milliseconds. Without them, the headers are used as names. */
const variablesTimeout = 2_000

export const createPasteReader = ({ api, agentQueries, callerIdText }: PasteReaderDeps): PasteReader => {
  const variablesOf: PasteReader['variablesOf'] = async (agentUuid) => {
    if (agentUuid === null) return null
    const query = agentQueries.textOf(agentUuid)
    if (!query.store.getState().data)
      await Promise.race([query.load(), new Promise((resolve) => setTimeout(resolve, variablesTimeout))])
    const text = valueOf(query.store.getState())
    return text?.state === 'published' ? text.variables : null
  }

  const readFor: PasteReader['readFor'] = async (text, agentUuid) => {
    const variables = await variablesOf(agentUuid)
    const names = variables && [...new Set(variables.map(({ name }) => name))]
    const input = { text: text.slice(0, maxPasteLength), names, agentUuid, callerId: callerIdText() }
    const answer = await settle(api.readPasted(input))
    return answer.ok ? { pasted: answer.value, variables } : null
  }

  return {
    variablesOf,
    readFor,
    read: async (text, agentUuid) => {
      const first = await readFor(text, agentUuid)
      const named = first?.pasted.kind === 'row' ? first.pasted.agentUuid : null
      return named === null || named === agentUuid ? first : readFor(text, named)
    },
  }
}

type Variables = readonly Pick<AgentVariable, 'name' | 'path'>[] | null

/**
 * Returns the fields that a paste sets. If it contains several numbers, no number is set, because the user must choose
 * one.
 */
const fieldsOfPaste = (
  pasted: Exclude<Pasted, { kind: 'nothing' }>,
  variables: Variables,
  agents: readonly Agent[],
): Partial<FilledFields> => {
  const asNumber = { asTyped: false, typeOver: null }
  switch (pasted.kind) {
    case 'number':
      return { ...asNumber, numberText: textOfReading(pasted.reading) }
    case 'offers':
      return { ...asNumber, numberText: '' }
    case 'row': {
      const { reading, text } = pasted.number
      const values = contextState(contextOfRow(pasted, variables))
      return {
        ...asNumber,
        numberText: reading ? textOfReading(reading) : text,
        ...values,
        valuesFrom: valuesFromNumber(reading?.display ?? text, values.context.written),
        ...agentFieldsOfRow(pasted, agents),
      }
    }
  }
}

/** Returns the row's context without the form's earlier values, because the row is about another recipient. */
const contextOfRow = ({ context }: PastedRow, variables: Variables): string =>
  Object.entries(context).reduce((text, [name, value]) => {
    const path = variables?.find((one) => one.name === name)?.path ?? [name]
    return setInText(text, path, JSON.stringify(value))
  }, '')

const agentFieldsOfRow = ({ agentUuid }: PastedRow, agents: readonly Agent[]): Partial<FilledFields> => {
  if (agentUuid === null) return {}
  const agent = readAgentText(agentUuid, agents)
  return { agentText: (agent.kind === 'agent' && agent.name) || agentUuid, agent }
}

const isSameTarget = (one: ColumnTarget, other: ColumnTarget): boolean =>
  one.to === other.to && (one.to !== 'context' || other.to !== 'context' || one.name === other.name)

/**
 * Returns the targets after a column was moved. Only one column can fill a field, so the field's previous column no
 * longer fills any.
 */
export const movedTargets = ({ columns }: PastedRow, movedIndex: number, target: ColumnTarget): ColumnTarget[] =>
  columns.map((column, index) => {
    if (index === movedIndex) return target
    return target.to !== 'nowhere' && isSameTarget(column.target, target) ? { to: 'nowhere' } : column.target
  })
