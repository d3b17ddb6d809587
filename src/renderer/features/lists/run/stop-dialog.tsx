import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { type List, rowStates } from '../../../../contract/list.ts'
import { messages } from '../../../../messages/index.ts'
import { countLeftovers, totalsOf } from '../../../lib/list-totals.ts'
import { usePage } from '../../../lib/page.ts'
import { createQuery } from '../../../lib/query.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'

const runText = messages.lists.run

type StopDialogProps = { list: List; isProfileRemoved: boolean; onClose: () => void; onStop: () => void }

/** Asks the user to confirm that the list is to be stopped, and says what becomes of its rows. */
export const StopDialog = ({ list, isProfileRemoved, onClose, onStop }: StopDialogProps) => {
  const leftovers = useLeftovers(list, isProfileRemoved)
  const { waiting, held, active } = totalsOf(list.counts)
  const unclear = list.unclear.ready + list.unclear.held
  return (
    <Dialog
      title={runText.stopTitle(list.name)}
      open
      onClose={onClose}
      foot={<DialogFooter variant="danger" text={runText.stopConfirm} onClose={onClose} onCommit={onStop} />}
    >
      <p>{runText.stopText(waiting + held, leftovers, unclear, active)}</p>
    </Dialog>
  )
}

/**
 * Returns how many rows can be copied to a new list; null if they can't be counted or the list has changed since. They
 * are counted once, because a running list changes several times a second and main reads its called rows for each count.
 */
const useLeftovers = ({ listId, counts }: List, isProfileRemoved: boolean): number | 'counting' | null => {
  const { api, now } = usePage()
  const [before] = useState(counts)
  const [query] = useState(() => createQuery(() => api.countCopyableRows({ listId }), now))
  const copyable = useStore(query.store)
  useEffect(() => void (!isProfileRemoved && query.load()), [query, isProfileRemoved])
  // Without its profile, a copy could not be checked.
  if (isProfileRemoved) return 0
  if (copyable.step === 'failed') return null
  if (copyable.data === null) return 'counting'
  return rowStates.every((state) => counts[state] === before[state]) ? countLeftovers(copyable.data.value) : null
}
