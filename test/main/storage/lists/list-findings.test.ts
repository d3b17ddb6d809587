import { expect, it } from 'vitest'
import { value } from '../open-storage.ts'
import { aRow, checkedList, countsOf, now, openLists } from './open-lists.ts'

it('counts the rows of a group that become ready if the group is called anyway', async () => {
  const lists = await openLists()
  const [noConsent, noTimeZone, shortNumber] = (['noConsent', 'noTimeZone', 'shortNumber'] as const).map((code) => ({
    code,
    name: '',
  }))
  if (!noConsent || !noTimeZone || !shortNumber) throw new Error('There are three findings.')
  const listId = await checkedList(lists, [
    aRow(1, { findings: [noConsent] }),
    aRow(2, { findings: [noConsent, noTimeZone] }),
    aRow(3, { findings: [noConsent, shortNumber] }),
    aRow(4, { findings: [noConsent] }),
    aRow(5, { findings: [noConsent], phoneNumber: '+12125550001' }),
    aRow(6, { findings: [noConsent] }),
  ])
  const act = (row: number, kind: 'release' | 'hold' | 'leaveOut') =>
    value(lists.storage.run('changeListRow', { listId, row, action: { kind }, at: now }))
  await act(4, 'release')
  await act(4, 'hold')
  await act(6, 'leaveOut')
  const releasable = async () =>
    (await value(lists.storage.run('listFindings', { listId }))).find(({ code }) => code === 'noConsent')?.releasable
  const callAnyway = (code: 'noConsent' | 'duplicate') =>
    value(lists.storage.run('applyFix', { listId, code, name: '', fix: 'callAnyway', value: '', now }))
  expect(await releasable()).toBe(1)
  // Row 5 repeats the number of row 1.
  await callAnyway('duplicate')
  expect(await releasable()).toBe(2)
  await callAnyway('noConsent')
  expect(await countsOf(lists, listId)).toEqual({ ready: 2, held: 2, refused: 1, skipped: 1 })
  expect(await releasable()).toBe(0)
})
