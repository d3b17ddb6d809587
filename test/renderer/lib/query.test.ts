import { describe, expect, it } from 'vitest'
import { fail, succeed, type Outcome } from '../../../src/contract/failure.ts'
import { createQuery, finishedOf } from '../../../src/renderer/lib/query.ts'
import { waitFor } from '../../support/wait-for.ts'

const open = () => {
  const waiting: ((answer: Outcome<number>) => void)[] = []
  let time = 0
  const query = createQuery<number>(
    () => new Promise((resolve) => waiting.push(resolve)),
    () => (time += 1),
  )
  return { query, waiting, state: () => query.store.getState() }
}

describe('a query', () => {
  it('keeps the last value and its time while loading and after a failure to load', async () => {
    const { query, waiting, state } = open()
    const first = query.load()
    waiting[0]?.(succeed(1))
    await first
    const second = query.load()
    expect(state()).toMatchObject({ step: 'loading', data: { value: 1, at: 2 } })
    waiting[1]?.(fail({ kind: 'unavailable', cause: 'cut' }))
    await second
    const failed = state()
    expect(failed).toMatchObject({ step: 'failed', data: { value: 1, at: 2 } })
    const third = query.load()
    expect(state().step).toBe('loading')
    expect(finishedOf(state())).toBe(failed)
    waiting[2]?.(succeed(3))
    await third
    const fourth = query.load()
    expect(finishedOf(state())).toBe(state())
    waiting[3]?.(succeed(4))
    await fourth
  })

  it('fetches once when load is called twice', () => {
    const { query, waiting } = open()
    void query.load()
    void query.load()
    expect(waiting).toHaveLength(1)
  })

  it('fetches once more when refresh is called during a load', async () => {
    const { query, waiting, state } = open()
    void query.load()
    const refreshed = query.refresh()
    void query.refresh()
    waiting[0]?.(succeed(1))
    await waitFor(() => expect(waiting).toHaveLength(2))
    waiting[1]?.(succeed(2))
    await refreshed
    expect(state()).toMatchObject({ step: 'ready', data: { value: 2 } })
  })

  it('loads again if a value is set during a load', async () => {
    const { query, waiting, state } = open()
    const loaded = query.load()
    query.setData(2)
    waiting[0]?.(succeed(1))
    await waitFor(() => expect(waiting).toHaveLength(2))
    expect(state()).toMatchObject({ step: 'loading', data: { value: 2 } })
    waiting[1]?.(succeed(3))
    await loaded
    expect(state()).toMatchObject({ step: 'ready', data: { value: 3 } })
  })
})
