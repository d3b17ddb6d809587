import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Call } from '../../../contract/call.ts'
import type { LookUp } from '../../../contract/look-up.ts'
import { Button } from '../../design/button.tsx'
import { FieldMessage } from '../../design/field.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { words } from '../../words/words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { useParts } from '../parts.ts'
import { FoundRuns } from './found-runs.tsx'
import { DashboardFacts, LookUpFacts } from './look-up-facts.tsx'
import css from './look-up-panel.module.css'
import type { Looking, ResolutionStore } from './resolution-store.ts'

const said = words.lookUp

/** What is going on, in one sentence. */
const sentenceOf = ({ outcome, referenceName }: Call, { lists, foundRunId }: LookUp): string => {
  if (outcome.state === 'sending' || outcome.state === 'queued')
    return foundRunId === null ? said.late : said.found(foundRunId)
  if (lists === 'refused') return said.refused
  if (outcome.state === 'candidate') return said.decide
  if (outcome.state === 'accepted') return outcome.progress === 'dialling' ? said.dialling : said.decide
  return referenceName === null ? said.withoutReference : said.checking
}

const runsOf = ({ outcome }: Call, { foundRunId }: LookUp): readonly number[] => {
  if (outcome.state === 'candidate') return outcome.runIds
  if (outcome.state === 'accepted') return [outcome.workflowRunId]
  if (outcome.state === 'failedAtProvider' && outcome.workflowRunId !== null) return [outcome.workflowRunId]
  return foundRunId === null ? [] : [foundRunId]
}

const howItWent = (looking: Looking): string | null => {
  if (looking.step === 'looked') return said.stillOpen
  return looking.step === 'failed' ? words.failure.titled(words.failure.inWords(looking.failure)) : null
}

/** Tells people who listen how a look went, and that the run was found while the answer is still out. */
const useTelling = (looking: Looking, found: number | null): void => {
  const { announce } = useParts()
  const sentence = howItWent(looking)
  useEffect(() => {
    if (found !== null) announce(said.found(found))
  }, [found, announce])
  useEffect(() => {
    if (sentence !== null) announce(sentence)
  }, [sentence, announce])
}

type ActsProps = { acts: ResolutionStore; mayClose: boolean; hears: boolean }

const Acts = ({ acts, mayClose, hears }: ActsProps): ReactNode => {
  const { looking } = useStore(acts.store)
  const busy = looking.step === 'looking'
  return (
    <div className={css['acts']}>
      <Button size="small" off={busy} aria-keyshortcuts={hears ? 'L' : undefined} onClick={() => void acts.lookNow()}>
        {busy ? said.looking : said.act}
        {hears && <Kbd keys="L" look="bare" />}
      </Button>
      {mayClose && (
        <Button size="small" aria-keyshortcuts={hears ? 'H' : undefined} onClick={acts.openClosing}>
          {said.close}
          {hears && <Kbd keys="H" look="bare" />}
        </Button>
      )}
    </div>
  )
}

type Props = {
  call: Call
  lookUp: LookUp
  acts: ResolutionStore
  /** Whether L and H are heard for this call; no button names a key that does something else. */
  hears: boolean
}

/** What is being checked, when last, when next, what to do meanwhile, and what a person can do about it. */
export const LookUpPanel = ({ call, lookUp, acts, hears }: Props) => {
  const { looking } = useStore(acts.store)
  const { outcome } = call
  const found = runsOf(call, lookUp)
  const open = outcome.state === 'sending' || outcome.state === 'queued'
  useTelling(looking, open ? lookUp.foundRunId : null)
  return (
    <>
      <h3>{said.title}</h3>
      <p>{sentenceOf(call, lookUp)}</p>
      {found.length > 0 && (
        <FoundRuns
          profileId={call.profileId}
          ids={found}
          label={outcome.state === 'candidate' ? said.candidates(found) : said.foundList}
        />
      )}
      {lookUp.lists === 'refused' && !open && <DashboardFacts call={call} lookUp={lookUp} />}
      <LookUpFacts call={call} lookUp={lookUp} />
      {lookUp.lastFailure && looking.step !== 'failed' && (
        <FieldMessage tone="check">
          {said.failed(words.failure.titled(words.failure.inWords(lookUp.lastFailure)))}
        </FieldMessage>
      )}
      {looking.step === 'failed' && <FailureNotice failure={looking.failure} />}
      {looking.step === 'looked' && <p className={css['looked']}>{said.stillOpen}</p>}
      {!open && <p className={css['meanwhile']}>{said.meanwhile}</p>}
      <Acts acts={acts} mayClose={!open} hears={hears} />
    </>
  )
}
