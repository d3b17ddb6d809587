import type { CallDetail } from '../../../../contract/call.ts'
import { isUnresolved } from '../../../../domain/call-state.ts'
import { messages } from '../../../../messages/index.ts'
import { useNow } from '../../../lib/page.ts'
import { useOutcomeText } from '../../../lib/people.ts'
import { type QueryState, valueOf } from '../../../lib/query.ts'
import { useCallActions } from '../../../lib/workspace-context.ts'
import eventList from '../../../ui/event-list.module.css'
import { Button } from '../../../ui/button.tsx'
import { LearnedCard } from '../../../ui/learned.tsx'
import { FailureNotice, OutcomeText } from '../../../ui/notice.tsx'
import { textOfCall } from './row-tag.tsx'
import css from './row-drawer.module.css'

const drawerText = messages.lists.drawer

type CallOfRowProps = {
  query: QueryState<CallDetail>
  /** Why the row can't be put back, as for `textOfCall`. */
  problem: string | null
}

/** Shows the last call of a row: its outcome, what happened, and what the agent learned. */
export const CallOfRow = ({ query, problem }: CallOfRowProps) => {
  const detail = valueOf(query)
  if (query.step === 'failed' && detail === null) return <FailureNotice failure={query.failure} />
  return detail === null ? (
    <p className={css['wait']}>{drawerText.loading}</p>
  ) : (
    <CallSections detail={detail} problem={problem} />
  )
}

type CallSectionsProps = Pick<CallOfRowProps, 'problem'> & { detail: CallDetail }

const CallSections = ({ detail: { call, events, learned }, problem }: CallSectionsProps) => {
  const text = textOfCall(call, useOutcomeText(call), problem)
  const { show } = useCallActions()
  const now = useNow(null)
  /** The times, with the date of the first event of each day, unless all are of today. */
  const times = events.map(({ at }, index) =>
    messages.time.clockOrDate(at, Date.parse(events[index - 1]?.at ?? '') || now),
  )
  const hasDate = events.some(({ at }, index) => times[index] !== messages.time.clock(at))
  return (
    <>
      <section aria-label={drawerText.outcome}>
        <h3>{drawerText.outcome}</h3>
        <p className={css['strong']}>{text.title}</p>
        <OutcomeText text={text} />
        {isUnresolved(call.outcome) && (
          <Button size="small" onClick={() => show(call.callId)}>
            {messages.inbox.openInRuns}
          </Button>
        )}
      </section>
      <section aria-label={drawerText.happened}>
        <h3>{drawerText.happened}</h3>
        <ol className={`${eventList['events']} ${css['events']}`} data-dates={hasDate || undefined}>
          {events.map(({ at, outcome }, index) => (
            <li key={`${index} ${at}`}>
              <time dateTime={at} title={messages.time.full(at)}>
                {times[index]}
              </time>
              {messages.callState.shortEvent(outcome, events[index - 1]?.outcome)}
            </li>
          ))}
        </ol>
      </section>
      {learned && (
        <div className={css['learned']}>
          <LearnedCard learned={learned} />
        </div>
      )}
    </>
  )
}
