import { CalendarClock, PanelRightOpen, RotateCcw } from 'lucide-react'
import { memo } from 'react'
import { useStore } from 'zustand'
import type { Call } from '../../contract/call.ts'
import { isUnresolved } from '../../contract/call-resolution.ts'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/empty.tsx'
import { Ltr } from '../design/ltr.tsx'
import { mayRepeat } from '../shell/call-again.ts'
import { useCallActs } from '../shell/call-acts.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { useBecame } from '../shell/live/use-became.ts'
import { runIdOf } from '../shell/run-id.ts'
import { StateTag } from '../shell/state-tag.tsx'
import { words } from '../words/words.ts'
import type { TodayStore } from './today-store.ts'
import css from './today.module.css'

const said = words.call.today
const shown = 50

const Became = ({ call }: { call: Call }) => {
  const text = useBecame(call)
  return <td title={text}>{text}</td>
}

const Acts = ({ call, run }: { call: Call; run: number | null }) => {
  const { show, repeat } = useCallActs()
  return (
    <td className={css['act']}>
      {isUnresolved(call.outcome) && (
        <Button
          look="quiet"
          size="icon"
          aria-label={said.showOf(call.phoneNumberDisplay)}
          title={words.lookUp.show}
          onClick={() => show(call.callId)}
        >
          <PanelRightOpen aria-hidden />
        </Button>
      )}
      {mayRepeat(call) && (
        <Button
          look="quiet"
          size="icon"
          aria-label={said.repeatOf(call.phoneNumberDisplay)}
          title={said.repeat}
          onClick={() => repeat(call.callId)}
        >
          <RotateCcw aria-hidden />
        </Button>
      )}
      {run !== null && <CopyButton text={String(run)} name={words.call.outcome.run(run)} />}
    </td>
  )
}

const Row = ({ call }: { call: Call }) => {
  const run = runIdOf(call)
  const agent = call.agentName ?? call.agentUuid
  return (
    <tr>
      <td className={css['time']}>
        <time dateTime={call.preparedAt}>{words.time.clock(call.preparedAt)}</time>
      </td>
      <td>
        <StateTag state={call.outcome} />
      </td>
      <td title={call.phoneNumberDisplay}>
        <Ltr>{call.phoneNumberDisplay}</Ltr>
      </td>
      <td title={agent}>{agent}</td>
      <td className={css['mono']}>{run === null ? words.common.none : words.call.outcome.run(run)}</td>
      <Became call={call} />
      <Acts call={call} run={run} />
    </tr>
  )
}

const Table = ({ calls }: { calls: readonly Call[] }) => (
  <table className={css['table']} aria-label={said.title}>
    <thead>
      <tr>
        {Object.values(said.columns).map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {calls.slice(0, shown).map((call) => (
        <Row key={call.callId} call={call} />
      ))}
    </tbody>
  </table>
)

const countOf = (calls: readonly Call[]): string => {
  const placed = calls.map((call) => words.callState.inWords(call.outcome).placed)
  const count = (what: string) => placed.filter((one) => one === what).length
  return said.count(count('yes'), count('unknown'), count('no'))
}

/** Today's calls of this profile, newest first, with the run id of each ready to copy. No key in the form draws them anew. */
export const Today = memo(({ today }: { today: TodayStore }) => {
  const fact = useStore(today.calls.store)
  const calls = fact.known?.value ?? []
  return (
    <section className={css['card']} aria-labelledby="today-title">
      <header className={css['head']}>
        <h2 id="today-title">{said.title}</h2>
        {calls.length > 0 && <span>{countOf(calls)}</span>}
      </header>
      {fact.step === 'failed' && <FailureNotice failure={fact.failure} title={said.failed} />}
      {!fact.known && fact.step !== 'failed' && <p className={css['wait']}>{said.loading}</p>}
      {fact.known && calls.length === 0 && <Empty icon={CalendarClock} title={said.emptyTitle} text={said.emptyText} />}
      {calls.length > 0 && <Table calls={calls} />}
    </section>
  )
})
