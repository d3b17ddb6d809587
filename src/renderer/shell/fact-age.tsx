import { words } from '../words/words.ts'
import { Button } from '../design/button.tsx'
import type { Fact } from './fact.ts'
import css from './fact-age.module.css'
import { useNow } from './use-now.ts'

type Props = {
  fact: Fact<unknown>
  act: string
  tell: (age: string) => string
  onAsk: () => void
  /** What is said while it is asked, where somebody else than the service is asked. */
  asking?: string
}

const slow = 4_000

/** How old an answer is, with the button that asks again; a second press while asking changes nothing. */
export const FactAge = ({ fact, act, tell, onAsk, asking: whom }: Props) => {
  const now = useNow(fact.step === 'asking' ? 1_000 : 5_000)
  const asking = fact.step === 'asking'
  return (
    <div className={css['line']}>
      <Button size="small" onClick={onAsk} off={asking}>
        {act}
      </Button>
      <output className={css['age']}>
        {asking && (whom ?? (now - fact.since > slow ? words.common.stillAsking : words.common.asking))}
      </output>
      {/* No part of what is heard: an age that grows would be read out again and again. */}
      {!asking && fact.known && <span className={css['age']}>{tell(words.time.ago(now - fact.known.at))}</span>}
    </div>
  )
}
