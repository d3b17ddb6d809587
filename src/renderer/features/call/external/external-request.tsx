import { Link2, Undo2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Agent, AgentVariable } from '../../../../contract/agent.ts'
import type { CallLink, ExternalRequest, LinkProblem } from '../../../../contract/external-request.ts'
import { messages } from '../../../../messages/index.ts'
import { usePage } from '../../../lib/page.ts'
import { type Query, settle, valueOf } from '../../../lib/query.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { FieldMessage } from '../../../ui/field.tsx'
import { Ltr } from '../../../ui/text.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { readAgentText } from '../agent/agent-choice.ts'
import { contextState, pathOfName } from '../context/context-actions.ts'
import { setInText } from '../context/context-edit.ts'
import type { CallForm } from '../form/call-form.ts'
import {
  type CallScreenElements,
  type FilledFields,
  filledFieldsOf,
  type FilledForm,
  isBlank,
  isNumberReplaced,
  valuesFromNumber,
  valuesFromReplaced,
} from '../form/call-form-state.ts'
import { createUndo, type Undo } from '../form/undo.ts'
import css from './external-request.module.css'
import { ariaKeysOf, keysOf } from '../../../lib/commands.ts'
import type { PasteStore } from '../paste/paste-store.ts'
import { changeScreen, isModalOpen, useClosablePanel } from '../../../lib/hotkeys.ts'

const requestMessages = messages.externalRequest

/** The call that a link requests, with its number formatted for the user. */
type RequestedCall = { link: CallLink; display: string }

type ExternalRequestState =
  | { step: 'none' }
  /** The form is not empty, so the user must decide whether to replace its content. */
  | ({ step: 'offered' } & RequestedCall)
  | (FilledForm & RequestedCall)
  /** The global shortcut found no number on the clipboard. */
  | { step: 'nothingCopied' }

export type ExternalRequestStore = Undo & {
  readonly store: StoreApi<ExternalRequestState>
  /** Why the latest link was refused; null once it is closed or another link is received. */
  readonly refused: StoreApi<LinkProblem | null>
  /** Fills in an empty form with the requested call, or offers to replace the form's content. Never calls. */
  readonly receive: (request: RequestedCall) => Promise<void>
  /** Fills in the form with the offered call. */
  readonly fill: () => Promise<void>
  /** Shows why a link was refused, beside a request that is still shown. */
  readonly refuse: (why: LinkProblem) => void
  readonly closeRefused: () => void
  readonly reportEmptyClipboard: () => void
}

type ExternalRequestDeps = {
  form: CallForm
  agents: Query<Agent[]>
  /** Resolves with the variables in an agent's prompts and messages; null if loading them takes too long. */
  variablesOf: (agentUuid: string | null) => Promise<readonly AgentVariable[] | null>
}

/** Creates the store for one form's external requests. */
export const createExternalRequestStore = ({
  form,
  agents,
  variablesOf,
}: ExternalRequestDeps): ExternalRequestStore => {
  const store = createStore<ExternalRequestState>(() => ({ step: 'none' }))
  const refused = createStore<LinkProblem | null>(() => null)
  const current = (): FilledFields => filledFieldsOf(form.store.getState())
  const isRecording = (): boolean => form.store.getState().status.step === 'recording'

  const loadVariables = ({ agentUuid }: CallLink) => {
    const { agent } = form.store.getState()
    return variablesOf(agentUuid ?? (agent.kind === 'agent' ? agent.agentUuid : null))
  }

  const fillWith = ({ link, display }: RequestedCall, variables: readonly AgentVariable[] | null) => {
    const before = current()
    const listed = valueOf(agents.store.getState()) ?? []
    form.fillWith({
      asTyped: false,
      typeOver: null,
      numberText: display,
      valuesFrom: valuesFromReplaced(form.store.getState(), display),
      ...contextOfLink({ link, display }, variables),
      ...agentOfLink(link, listed),
    })
    store.setState({ step: 'filled', link, display, before, after: current() }, true)
  }

  const undo = createUndo({
    form,
    filled: () => {
      const state = store.getState()
      return state.step === 'filled' ? state : null
    },
    dismiss: () => store.setState({ step: 'none' }, true),
    // Starting a call ends a request that was filled in; an offer stays.
    endsWithCall: () => store.getState().step === 'filled',
  })

  return {
    ...undo,
    store,
    refused,
    receive: async ({ link, display }) => {
      refused.setState(null, true)
      const offer: ExternalRequestState = { step: 'offered', link, display }
      store.setState(offer, true)
      if (!isBlank(form.store.getState())) return
      const variables = await loadVariables(link)
      // In the meantime, another link may have arrived or the user may have started typing.
      if (store.getState() === offer && isBlank(form.store.getState())) fillWith(offer, variables)
    },
    fill: async () => {
      const offer = store.getState()
      if (offer.step !== 'offered' || isRecording()) return
      const variables = await loadVariables(offer.link)
      if (store.getState() === offer && !isRecording()) fillWith(offer, variables)
    },
    refuse: (why) => {
      if (store.getState().step === 'nothingCopied') store.setState({ step: 'none' }, true)
      refused.setState(why, true)
    },
    closeRefused: () => refused.setState(null, true),
    reportEmptyClipboard: () => {
      if (store.getState().step === 'none' && refused.getState() === null)
        store.setState({ step: 'nothingCopied' }, true)
    },
  }
}

