import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { messages } from '../../../../messages/index.ts'
import { FieldMessage } from '../../../ui/field.tsx'
import { Kbd } from '../../../ui/button.tsx'
import { type View, ViewTabs } from '../../../ui/tabs.tsx'
import type { AgentFields } from '../agent/agent-field.tsx'
import type { CallScreenModel } from '../form/call-screen-model.ts'
import fieldCss from '../form/fields.module.css'
import { StaleValues } from '../form/stale-values.tsx'
import type { ContextView } from './context-actions.ts'
import { jsonTextIn, thenFocus } from './context-focus.ts'
import { ContextForm, type ContextFormModel } from './context-form.tsx'
import { type ContextReading, formatContext } from './context-text.ts'
import css from './context.module.css'
import type * as JsonEditorModule from './json-editor.ts'
import type { JsonEditor } from './json-editor.ts'
import { CheckLine } from './variable-row.tsx'
import { ariaKeysOf, keysOf, useCommands } from '../../../lib/commands.ts'
import { MicVocal } from 'lucide-react'
import type { AgentText, PublishedText } from '../../../../contract/agent.ts'
import type { InitialContext } from '../../../../contract/initial-context.ts'
import type { ServiceValues } from '../../../../domain/context/edit.ts'
import type { QueryState } from '../../../lib/query.ts'
import { useNow } from '../../../lib/page.ts'
import { openingTextOf, OpeningWords } from '../../../ui/opening.tsx'
import openingCss from '../../../ui/opening.module.css'
import { currentReading } from '../form/call-form-state.ts'
import type { Readiness } from '../form/call-button.tsx'

const contextMessages = messages.context

type ContextFieldProps = { call: CallScreenModel; form: ContextFormModel; agent: AgentFields }

/** Renders the field for the initial context, a JSON object, as a form with the agent's fields or as text. */
export const ContextField = ({ call, form, agent }: ContextFieldProps) => {
  const { context } = call.elements
  const view = useStore(call.form.store, ({ contextView }) => contextView)
  // Once opened, the editor stays mounted, so that it keeps its undo history.
  const [opened, setOpened] = useState(view === 'json')
  if (view === 'json' && !opened) setOpened(true)
  useContextShortcuts(call, form)
  useEffect(preloadJsonEditor, [])
  const views: View<ContextView>[] = [
    { value: 'form', text: contextMessages.views.form, panel: <ContextForm call={call} form={form} fields={agent} /> },
    {
      value: 'json',
      text: contextMessages.views.json,
      keep: opened,
      panel: <ContextJson call={call} form={form} isShown={view === 'json'} />,
    },
  ]
  return (
    <fieldset ref={context} className={fieldCss['group']}>
      <legend>{contextMessages.label}</legend>
      <div className={fieldCss['body']}>
        <ViewTabs
          label={contextMessages.views.label}
          shown={view}
          views={views}
          shortcut={ariaKeysOf('switchContextView')}
          aside={<Kbd keys={keysOf('switchContextView')} variant="bare" />}
          onShow={call.form.showContext}
        />
      </div>
    </fieldset>
  )
}

/** Registers the shortcuts: Ctrl+J switches the view, Ctrl+. applies the first fix. */
const useContextShortcuts = (call: CallScreenModel, { checks, applyFix }: ContextFormModel): void => {
  const first = checks.find(({ fix }) => fix !== null)
  useCommands({
    switchContextView: () => {
      const { context } = call.elements
      if (call.form.store.getState().contextView === 'form')
        thenFocus(
          () => call.form.showContext('json'),
          () => jsonTextIn(context)?.focus(),
        )
      else
        thenFocus(
          () => call.form.showContext('form'),
          () => firstEmptyFieldIn(context)?.focus(),
        )
    },
    applyFix: first ? () => applyFix(first) : null,
  })
}

type ContextRef = RefObject<HTMLElement | null>

const firstEmptyFieldIn = ({ current }: ContextRef): HTMLElement | null => {
  const fields = [...(current?.querySelectorAll<HTMLTextAreaElement>('[data-context-field]') ?? [])]
  const empty = fields.find(({ value }) => value === '')
  return (
    empty ??
    current?.querySelector<HTMLElement>('[data-context-field], [data-context-add], [data-context-broken]') ??
    null
  )
}

