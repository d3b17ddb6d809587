import { describe, expect, it } from 'vitest'
import { fail, succeed, type Outcome } from '../../../src/contract/failure.ts'
import { createFact } from '../../../src/renderer/shell/fact.ts'

const open = () => {
  const waiting: ((answer: Outcome<number>) => void)[] = []
  let time = 0
  const fact = createFact<number>(
    () => new Promise((resolve) => waiting.push(resolve)),
    () => (time += 1),
  )
  return { fact, waiting, state: () => fact.store.getState() }
}

describe('a fact', () => {
  it('keeps the old answer and its age while a new one is awaited, and after it failed', async () => {
    const { fact, waiting, state } = open()
    const first = fact.ask()
    waiting[0]?.(succeed(1))
    await first
    const second = fact.ask()
    expect(state()).toMatchObject({ step: 'asking', known: { value: 1, at: 2 } })
    waiting[1]?.(fail({ kind: 'unavailable', cause: 'cut' }))
    await second
    expect(state()).toMatchObject({ step: 'failed', known: { value: 1, at: 2 } })
  })

  it('asks once for two presses', () => {
    const { fact, waiting } = open()
    void fact.ask()
    void fact.ask()
    expect(waiting).toHaveLength(1)
  })

  it('asks once more when something changed while an answer was on its way', async () => {
    const { fact, waiting, state } = open()
    void fact.ask()
    const afresh = fact.askAfresh()
    void fact.askAfresh()
    waiting[0]?.(succeed(1))
    await Promise.resolve()
    await Promise.resolve()
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(waiting).toHaveLength(2)
    waiting[1]?.(succeed(2))
    await afresh
    expect(state()).toMatchObject({ step: 'known', known: { value: 2 } })
  })
})
