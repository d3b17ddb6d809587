import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Call } from '../../contract/call.ts'
import { isUnresolved, mayHaveRung } from '../../contract/call-resolution.ts'
import { FieldMessage } from '../design/field.tsx'
import { useCallActs } from '../shell/call-acts.ts'
import { useParts } from '../shell/parts.ts'
import { runIdOf } from '../shell/run-id.ts'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import css from './fields.module.css'
import { pastEntries, type NumberPast, type PastEntry, type PastRun } from './number-past.ts'

const said = words.call.number
const recent = words.phoneNumber.recent

/** Within this time, in milliseconds, a call to the same number is most likely the same matter. */
const lately = 3_600_000

const becameOf = (call: Call): string => {
  const { tag } = words.callState.inWords(call.outcome)
  const run = runIdOf(call)
  return run === null ? tag : `${tag}, ${words.call.outcome.run(run)}`
}

const callSentence = (call: Call, age: string): string => {
  if (isUnresolved(call.outcome)) return said.locked(age, call.profileName, words.callState.inWords(call.outcome).tag)
  const before = mayHaveRung(call.outcome) ? said.before : said.tried
  return before(age, call.profileName, becameOf(call))
}

const CallLine = ({ call, age, first, warn }: { call: Call; age: string; first: boolean; warn: boolean }) => {
  const { show } = useCallActs()
  return (
    <>
      <FieldMessage tone={warn ? 'check' : 'hint'}>{callSentence(call, age)}</FieldMessage>
      <button
        type="button"
        className={css['mode']}
        aria-label={first ? undefined : recent.showOf(age)}
        onClick={() => show(call.callId)}
      >
        {first ? said.show : recent.show}
      </button>
    </>
  )
}

const RunLine = ({ told, age, warn }: { told: PastRun; age: string; warn: boolean }) => {
  const { askRun } = useCallActs()
  const { run, profileId, profileName } = told
  return (
    <>
      <FieldMessage tone={warn ? 'check' : 'hint'}>{recent.run(run, age, profileName)}</FieldMessage>
      <button
        type="button"
        className={css['mode']}
        aria-label={recent.askOf(run.workflowRunId)}
        onClick={() => askRun(profileId, run.workflowRunId)}
      >
        {recent.ask}
      </button>
    </>
  )
}

const keyOf = (entry: PastEntry): string =>
  entry.kind === 'call' ? entry.call.callId : `${entry.told.profileId} ${entry.told.run.workflowRunId}`

const mayRing = (entry: PastEntry): boolean =>
  entry.kind === 'call' ? mayHaveRung(entry.call.outcome) : entry.told.run.state !== 'failed'

const sentenceOf = (entry: PastEntry, now: number): string => {
  const age = words.time.ago(Math.max(0, now - entry.at))
  return entry.kind === 'call' ? callSentence(entry.call, age) : recent.run(entry.told.run, age, entry.told.profileName)
}

/** Tells what is known of another number, and what is new of this one; that it grows older is no news. */
const useTelling = (entries: readonly PastEntry[], now: number): void => {
  const { announce } = useParts()
  const news = entries.map((entry) => sentenceOf(entry, entry.at)).join('\n')
  const sentence = entries.map((entry) => sentenceOf(entry, now)).join(' ')
  // What was known when the line came back was heard before it went.
  const told = useRef(news)
  useEffect(() => {
    if (news !== told.current && sentence !== '') announce(sentence)
    told.current = news
  }, [news, sentence, announce])
}

/** What is known of the number before anybody calls it: that it is locked, and when it was called last, from here or elsewhere. */
export const NumberPastLine = ({ past, practice }: { past: NumberPast; practice: boolean }) => {
  const state = useStore(past.store)
  const now = useNow(10_000)
  const entries = pastEntries(state, practice)
  useTelling(entries, now)
  return (
    <ul aria-label={recent.title} className={css['pasts']}>
      {entries.map((entry, index) => {
        const since = Math.max(0, now - entry.at)
        const age = words.time.ago(since)
        const warn = since < lately && mayRing(entry)
        return (
          <li key={keyOf(entry)} className={css['past']}>
            {entry.kind === 'call' ? (
              <CallLine
                call={entry.call}
                age={age}
                first={index === 0}
                warn={warn || isUnresolved(entry.call.outcome)}
              />
            ) : (
              <RunLine told={entry.told} age={age} warn={warn} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
