import type { PracticeNumber } from '../words/english/practice-numbers.ts'
import { words } from '../words/words.ts'
import css from './practice-numbers.module.css'

type Props = { numbers: readonly PracticeNumber[]; onChoose: (number: string) => void }

/** Numbers of the practice organization and what happens when they are called; nothing at all while there are none. */
export const PracticeNumbers = ({ numbers, onChoose }: Props) =>
  numbers.length === 0 ? null : (
    <details className={css['numbers']}>
      <summary>{words.call.practiceNumbers}</summary>
      <ul>
        {numbers.map(({ number, meaning }) => (
          <li key={number}>
            <button type="button" onClick={() => onChoose(number)}>
              {number}
            </button>
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
    </details>
  )
