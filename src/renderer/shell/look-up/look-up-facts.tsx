import type { Call } from '../../../contract/call.ts'
import type { LookUp } from '../../../contract/look-up.ts'
import { words } from '../../words/words.ts'
import { CopyButton } from '../copy-button.tsx'
import facts from '../facts.module.css'
import { useNow } from '../use-now.ts'
import css from './look-up-panel.module.css'

const said = words.lookUp

const untilOf = (at: string, now: number): string => said.in(Date.parse(at) - now)

const lastOf = ({ lastAskedAt, attempts }: LookUp, now: number): string =>
  lastAskedAt === null ? said.never : said.lastAt(words.time.ago(Math.max(0, now - Date.parse(lastAskedAt))), attempts)

const nextOf = ({ step, nextAskAt }: LookUp, now: number): string => {
  if (step === 'asking') return said.now
  return nextAskAt === null ? said.onlyYou : untilOf(nextAskAt, now)
}

const Fact = ({ name, value, copy = false }: { name: string; value: string; copy?: boolean }) => (
  <div>
    <dt>{name}</dt>
    <dd className={copy ? css['copied'] : undefined}>
      <span>{value}</span>
      {copy && <CopyButton text={value} name={name} />}
    </dd>
  </div>
)

/** Whether a verdict of "not found" is still to come for a call: only one whose connection is over waits for it. */
const quietOf = ({ outcome }: Call, { quietUntil, step }: LookUp, now: number): string | null => {
  const waits = outcome.state === 'unknown' || outcome.state === 'failedAtProvider'
  if (!waits || step === 'stopped' || quietUntil === null || Date.parse(quietUntil) <= now) return null
  return said.notBefore(Date.parse(quietUntil) - now)
}

/** When the service was asked and will be asked, counted second by second. */
export const LookUpFacts = ({ call, lookUp }: { call: Call; lookUp: LookUp }) => {
  const now = useNow(1_000)
  const quiet = quietOf(call, lookUp, now)
  return (
    <dl className={facts['facts']}>
      <Fact name={said.last} value={lastOf(lookUp, now)} />
      <Fact name={said.next} value={nextOf(lookUp, now)} />
      {quiet && <Fact name={said.verdict} value={quiet} />}
      <Fact name={said.lists} value={said.listsOf(lookUp.lists)} />
    </dl>
  )
}

/** What to look for in the service's own dashboard, where the lists cannot be read. */
export const DashboardFacts = ({ call, lookUp }: { call: Call; lookUp: LookUp }) => (
  <dl className={`${facts['facts']} ${css['search']}`}>
    <Fact name={said.number} value={call.phoneNumber} copy />
    <Fact name={said.agent} value={call.agentName ?? call.agentUuid} copy />
    <Fact name={said.window} value={said.windowOf(lookUp.window.from, lookUp.window.to)} />
  </dl>
)
