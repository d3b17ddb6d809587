import { useState } from 'react'
import { useStore } from 'zustand'
import type { RefusedKey } from '../../../contract/person.ts'
import { messages } from '../../../messages/index.ts'
import { usePage } from '../../lib/page.ts'
import { createQuery } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'

/**
 * Shows that the service rejected a profile's key, and checks it again. Main removes the entry once the service accepts
 * the key.
 */
export const RefusedKeyDetails = ({
  refused: { profileId, at },
  onKeys,
}: {
  refused: RefusedKey
  onKeys: (profileId: string) => void
}) => {
  const { api, now } = usePage()
  const [check] = useState(() => createQuery(() => api.checkProfile({ profileId }), now))
  const query = useStore(check.store)
  return (
    <>
      <Notice
        tone="bad"
        title={messages.inbox.keyRefusedTitle}
        actions={
          <>
            <Button off={query.step === 'loading'} onClick={() => void check.load()}>
              {messages.inbox.checkKey}
            </Button>
            <Button onClick={() => onKeys(profileId)}>{messages.inbox.openKeys}</Button>
          </>
        }
      >
        <p>{messages.inbox.keyRefusedText(at)}</p>
      </Notice>
      {query.step === 'failed' && <FailureNotice failure={query.failure} />}
    </>
  )
}
