import { messages } from '../../messages/index.ts'
import { useFindings } from '../lib/lists.ts'
import { valueOf } from '../lib/query.ts'
import { Notice } from './notice.tsx'

const { allRefused, allRefusedText } = messages.lists.run

/** Shows that a list without open rows can't resume because of the do-not-call list, and what to do. */
export const RefusedNotice = ({ listId }: { listId: string }) => {
  const groups = valueOf(useFindings(listId)) ?? []
  const listed = groups.find(({ code }) => code === 'doNotCall')?.refused ?? 0
  return (
    listed > 0 && (
      <Notice tone="check" title={allRefused}>
        <p>{allRefusedText(listed)}</p>
      </Notice>
    )
  )
}
