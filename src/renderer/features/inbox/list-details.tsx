import { CirclePause } from 'lucide-react'
import type { List } from '../../../contract/list.ts'
import { brokenRule } from '../../../domain/lists/list-policy.ts'
import { messages } from '../../../messages/index.ts'
import { isWithoutOpenRows, totalsOf } from '../../lib/list-totals.ts'
import { hasBrakeText, useListPolicy } from '../../lib/lists.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RefusedNotice } from '../../ui/refused-notice.tsx'
import css from './inbox.module.css'

/**
 * Shows why Rundesk paused a list, what must be done, and by whom. The list is resumed on its own screen, which shows
 * its totals. A list that can't be resumed isn't said to be resumable.
 */
export const ListDetails = ({ list, onList }: { list: List; onList: (listId: string) => void }) => {
  const { listId, name, brake, options, counts } = list
  const rule = brokenRule(options, useListPolicy())
  if (brake === null) return null
  const { run, start } = messages.lists
  const { title, text } = run.brake(brake.reason)
  const { waiting, held, active, unresolved } = totalsOf(counts)
  const howToResume = [
    ...(hasBrakeText(list) ? [text] : []),
    ...(waiting === 0 && held > 0 ? [run.noneReady] : []),
    ...(waiting + held === 0 ? [run.callsOfPaused(active, unresolved)] : []),
  ]
  const sentences = rule === null ? howToResume : [start.notAllowed(rule), run.notAllowed(rule)]
  return (
    <>
      <h2 className={css['title']}>
        <bdi>{name}</bdi>
      </h2>
      <Notice
        tone="check"
        icon={CirclePause}
        title={title}
        actions={<Button onClick={() => onList(listId)}>{messages.lists.elsewhere.show}</Button>}
      >
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      {isWithoutOpenRows(list) && <RefusedNotice listId={listId} />}
    </>
  )
}
