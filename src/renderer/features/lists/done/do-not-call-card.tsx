import { Ban, Check } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '../../../../contract/failure.ts'
import type { List } from '../../../../contract/list.ts'
import type { DoNotCall, DoNotCallProposal } from '../../../../contract/person.ts'
import { messages } from '../../../../messages/index.ts'
import { ariaKeysOf, keysOf, useCommands } from '../../../lib/commands.ts'
import { focusIfLost } from '../../../lib/focus.ts'
import { useListChanges } from '../../../lib/lists.ts'
import { usePage } from '../../../lib/page.ts'
import { createQuery, settle } from '../../../lib/query.ts'
import { Button, Kbd } from '../../../ui/button.tsx'
import { RemoveDoNotCallDialog } from '../../../ui/do-not-call-dialog.tsx'
import { FailureNotice } from '../../../ui/notice.tsx'
import { Ltr } from '../../../ui/text.tsx'
import css from './done-screen.module.css'

const doneText = messages.lists.done

/**
 * Proposes the numbers of people who must not be called again for the do-not-call list, one by one or all with one key.
 * Renders nothing if no agent of the list reported such a person.
 */
export const DoNotCallCard = ({ list }: { list: List }) => {
  const proposals = useProposals(list)
  const [removed, setRemoved] = useState<DoNotCall | null>(null)
  const { all, open, add, failure, loadFailure } = proposals
  const card = useRef<HTMLElement>(null)
  const openBefore = useRef(open.length)
  useEffect(() => {
    // A button is removed once its numbers have been added or removed.
    if (openBefore.current !== open.length) focusIfLost(card.current)
    openBefore.current = open.length
  }, [open.length])
  useCommands({ doNotCallRow: open.length === 0 ? null : () => void add(open) })
  if (loadFailure) return <FailureNotice failure={loadFailure} title={doneText.doNotCallUnread} />
  if (all.length === 0) return null
  return (
    <section ref={card} tabIndex={-1} className={css['card']} aria-label={doneText.doNotCall}>
      <h2>{doneText.doNotCall}</h2>
      <p>{doneText.doNotCallText(all.length)}</p>
      <ul className={`${css['leftovers']} ${css['proposals']}`}>
        {all.map((proposal) => (
          <Proposal key={proposal.row} proposal={proposal} onAdd={() => void add([proposal])} onRemove={setRemoved} />
        ))}
      </ul>
      {open.length > 0 && (
        <Button aria-keyshortcuts={ariaKeysOf('doNotCallRow')} onClick={() => void add(open)}>
          <Ban aria-hidden />
          {doneText.doNotCallAddAll(open.length)}
          <Kbd keys={keysOf('doNotCallRow')} />
        </Button>
      )}
      {failure && <FailureNotice failure={failure} title={doneText.doNotCallFailed} />}
      {removed && <RemoveDoNotCallDialog entry={removed} onClose={() => setRemoved(null)} />}
    </section>
  )
}

type ProposalProps = { proposal: DoNotCallProposal; onAdd: () => void; onRemove: (entry: DoNotCall) => void }

const Proposal = ({ proposal: { phoneNumberDisplay, at, entry }, onAdd, onRemove }: ProposalProps) => (
  <li>
    <span>
      {entry !== null && <Check role="img" aria-label={doneText.doNotCallListed} />} <Ltr>{phoneNumberDisplay}</Ltr>{' '}
      <small>{messages.time.hour(at)}</small>
    </span>
    {entry === null && (
      <Button size="small" aria-label={doneText.doNotCallAddOf(phoneNumberDisplay)} onClick={onAdd}>
        {doneText.doNotCallAdd}
      </Button>
    )}
    {/* A number of an imported file can be removed only with the file. */}
    {entry !== null && entry.importId === undefined && (
      <Button
        size="small"
        variant="quiet"
        aria-label={doneText.doNotCallUndoOf(phoneNumberDisplay)}
        onClick={() => onRemove(entry)}
      >
        {doneText.doNotCallUndo}
      </Button>
    )}
  </li>
)

/** Returns the proposed numbers, those without an entry, and the action that adds some of them, one at a time. */
const useProposals = ({ listId, name, practice }: List) => {
  const { api, now, announce } = usePage()
  const query = useMemo(() => createQuery(() => api.listDoNotCallProposals({ listId }), now), [api, now, listId])
  const refresh = useCallback(() => void query.refresh(), [query])
  useListChanges(listId, refresh)
  // Several key presses can come before the next render, so this is not a state.
  const isAdding = useRef(false)
  useEffect(
    () =>
      api.onPeopleChanged(() => {
        // `add` refreshes once, at its end.
        if (!isAdding.current) refresh()
      }),
    [api, refresh],
  )
  const state = useStore(query.store)
  const [failure, setFailure] = useState<Failure | null>(null)
  const all = state.data?.value ?? []
  const unlisted = all.filter(({ entry }) => entry === null)
  const add = async (proposals: readonly DoNotCallProposal[]) => {
    if (isAdding.current) return
    isAdding.current = true
    setFailure(null)
    let added = 0
    for (const { phoneNumber, phoneNumberDisplay } of proposals) {
      const reason = doneText.doNotCallReason(name)
      const entry = await settle(api.addDoNotCall({ phoneNumber, phoneNumberDisplay, practice, reason }))
      if (!entry.ok) setFailure(entry.failure)
      if (!entry.ok) break
      added += 1
    }
    isAdding.current = false
    refresh()
    if (added > 0) announce(doneText.doNotCallAdded(added))
  }
  return {
    all,
    // Several rows can have the same number.
    open: [...new Map(unlisted.map((proposal) => [proposal.phoneNumber, proposal] as const)).values()],
    add,
    failure,
    loadFailure: state.step === 'failed' && state.data === null ? state.failure : null,
  }
}
