import type { List } from '../../../../contract/list.ts'
import { messages } from '../../../../messages/index.ts'
import { countLeftovers, totalsOf } from '../../../lib/list-totals.ts'
import { valueOf } from '../../../lib/query.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { useCopyable } from '../list-action.ts'

const runText = messages.lists.run

type StopDialogProps = { list: List; isProfileRemoved: boolean; onClose: () => void; onStop: () => void }

/** Asks the user to confirm that the list is to be stopped, and says what becomes of its rows. */
export const StopDialog = ({ list, isProfileRemoved, onClose, onStop }: StopDialogProps) => {
  const copyable = valueOf(useCopyable(list.listId))
  const { waiting, held, active } = totalsOf(list.counts)
  const unclear = list.unclear.ready + list.unclear.held
  // Without its profile, a copy could not be checked.
  const leftovers = copyable === null || isProfileRemoved ? 0 : countLeftovers(copyable)
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
