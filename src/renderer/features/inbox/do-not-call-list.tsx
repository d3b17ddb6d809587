import { Ban } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { DoNotCall } from '../../../contract/person.ts'
import { messages } from '../../../messages/index.ts'
import { valueOf } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { RemoveDoNotCallDialog } from '../../ui/do-not-call-dialog.tsx'
import { FieldMessage } from '../../ui/field.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Ltr } from '../../ui/text.tsx'
import type { InboxStore } from './inbox-store.ts'
import css from './inbox.module.css'

/** Lists the numbers that must not be called, each with a button that removes it after a confirmation. */
export const DoNotCallList = ({ store }: { store: InboxStore }) => {
  const entries = useStore(store.people.doNotCall.store, valueOf) ?? []
  const [removing, setRemoving] = useState<DoNotCall | null>(null)
  if (entries.length === 0) return null
  return (
    <section className={css['list']} aria-label={messages.doNotCall.title}>
      <h2>
        {messages.doNotCall.title}
        <span>{messages.common.count(entries.length)}</span>
      </h2>
      {entries.some(({ phoneNumber }) => phoneNumber === null) && (
        <FieldMessage tone="hint">{messages.doNotCall.erasedHint}</FieldMessage>
      )}
      <ul>
        {entries.map((entry) => (
          <li key={entry.entryId} className={css['entry']}>
            <Ban aria-hidden />
            <span className={css['what']}>
              <b>
                <Ltr>{messages.doNotCall.numberOf(entry)}</Ltr>
              </b>
              <small>{messages.doNotCall.since(entry)}</small>
            </span>
            {entry.practice && <Tag tone="idle">{messages.shell.practice}</Tag>}
            <Button size="small" onClick={() => setRemoving(entry)}>
              {messages.inbox.removeEntry}
            </Button>
          </li>
        ))}
      </ul>
      {removing && <RemoveDoNotCallDialog entry={removing} onClose={() => setRemoving(null)} />}
    </section>
  )
}
