import type { SpokenTurn, Transcript } from '../../../contract/artifacts.ts'
import { words } from '../../words/words.ts'
import css from './talk.module.css'

const said = words.runs.talk

/** Seconds from the first word of the talk to a turn; null where one of the two is not told. */
const secondsFrom = (first: number | null, { at }: SpokenTurn): number | null =>
  first === null || at === null ? null : Math.max(0, (Date.parse(at) - first) / 1000)

const firstOf = (turns: readonly SpokenTurn[]): number | null => {
  const times = turns.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]))
  return times.length === 0 ? null : Math.min(...times.slice(0, 5))
}

type TurnProps = { turn: SpokenTurn; first: number | null; goesOn: boolean }

const Turn = ({ turn, first, goesOn }: TurnProps) => {
  const seconds = secondsFrom(first, turn)
  return (
    <li className={css[turn.speaker]} data-goes-on={goesOn || undefined}>
      <p className={css['who']}>
        <span>{said.speakers[turn.speaker]}</span>
        {seconds !== null && turn.at !== null && (
          <time dateTime={turn.at} title={words.time.full(turn.at)}>
            {words.time.duration(Math.floor(seconds))}
          </time>
        )}
      </p>
      <p className={css['words']} dir="auto">
        {turn.text}
      </p>
    </li>
  )
}

/** What was said, as a talk: who, when, and the words. */
export const TranscriptView = ({ transcript: { turns, from, isWhole } }: { transcript: Transcript }) => {
  const first = firstOf(turns)
  return (
    <>
      {turns.length === 0 && <p>{said.nothingSaid}</p>}
      <ol className={css['talk']} aria-label={said.transcript}>
        {turns.map((turn, index) => (
          // Nothing tells two turns apart but their place, which never changes.
          <Turn
            key={`${index} ${turn.speaker}`}
            turn={turn}
            first={first}
            goesOn={turns[index - 1]?.speaker === turn.speaker}
          />
        ))}
      </ol>
      {from === 'notes' && <p className={css['hint']}>{said.fromNotes}</p>}
      {!isWhole && <p className={css['hint']}>{said.notWhole}</p>}
    </>
  )
}
