import { MessagesSquare, Play } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { Transcript } from '../../../contract/artifacts.ts'
import type { Failure } from '../../../contract/failure.ts'
import { Button } from '../../design/button.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { createFact, type FactStore } from '../../shell/fact.ts'
import { FailureNotice } from '../../shell/failure-notice.tsx'
import { useParts } from '../../shell/parts.ts'
import { isInDialog, isTyping, useWindowKeys } from '../../shell/shortcuts.ts'
import { words } from '../../words/words.ts'
import { Player } from './player.tsx'
import { createRecording, type RecordingState, type RecordingStore } from './recording-store.ts'
import css from './talk.module.css'
import { TranscriptView } from './transcript-view.tsx'

const said = words.runs.talk

/** Why it could not be had. That there is none is no trouble, and may change. */
const Trouble = ({
  failure,
  none,
  title,
  onAsk,
}: {
  failure: Failure
  none: string
  title: string
  onAsk: () => void
}) => {
  const again = (
    <Button size="small" onClick={onAsk}>
      {words.common.askAgain}
    </Button>
  )
  if (failure.kind !== 'notFound') return <FailureNotice failure={failure} title={title} acts={again} />
  return (
    <>
      <p>{none}</p>
      {failure.detail && <p>{words.common.serviceSays(failure.detail)}</p>}
      <div className={css['acts']}>{again}</div>
    </>
  )
}

const progressOf = (state: RecordingState): string | null => {
  if (state.step === 'opening') return said.fetchingRecording
  if (state.step !== 'fetching') return null
  return said.readingRecording(Math.floor((state.samples / Math.max(1, state.recording.samples)) * 100))
}

const RecordingPart = ({ recording }: { recording: RecordingStore }) => {
  const state = useStore(recording.store)
  const progress = progressOf(state)
  return (
    <>
      {state.step === 'failed' && (
        <Trouble
          failure={state.failure}
          none={said.noRecording}
          title={
            state.failure.kind === 'unavailable' && state.failure.cause === 'wrongShape'
              ? said.unplayable
              : said.recordingFailed
          }
          onAsk={() => void recording.fetch()}
        />
      )}
      {state.step === 'here' && <Player recording={state.recording} wave={state.wave} />}
      {progress !== null && <output className={css['hint']}>{progress}</output>}
    </>
  )
}

const TranscriptPart = ({ transcript }: { transcript: FactStore<Transcript> }) => {
  const fact = useStore(transcript.store)
  return (
    <>
      {fact.step === 'asking' && <output className={css['hint']}>{said.fetchingTranscript}</output>}
      {fact.step === 'failed' && (
        <Trouble
          failure={fact.failure}
          none={said.noTranscript}
          title={said.transcriptFailed}
          onAsk={() => void transcript.ask()}
        />
      )}
      {fact.known && <TranscriptView transcript={fact.known.value} />}
    </>
  )
}

const useTalk = (profileId: string, workflowRunId: number) => {
  const { desk, now } = useParts()
  const talk = useMemo(
    () => ({
      recording: createRecording(desk, { profileId, workflowRunId }),
      transcript: createFact(() => desk.readTranscript({ profileId, workflowRunId }), now),
    }),
    [desk, now, profileId, workflowRunId],
  )
  useEffect(() => () => talk.recording.close(), [talk])
  return talk
}

/** What was said in a call and its recording, each fetched when a person wants it: T and P. */
export const TalkSection = ({ profileId, workflowRunId }: { profileId: string; workflowRunId: number }) => {
  const { recording, transcript } = useTalk(profileId, workflowRunId)
  const { step } = useStore(recording.store)
  const asked = useStore(transcript.store, (fact) => fact.step !== 'unasked')
  const section = useRef<HTMLElement>(null)
  /** P plays what is there; what is not there yet is fetched. */
  const listen = () => {
    const button = section.current?.querySelector<HTMLElement>('[data-play]')
    if (!button) return void recording.fetch()
    button.focus()
    button.click()
  }
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isInDialog(event) || isTyping(event)) return
    if (event.key === 't') void transcript.ask()
    if (event.key === 'p') listen()
  })
  return (
    <section ref={section} className={css['section']}>
      <h3>{said.title}</h3>
      <RecordingPart recording={recording} />
      <TranscriptPart transcript={transcript} />
      <div className={css['acts']}>
        {step === 'none' && (
          <Button size="small" aria-keyshortcuts="P" onClick={() => void recording.fetch()}>
            <Play aria-hidden />
            {said.listen}
            <Kbd keys="P" look="bare" />
          </Button>
        )}
        {!asked && (
          <Button size="small" aria-keyshortcuts="T" onClick={() => void transcript.ask()}>
            <MessagesSquare aria-hidden />
            {said.read}
            <Kbd keys="T" look="bare" />
          </Button>
        )}
      </div>
    </section>
  )
}
