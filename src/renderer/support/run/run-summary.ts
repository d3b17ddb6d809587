import { useSyncExternalStore } from 'react'
import { words } from '../../words/words.ts'
import type { RunAsked } from './run-look-up-store.ts'

const said = words.support.run

/** In one sentence: who knows the run, and whether somebody has not answered yet. */
export const summaryOf = ({ runId, here, services }: RunAsked): string => {
  const facts = [here, ...services.map(({ run }) => run)].map(({ store }) => store.getState())
  const calls = here.store.getState().known?.value ?? []
  const names = services.filter(({ run }) => run.store.getState().known !== null).map(({ profile }) => profile.name)
  const isSure = calls.some(({ outcome }) => outcome.state !== 'candidate')
  const own = calls.length === 0 ? [] : [isSure ? said.byHere : said.byHereAsCandidate]
  const known = [...own, ...names]
  if (known.length > 0) return said.knownTo(runId, known)
  if (facts.some(({ step }) => step === 'asking' || step === 'unasked')) return said.looking(runId)
  const isCertain = facts.every(
    (fact) => fact.step === 'known' || (fact.step === 'failed' && fact.failure.kind === 'notFound'),
  )
  return isCertain ? said.unknown(runId) : said.uncertain(runId)
}

/** The same, kept up as the answers come in. */
export const useSummary = (asked: RunAsked): string =>
  useSyncExternalStore(
    (changed) => {
      const ends = [asked.here.store, ...asked.services.map(({ run }) => run.store)].map((store) =>
        store.subscribe(changed),
      )
      return () => ends.forEach((end) => end())
    },
    () => summaryOf(asked),
  )
