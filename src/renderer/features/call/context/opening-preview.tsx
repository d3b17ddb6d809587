import { MicVocal } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { AgentText, PublishedText } from '../../../../contract/agent.ts'
import type { InitialContext } from '../../../../contract/initial-context.ts'
import type { ServiceValues } from '../../../../domain/context/edit.ts'
import { messages } from '../../../../messages/index.ts'
import type { QueryState } from '../../../lib/query.ts'
import { useNow } from '../../../lib/page.ts'
import { FieldMessage } from '../../../ui/field.tsx'
import { OpeningWords, openingTextOf } from '../../../ui/opening.tsx'
import css from '../../../ui/opening.module.css'
import { currentReading } from '../form/call-form-state.ts'
import type { CallScreenModel } from '../form/call-screen-model.ts'
import type { Readiness } from '../form/readiness.ts'

const openingMessages = messages.context.opening

type OpeningPreviewProps = { call: CallScreenModel; text: QueryState<AgentText> | null; readiness: Readiness }

/** Previews the agent's first words, with the form's values inserted the way the service will insert them. */
export const OpeningPreview = ({ call, text, readiness }: OpeningPreviewProps) => {
  const known = text?.data?.value
  return (
    <section className={css['card']} aria-label={openingMessages.greeting}>
      {known?.state === 'published' ? (
        <PublishedOpening call={call} text={known} readiness={readiness} />
      ) : (
        <>
          <h2 className={css['title']}>{openingMessages.greeting}</h2>
          <p className={css['plain']}>{missingSentence(text)}</p>
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
      <h2 className={css['title']}>{opening?.kind === 'prompt' ? openingMessages.prompt : openingMessages.greeting}</h2>
      {opening === null && <p className={css['plain']}>{openingMessages.none}</p>}
      {opening?.kind === 'recording' && (
        <p className={css['plain']}>
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
