import { describe, expect, it } from 'vitest'
import { createRepeatLeaves } from '../../../src/main/calls/repeat-leave.ts'

const aDesk = () => {
  let [now, ids] = [0, 0]
  const leaves = createRepeatLeaves({ clock: () => now, createId: () => `leave ${(ids += 1)}` })
  return { leaves, pass: (milliseconds: number): void => void (now += milliseconds) }
}

describe('a leave to call again', () => {
  it('is good once, for what was asked about', () => {
    const { leaves } = aDesk()
    const [one, other] = [leaves.give(['a']), leaves.give(['b', 'gap'])]
    expect(leaves.use(other)).toEqual(['b', 'gap'])
    expect(leaves.use(one)).toEqual(['a'])
    expect(leaves.use(one)).toEqual([])
  })

  it('is good for two minutes, and not a moment longer', () => {
    const { leaves, pass } = aDesk()
    const [one, other] = [leaves.give(['a']), leaves.give(['b'])]
    pass(119_999)
    expect(leaves.use(one)).toEqual(['a'])
    pass(1)
    expect(leaves.use(other)).toEqual([])
  })

  it('is none where nobody gave one', () => {
    const { leaves } = aDesk()
    expect(leaves.use(null)).toEqual([])
    expect(leaves.use('made up')).toEqual([])
  })
})
