import { useState } from 'react'
import { useStore } from 'zustand'
import type { RefusedKey } from '../../../contract/person.ts'
import { messages } from '../../../messages/index.ts'
import { usePage } from '../../lib/page.ts'
import { createQuery } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'

/**
 * Shows that the service rejected a profile's key or that it can't be read, and checks it again. Main removes the entry
 * once the service accepts the key.
 */
export const RefusedKeyDetails = ({
  refused: { profileId, at, unreadable },
  onKeys,
}: {
  refused: RefusedKey
  onKeys: (profileId: string) => void
}) => {
  const { api, now } = usePage()
  const [check] = useState(() => createQuery(() => api.checkProfile({ profileId }), now))
  const query = useStore(check.store)
  const actions = (
    <>
      <Button off={query.step === 'loading'} onClick={() => void check.load()}>
        {messages.inbox.checkKey}
      </Button>
      <Button onClick={() => onKeys(profileId)}>{messages.inbox.openKeys}</Button>
    </>
  )
  // The check usually fails for the same reason, so it replaces the reason.
  if (unreadable !== undefined) {
    const failure = query.step === 'failed' ? query.failure : ({ kind: 'keychain', reason: unreadable } as const)
    return <FailureNotice failure={failure} actions={actions} />
  }
  return (
    <>
      <Notice tone="bad" title={messages.inbox.keyRefusedTitle} actions={actions}>
        <p>{messages.inbox.keyRefusedText(at)}</p>
      </Notice>
      {query.step === 'failed' && <FailureNotice failure={query.failure} />}
    </>
  )
}
