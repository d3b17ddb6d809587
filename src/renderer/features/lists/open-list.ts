import { useEffect, useState } from 'react'
import type { Failure, Outcome } from '../../../contract/failure.ts'
import type { List } from '../../../contract/list.ts'
import { useLists, useListsStore } from '../../lib/lists.ts'
import { usePage } from '../../lib/page.ts'
import { settle } from '../../lib/query.ts'

export type OpenList = ReturnType<typeof useOpenList>

/**
 * Opens lists, one at a time, and shows the list that was opened. A large file is shown as soon as its first rows have
 * been read. If a file can't be read, keeps the failure.
 */
export const useOpenList = (profileId: string) => {
  const store = useListsStore()
  const reading = useLists(store).find(({ state }) => state === 'reading')?.listId ?? null
  const { api } = usePage()
  const [step, setStep] = useState<'idle' | 'opening'>('idle')
  const [failure, setFailure] = useState<Failure | null>(null)
  const open = async (ask: () => Promise<Outcome<List | null>>) => {
    if (step === 'opening') return
    setStep('opening')
    setFailure(null)
    const answer = await settle(ask())
    setStep('idle')
    if (!answer.ok) return setFailure(answer.failure)
    if (answer.value === null) return
    store.update(answer.value)
    store.show(answer.value.listId)
  }
  useEffect(() => {
    if (step === 'opening' && reading !== null) store.show(reading)
  }, [step, reading, store])
  const openFile = async (dropped?: 'dropped'): Promise<Outcome<List | null>> => {
    const answer = await api.openListFile(dropped ? { profileId, droppedPath: '' } : { profileId })
    return answer.ok ? { ok: true, value: answer.value.list } : answer
  }
  return {
    step,
    failure,
    chooseFile: () => void open(openFile),
    openDropped: () => void open(() => openFile('dropped')),
    openText: (text: string) => void open(() => api.openListText({ profileId, text })),
    openPractice: (practiceId: string) => void open(() => api.openPracticeList({ profileId: practiceId })),
  }
}
