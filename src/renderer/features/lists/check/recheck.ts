import { useCallback, useEffect } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { List } from '../../../../contract/list.ts'
import { usePage } from '../../../lib/page.ts'
import { useListAction } from '../list-action.ts'

/**
 * Checks the rows of a draft again when it is opened, and those of a draft or paused list after a change whose check
 * failed: the change succeeds without the reason. Returns why the repeated check failed; null if it did not, or if the
 * rows have been checked since. `isSaving` is true during a change; `checks` counts the changes whose list was checked.
 */
export const useRecheck = (
  { listId, state, checked }: List,
  isProfileRemoved: boolean,
  isSaving: boolean,
  checks: number,
): Failure | null => {
  const { api } = usePage()
  const { run, failure, clear } = useListAction()
  const mayCheck = !isProfileRemoved && (state === 'draft' || state === 'paused')
  const recheck = useCallback(() => {
    if (mayCheck) void run(() => api.recheckList({ listId }))
  }, [api, run, listId, mayCheck])
  useEffect(() => void (state === 'draft' && recheck()), [state, recheck])
  useEffect(() => void (!checked && !isSaving && recheck()), [checked, isSaving, recheck])
  useEffect(clear, [checked, checks, clear])
  return failure
}