const contextOfLink = (
  { link: { context }, display }: RequestedCall,
  variables: readonly AgentVariable[] | null,
): Partial<FilledFields> => {
  if (context.length === 0) return {}
  const text = context.reduce((all, { name, value }) => {
    const path = variables?.find((one) => one.name === name)?.path ?? pathOfName(name) ?? [name]
    return setInText(all, path, JSON.stringify(value))
  }, '')
  const values = contextState(text)
  return { ...values, valuesFrom: valuesFromNumber(display, values.context.written) }
}

const agentOfLink = ({ agentUuid }: CallLink, agents: readonly Agent[]): Partial<FilledFields> => {
  if (agentUuid === null) return {}
  const agent = readAgentText(agentUuid, agents)
  return { agentText: (agent.kind === 'agent' && agent.name) || agentUuid, agent }
}

type PanelProps = { form: CallForm; agents: Query<Agent[]>; request: ExternalRequestStore }

/** Shows the external request, if there is one, and its actions; and why a later link was refused. */
export const ExternalRequestPanel = ({ form, agents, request }: PanelProps) => {
  const state = useStore(request.store)
  const refused = useStore(request.refused)
  useClosablePanel(refused === null ? null : request.closeRefused)
  useClosablePanel(state.step === 'nothingCopied' ? request.dismiss : null)
  return (
    <>
      {refused !== null && (
        <Notice tone="check" title={requestMessages.ignored} actions={<CloseButton onClick={request.closeRefused} />}>
          <p>{requestMessages.why(refused)}</p>
        </Notice>
      )}
      {(state.step === 'offered' || state.step === 'filled') && (
        <LinkPanel form={form} agents={agents} request={request} state={state} />
      )}
      {state.step === 'nothingCopied' && (
        <Notice tone="idle" title={requestMessages.nothingCopied} actions={<CloseButton onClick={request.dismiss} />} />
      )}
    </>
  )
}