/** Maximum number of notes and checks shown below the editor. */
const maxNotes = 3

type ContextJsonProps = { call: CallScreenModel; form: ContextFormModel; isShown: boolean }

/**
 * Shows the context as JSON, with the line and column of every error. While hidden, it only keeps the editor mounted.
 */
const ContextJson = ({ call, form, isShown }: ContextJsonProps) => {
  const { contextText, context } = useStore(call.form.store)
  const formatted = isShown ? formatContext(contextText) : null
  return (
    <div className={css['json']}>
      <ContextEditor text={contextText} onText={call.form.typeContext} />
      {isShown && (
        <>
          <StaleValues form={call.form} clearedValues={call.clearedValues} context={call.elements.context} />
          <div aria-live="polite">
            {context.notes.slice(0, maxNotes).map(({ from, position, sentence, severity }) => (
              <FieldMessage key={`${from} ${sentence}`} tone={severity === 'error' ? 'bad' : 'check'}>
                {contextMessages.atPosition(position, sentence)}
              </FieldMessage>
            ))}
            {context.notes.length > maxNotes && (
              <FieldMessage tone="hint">{contextMessages.more(context.notes.length - maxNotes)}</FieldMessage>
            )}
          </div>
          {form.checks
            // Values are expected to be missing while the user types.
            .filter(({ code }) => code !== 'missing')
            .slice(0, maxNotes)
            .map((check) => (
              <CheckLine key={`${check.code} ${check.path.join('.')}`} check={check} onFix={form.applyFix} named />
            ))}
          <div className={fieldCss['below']}>
            <FieldMessage tone="hint">{contextMessages.hint}</FieldMessage>
            <span className={css['size']}>
              {sizeOf(context)}
              {formatted !== null && formatted !== contextText && (
                <button type="button" className={fieldCss['mode']} onClick={() => call.form.typeContext(formatted)}>
                  {contextMessages.format}
                </button>
              )}
            </span>
          </div>
        </>
      )}
    </div>
  )
}

const sizeOf = ({ value, bytes }: ContextReading): string | null =>
  value === null || bytes === 0
    ? null
    : `${contextMessages.variables(Object.keys(value).length)} · ${contextMessages.size(bytes)}`

type ContextEditorProps = { text: string; onText: (text: string) => void }

/**
 * Renders the JSON editor, or a text area until the editor's module has loaded. To avoid interrupting the user, the
 * editor replaces the text area only once the text area has lost focus.
 */
