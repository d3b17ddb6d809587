import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { messages } from '../../../messages/index.ts'
import { usePage } from '../../lib/page.ts'
import { createQuery } from '../../lib/query.ts'
import css from './onboarding.module.css'

/** If there are no profiles, says what this computer keeps of earlier ones: their calls, and keys of lost profiles. */
export const EarlierProfiles = ({ isHistoryLost }: { isHistoryLost: boolean }) => {
  const { api, now } = usePage()
  const [newest] = useState(() => createQuery(() => api.listCalls({ search: '', after: null, limit: 1 }), now))
  const query = useStore(newest.store)
  useEffect(() => void newest.load(), [newest])
  const hasCalls = query.data !== null && query.data.value.calls.length > 0
  return (
    <>
      {isHistoryLost && <p className={css['kept']}>{messages.settings.history.lostKeys}</p>}
      {hasCalls && <p className={css['kept']}>{messages.onboarding.existingCalls}</p>}
    </>
  )
}
