import type { OutcomeWords } from '../words/english/outcome-words.ts'
import { words } from '../words/words.ts'
import css from './outcome-text.module.css'

/** The answers below an outcome's title: was a call placed, why, the service's own words, what next. */
export const OutcomeText = ({ said }: { said: OutcomeWords }) => (
  <>
    <p className={css['placed']}>{words.callState.placed(said.placed)}</p>
    <p>{said.why}</p>
    {said.service && <p>{words.common.serviceSays(said.service)}</p>}
    <p className={css['next']}>{said.next}</p>
  </>
)
