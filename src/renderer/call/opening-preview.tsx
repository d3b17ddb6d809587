import { Clock, MicVocal, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { AgentText, PublishedText } from '../../contract/agent-text.ts'
import type { Stamped } from '../../contract/context-in-call.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import type { Piece } from '../../contract/render-template.ts'
import { FieldMessage } from '../design/field.tsx'
import type { Fact } from '../shell/fact.ts'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { freshNumber } from './call-state.ts'
import { asidesOf, beginningOf, cutPieces, nameOfPiece, type Beginning } from './opening-pieces.ts'
import css from './opening-preview.module.css'
import type { Readiness } from './readiness.ts'

const said = words.context.opening

const Place = ({ piece }: { piece: Piece }) => {
  const name = nameOfPiece(piece)
  switch (piece.from) {
    case 'text':
      return piece.text
    case 'value':
    case 'default':
      return (
        <mark className={css[piece.from]} title={name}>
          <bdi>{piece.text}</bdi>
        </mark>
      )
    case 'clock':
      return (
        <mark className={css['clock']} title={name}>
          <Clock aria-hidden />
          {piece.text}
        </mark>
      )
    case 'later':
      return <mark className={css['later']}>{said.later(name)}</mark>
    case 'missing':
    case 'broken':
      return (
        <mark className={css['missing']}>
          <TriangleAlert aria-hidden />
          {said[piece.from](name)}
        </mark>
      )
  }
}

const Asides = ({ pieces, more }: { pieces: readonly Piece[]; more: number }) => {
  const defaults = [...new Set(pieces.filter(({ from }) => from === 'default').map(nameOfPiece))].join(', ')
  return (
    <>
      {more > 0 && <FieldMessage tone="hint">{said.notes.cut(more)}</FieldMessage>}
      {asidesOf(pieces).map((from) => (
        <FieldMessage key={from} tone={from === 'broken' ? 'bad' : 'hint'}>
          {from === 'default' ? said.notes.default(defaults) : said.notes[from]}
        </FieldMessage>
      ))}
    </>
  )
}

/** What is said stands in quotation marks; what the agent is only told does not. */
const quotesOf = ({ kind }: Beginning, more: number): [before: string, after: string] => {
  const end = more > 0 ? ' …' : ''
  return kind === 'greeting' ? [said.quote[0], `${end}${said.quote[1]}`] : ['', end]
}

const Words = ({ beginning }: { beginning: Beginning }) => {
  const { shown, more } = cutPieces(beginning.pieces)
  const places = shown.map((piece, at) => ({ piece, key: `${at} ${piece.path ?? ''}` }))
  const [before, after] = quotesOf(beginning, more)
  return (
    <>
      <p className={css['text']} dir="auto">
        {before}
        {places.map(({ piece, key }) => (
          <Place key={key} piece={piece} />
        ))}
        {after}
      </p>
      <Asides pieces={shown} more={more} />
    </>
  )
}

const Recording = () => (
  <p className={css['plain']}>
    <MicVocal aria-hidden />
    {said.recording}
  </p>
)

/** What the service will stamp on the run, as far as the form knows it already. */
const stampedOf = (call: CallDesk, readiness: Readiness): Stamped => {
  if (readiness.ready) return readiness.draft
  const form = call.form.store.getState()
  const number = freshNumber(form)
  return {
    phoneNumber: number?.step === 'read' ? number.reading.dial : '',
    agentUuid: form.agent.kind === 'agent' ? form.agent.agentUuid : '',
    telephonyConfigurationId: null,
    fromPhoneNumberId: null,
  }
}

/** The context as it stands, or as it last stood while its text has a fault: half a word is no reason to show none. */
const useSoundContext = (call: CallDesk): { written: InitialContext; isFaulty: boolean } => {
  const written = useStore(call.form.store, ({ context }) => context.written)
  const [sound, setSound] = useState<InitialContext>(written ?? {})
  if (written !== null && written !== sound) setSound(written)
  return { written: written ?? sound, isFaulty: written === null }
}

const Published = ({ call, text, readiness }: { call: CallDesk; text: PublishedText; readiness: Readiness }) => {
  const { written, isFaulty } = useSoundContext(call)
  const hasClock = text.opening?.text.includes('current_') ?? false
  const now = useNow(hasClock ? 1_000 : null)
  const stamped = stampedOf(call, readiness)
  const beginning = useMemo(() => beginningOf(text, written, stamped, now), [text, written, stamped, now])
  return (
    <>
      <h2 className={css['title']}>{beginning?.kind === 'prompt' ? said.prompt : said.greeting}</h2>
      {beginning === null && <p className={css['plain']}>{said.none}</p>}
      {beginning?.kind === 'recording' && <Recording />}
      {beginning && beginning.kind !== 'recording' && <Words beginning={beginning} />}
      {isFaulty && <FieldMessage tone="check">{said.beforeFault}</FieldMessage>}
      {text.spokenRaw.slice(0, 2).map((raw) => (
        <FieldMessage key={raw.text} tone="check">
          {said.notes.spokenRaw(raw.text)}
        </FieldMessage>
      ))}
    </>
  )
}

const plainWord = (text: Fact<AgentText> | null): string => {
  if (text === null) return said.noAgent
  if (text.known === null && text.step !== 'failed') return said.asking
  return text.known?.value.state === 'unpublished' ? said.unpublished : said.untold
}

type Props = { call: CallDesk; text: Fact<AgentText> | null; readiness: Readiness }

/** The first words of the call, with the values of the form in their places, as the service will fill them in. */
export const OpeningPreview = ({ call, text, readiness }: Props) => {
  const known = text?.known?.value
  return (
    <section className={css['card']} aria-label={said.greeting}>
      {known?.state === 'published' ? (
        <Published call={call} text={known} readiness={readiness} />
      ) : (
        <>
          <h2 className={css['title']}>{said.greeting}</h2>
          <p className={css['plain']}>{plainWord(text)}</p>
        </>
      )}
    </section>
  )
}