const CloseButton = ({ onClick }: { onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    {messages.common.close}
  </Button>
)

type LinkState = Extract<ExternalRequestState, { step: 'offered' | 'filled' }>

const LinkPanel = ({ form, agents, request, state }: PanelProps & { state: LinkState }) => {
  const panel = useRef<HTMLElement>(null)
  const { step, link } = state
  const isReplaced = useStore(
    form.store,
    ({ numberText }) => state.step === 'filled' && isNumberReplaced(state, numberText),
  )
  // Move focus away from the fields for each request, because a key press meant for another window must not start a call.
  // Keep focus in an open dialog.
  useEffect(() => {
    if (request.store.getState() === state && !isModalOpen()) panel.current?.focus({ preventScroll: true })
  }, [request, state])
  // The notice of a refused link is above the panel, so Escape closes it first.
  const isBelowNotice = useStore(request.refused, (refused) => refused !== null)
  useClosablePanel(isReplaced || isBelowNotice ? null : request.dismiss)
  if (isReplaced) return null
  return (
    <section ref={panel} tabIndex={-1} className={css['panel']} aria-labelledby="external-request-title">
      <header className={css['head']}>
        <Link2 aria-hidden />
        <h2 id="external-request-title">
          {step === 'offered' ? requestMessages.pending(link) : requestMessages.filledInBy(link)}
        </h2>
        <Button variant="quiet" size="icon" aria-label={requestMessages.dismiss} onClick={request.dismiss}>
          <X aria-hidden />
        </Button>
      </header>
      <LinkDetails agents={agents} request={state} />
      {link.extension !== null && <FieldMessage tone="check">{requestMessages.extension(link.extension)}</FieldMessage>}
      <FieldMessage tone="hint">
        {step === 'offered'
          ? `${requestMessages.entriesKept} ${requestMessages.unknownSource}`
          : requestMessages.unknownSource}
      </FieldMessage>
      <div className={css['actions']}>
        {step === 'offered' ? (
          <Button size="small" onClick={() => void request.fill()}>
            {requestMessages.fill}
          </Button>
        ) : (
          <UndoButton form={form} request={request} />
        )}
      </div>
    </section>
  )
}

/** Lists everything that the link sets, so that none of its values go unnoticed in the form. */
const LinkDetails = ({ agents, request: { link, display } }: { agents: Query<Agent[]>; request: RequestedCall }) => {
  const listed = useStore(agents.store).data?.value ?? []
  const agent = link.agentUuid === null ? null : readAgentText(link.agentUuid, listed)
  return (
    <dl className={css['details']}>
      <dt>{requestMessages.number}</dt>
      <dd className={css['number']}>
        <Ltr>{display}</Ltr>
      </dd>
      {agent && (
        <>
          <dt>{requestMessages.agent}</dt>
          <dd>{(agent.kind === 'agent' && agent.name) || <Ltr>{link.agentUuid ?? ''}</Ltr>}</dd>
        </>
      )}
      {link.context.length > 0 && (
        <>
          <dt>{requestMessages.context}</dt>
          <dd>{requestMessages.values(link.context.map(({ name }) => name))}</dd>
        </>
      )}
    </dl>
  )
}

/** Restores the entries that were replaced. Renders nothing once a field has been edited. */
export const UndoButton = ({ form, request }: { form: CallForm; request: Undo }) => {
  const { announce } = usePage()
  // Render again when a field is edited, because that makes undoing impossible.
  useStore(form.store)
  if (!request.canUndo()) return null
  const undo = () => {
    if (request.undo()) announce(requestMessages.undone)
  }
  return (
    <Button size="small" aria-keyshortcuts={ariaKeysOf('undo')} onClick={undo}>
      <Undo2 aria-hidden />
      {requestMessages.undo}
      <Kbd keys={keysOf('undo')} />
    </Button>
  )
}

type ExternalRequestsOptions = {
  call: { paste: PasteStore; externalRequest: ExternalRequestStore; elements: CallScreenElements }
  /** Opens a call in the history. */
  show: (callId: string) => void
  onGo: (screen: 'call' | 'settings') => void
}

/**
 * Pastes like Ctrl+V and resolves with the announcement; null if the text cannot be parsed or a call is being recorded.
 */
const fillFromClipboard = async (
  { paste, externalRequest }: ExternalRequestsOptions['call'],
  text: string | null,
): Promise<string | null> => {
  const kind = text === null ? 'nothing' : await paste.paste(text)
  if (kind !== 'nothing') return kind === null ? null : messages.paste.announcement(kind)
  externalRequest.reportEmptyClipboard()
  return messages.externalRequest.nothingCopied
}

/** Handles links, the global shortcut and notification clicks. Fills in the form or opens a screen, but never calls. */
export const useExternalRequests = ({ call, show, onGo }: ExternalRequestsOptions): void => {
  const { api, announce } = usePage()

  const shortcut = async (text: string | null) => {
    changeScreen(() => onGo('call'))
    const sentence = await fillFromClipboard(call, text)
    if (sentence !== null) announce(sentence)
    // Keep focus in an open dialog.
    if (!isModalOpen()) call.elements.number.current?.focus()
  }

  const follow = useEffectEvent((request: ExternalRequest) => {
    const sentence = messages.externalRequest.announcement(request)
    if (sentence !== null) announce(sentence)
    switch (request.by) {
      case 'link':
        return void call.externalRequest.receive(request)
      case 'refusedLink':
        return call.externalRequest.refuse(request.why)
      case 'shortcut':
        return void shortcut(request.text)
      case 'notification':
        return changeScreen(() => (request.callId === null ? onGo('settings') : show(request.callId)))
    }
  })

  useEffect(() => {
    const take = async () => {
      const answer = await settle(api.takeExternalRequest({}))
      if (answer.ok && answer.value.request !== null) follow(answer.value.request)
    }
    void take()
    return api.onExternalRequestChanged(() => void take())
  }, [api])
}