const ContextEditor = ({ text, onText }: ContextEditorProps) => {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<JsonEditor>(null)
  const latest = useRef({ text, onText })
  useLayoutEffect(() => void (latest.current = { text, onText }))
  const [isMounted, setIsMounted] = useState(false)
  const [isTyping, setIsTyping] = useState(false)
  const [module, setModule] = useState(() => jsonEditorModule)

  useEffect(() => {
    let isUnmounted = false
    const load = async () => {
      const loaded = await loadJsonEditor()
      if (!isUnmounted) setModule(loaded)
    }
    load().catch(reportError)
    return () => void (isUnmounted = true)
  }, [])

  useLayoutEffect(() => {
    if (!module || isTyping || !host.current || editor.current) return
    editor.current = module.createJsonEditor({
      host: host.current,
      text: latest.current.text,
      label: contextMessages.editorLabel,
      describedBy: contextMessages.hint,
      onText: (next) => latest.current.onText(next),
    })
    setIsMounted(true)
  }, [module, isTyping])
  useEffect(
    () => () => {
      editor.current?.destroy()
      editor.current = null
    },
    [],
  )
  useLayoutEffect(() => editor.current?.setText(text), [text])

  return (
    <>
      <div ref={host} className={css['host']} hidden={!isMounted} data-json-editor />
      {!isMounted && (
        <textarea
          className={css['plain']}
          aria-label={contextMessages.editorLabel}
          value={text}
          rows={3}
          spellCheck={false}
          data-json-plain
          onFocus={() => setIsTyping(true)}
          onBlur={() => setIsTyping(false)}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </>
  )
}

/** The editor's module, which is large and is therefore loaded after the page is shown; null until then. */
let jsonEditorModule: typeof JsonEditorModule | null = null

const loadJsonEditor = async (): Promise<typeof JsonEditorModule> =>
  (jsonEditorModule ??= await import('./json-editor.ts'))

/** How long to wait for the page to become idle before loading the editor anyway, in milliseconds. */
const preloadTimeout = 5_000

/** Loads the editor once the page is idle; returns a function that cancels this. */
const preloadJsonEditor = (): (() => void) => {
  const handle = requestIdleCallback(() => void loadJsonEditor().catch(reportError), { timeout: preloadTimeout })
  return () => cancelIdleCallback(handle)
}

const openingMessages = messages.context.opening

type OpeningPreviewProps = { call: CallScreenModel; text: QueryState<AgentText> | null; readiness: Readiness }

/** Previews the agent's first words, with the form's values inserted the way the service will insert them. */
export const OpeningPreview = ({ call, text, readiness }: OpeningPreviewProps) => {
  const known = text?.data?.value
  return (
    <section className={openingCss['card']} aria-label={openingMessages.greeting}>
      {known?.state === 'published' ? (
        <PublishedOpening call={call} text={known} readiness={readiness} />
      ) : (
        <>
          <h2 className={openingCss['title']}>{openingMessages.greeting}</h2>
          <p className={openingCss['plain']}>{missingSentence(text)}</p>
        </>
      )}
    </section>
  )
}

const missingSentence = (text: QueryState<AgentText> | null): string => {
  if (text === null) return openingMessages.noAgent
  if (text.data === null && text.step !== 'failed') return openingMessages.loading
  return text.data?.value.state === 'unpublished' ? openingMessages.unpublished : openingMessages.unavailable
}

type PublishedOpeningProps = Pick<OpeningPreviewProps, 'call' | 'readiness'> & { text: PublishedText }

const PublishedOpening = ({ call, text, readiness }: PublishedOpeningProps) => {
  const { written, isFaulty } = useLastValidContext(call)
  const hasClock = text.opening?.text.includes('current_') ?? false
  const now = useNow(hasClock ? 1_000 : null)
  const stamped = serviceValuesOf(call, readiness)
  const opening = useMemo(() => openingTextOf(text, written, stamped, now), [text, written, stamped, now])
  return (
    <>
      <h2 className={openingCss['title']}>
        {opening?.kind === 'prompt' ? openingMessages.prompt : openingMessages.greeting}
      </h2>
      {opening === null && <p className={openingCss['plain']}>{openingMessages.none}</p>}
      {opening?.kind === 'recording' && (
        <p className={openingCss['plain']}>
          <MicVocal aria-hidden />
          {openingMessages.recording}
        </p>
      )}
      {opening && opening.kind !== 'recording' && <OpeningWords opening={opening} />}
      {isFaulty && <FieldMessage tone="check">{openingMessages.outdated}</FieldMessage>}
      {text.spokenRaw.slice(0, 2).map((raw) => (
        <FieldMessage key={raw.text} tone="check">
          {openingMessages.notes.spokenRaw(raw.text)}
        </FieldMessage>
      ))}
    </>
  )
}

/** Returns the context, or the last valid one while the text has an error. */
const useLastValidContext = (call: CallScreenModel): { written: InitialContext; isFaulty: boolean } => {
  const written = useStore(call.form.store, ({ context }) => context.written)
  const [valid, setValid] = useState<InitialContext>(written ?? {})
  if (written !== null && written !== valid) setValid(written)
  return { written: written ?? valid, isFaulty: written === null }
}

/** Returns the values that the service will set on the run, to the extent that the form knows them. */
const serviceValuesOf = (call: CallScreenModel, readiness: Readiness): ServiceValues => {
  if (readiness.ready) return readiness.draft
  const form = call.form.store.getState()
  const number = currentReading(form)
  return {
    phoneNumber: number?.step === 'read' ? number.reading.dial : '',
    agentUuid: form.agent.kind === 'agent' ? form.agent.agentUuid : '',
    telephonyConfigurationId: null,
    fromPhoneNumberId: null,
  }
}
