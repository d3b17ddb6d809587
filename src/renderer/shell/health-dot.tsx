import type { Health } from '../../contract/health.ts'
import { useStore } from 'zustand'
import { words } from '../words/words.ts'
import type { Fact, FactStore } from './fact.ts'
import css from './health-dot.module.css'
import { useNow } from './use-now.ts'

const toneOf = (fact: Fact<Health>): 'up' | 'down' | 'idle' => {
  if (fact.step === 'failed') return 'down'
  return fact.known ? 'up' : 'idle'
}

const textOf = (fact: Fact<Health>): string => {
  if (fact.step === 'failed') return words.shell.health.down(words.failure.inWords(fact.failure).title)
  if (!fact.known) return words.shell.health.checking
  const { milliseconds, version } = fact.known.value
  return words.shell.health.up(words.time.milliseconds(milliseconds), version)
}

/** The service's health in the bar: a dot, words, and their age; pressing it asks now. */
export const HealthDot = ({ health }: { health: FactStore<Health> }) => {
  const fact = useStore(health.store)
  const now = useNow(5_000)
  const at = fact.step === 'failed' ? fact.at : fact.known?.at
  return (
    <button type="button" className={css['health']} onClick={() => void health.ask()} title={words.shell.health.check}>
      <span className={`${css['dot']} ${css[toneOf(fact)]}`} aria-hidden />
      <span className={css['text']}>{textOf(fact)}</span>
      {at !== undefined && <span className={css['age']}>{words.time.ago(now - at)}</span>}
    </button>
  )
}
