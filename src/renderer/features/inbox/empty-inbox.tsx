import { Inbox as InboxIcon } from 'lucide-react'
import { useStore } from 'zustand'
import { messages } from '../../../messages/index.ts'
import type { HistoryStore } from '../../lib/history-store.ts'
import { valueOf } from '../../lib/query.ts'
import { Empty } from '../../ui/notice.tsx'

const inboxText = messages.inbox

export type EmptyInboxProps = { history: HistoryStore }

/** Says that there are no items. While calls may be missing from the history, which a banner says, it says no more. */
export const EmptyInbox = ({ history }: EmptyInboxProps) => {
  const hasGap = useStore(history.health.store, (health) => Boolean(valueOf(health)?.recovered))
  const title = hasGap ? inboxText.emptyInGap : inboxText.emptyTitle
  return <Empty icon={InboxIcon} title={title} text={inboxText.emptyText} />
}
