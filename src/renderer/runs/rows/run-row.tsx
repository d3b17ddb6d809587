import { StickyNote } from 'lucide-react'
import { memo } from 'react'
import type { Call } from '../../../contract/call.ts'
import { useBecame } from '../../shell/live/use-became.ts'
import { runIdOf } from '../../shell/run-id.ts'
import { StateTag } from '../../shell/state-tag.tsx'
import { words } from '../../words/words.ts'
import { Found } from '../found.tsx'
import css from '../runs-list.module.css'

const said = words.runs

type CellsProps = { call: Call; note: string | undefined; search: string; now: number; chosen: boolean }

const NumberCell = ({ call, search, chosen }: CellsProps) => (
  <td title={call.phoneNumber}>
    {/* One stop of the Tab key for the whole list: the chosen row; J, K and the arrows go from row to row. */}
    <button type="button" className={css['open']} tabIndex={chosen ? 0 : -1} data-bare>
      {call.phoneNumberDisplay ? (
        <bdi dir="ltr">
          <Found text={call.phoneNumberDisplay} search={search} />
        </bdi>
      ) : (
        <i className={css['erased']}>{said.drawer.erased}</i>
      )}
    </button>
  </td>
)

const ProfileCell = ({ call, search }: CellsProps) => (
  <td className={css['profile']} data-color={call.profileColor} title={call.profileName}>
    <i className={call.practice ? css['practice'] : undefined} aria-hidden />
    <span>
      <Found text={call.profileName} search={search} />
    </span>
  </td>
)

const BecameCell = ({ call, note, search }: CellsProps) => {
  const became = useBecame(call)
  return (
    <td title={note ? `${became}\n${note}` : became}>
      {note && (
        <span className={css['note']}>
          <StickyNote role="img" aria-label={said.note.title} />
          <bdi>
            <Found text={note} search={search} />
          </bdi>
        </span>
      )}
      <Found text={became} search={search} />
    </td>
  )
}

const Cells = (props: CellsProps) => {
  const { call, search, now } = props
  const run = String(runIdOf(call) ?? words.common.none)
  const agent = call.agentName ?? call.agentUuid
  return (
    <>
      <td className={css['time']} title={words.time.full(call.preparedAt)}>
        {words.time.short(call.preparedAt, now)}
      </td>
      <td>
        <StateTag state={call.outcome} />
      </td>
      <NumberCell {...props} />
      <td title={agent}>
        <bdi>
          <Found text={agent} search={search} />
        </bdi>
      </td>
      <td className={css['mono']}>
        <Found text={run} search={search} />
      </td>
      <ProfileCell {...props} />
      <BecameCell {...props} />
    </>
  )
}

type Props = Omit<CellsProps, 'call'> & { index: number; call: Call | undefined }

/** One row. Where its call has not been fetched yet, a bar keeps its place. */
export const RunRow = memo(({ index, call, ...rest }: Props) => (
  <tr
    data-call={call?.callId}
    data-row={index}
    aria-rowindex={index + 2}
    aria-current={rest.chosen || undefined}
    aria-busy={call ? undefined : true}
  >
    {call ? (
      <Cells call={call} {...rest} />
    ) : (
      <td className={css['coming']} colSpan={3}>
        {words.common.blank}
      </td>
    )}
  </tr>
))
RunRow.displayName = 'RunRow'
