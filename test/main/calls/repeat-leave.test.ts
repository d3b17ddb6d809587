import { describe, expect, it } from 'vitest'
import { createRepeatLeaves } from '../../../src/main/calls/repeat-leave.ts'

const number = '+14155550160'

const aDesk = () => {
  let [now, ids] = [0, 0]
  const leaves = createRepeatLeaves({ monotonic: () => now, createId: () => `leave ${(ids += 1)}` })
  return { leaves, pass: (milliseconds: number): void => void (now += milliseconds) }
}

describe('a leave to call again', () => {
  it('is good once, for what was asked about', () => {
    const { leaves } = aDesk()
    const [one, other] = [leaves.give(number, ['a']), leaves.give(number, ['b', 'gap'])]
    expect(leaves.use(other, number)).toEqual(['b', 'gap'])
    expect(leaves.use(one, number)).toEqual(['a'])
    expect(leaves.use(one, number)).toEqual([])
  })

  it('is good for two minutes, and not a moment longer', () => {
    const { leaves, pass } = aDesk()
    const [one, other] = [leaves.give(number, ['a']), leaves.give(number, ['b'])]
    pass(119_999)
    expect(leaves.use(one, number)).toEqual(['a'])
    pass(1)
    expect(leaves.use(other, number)).toEqual([])
  })

  it('is none where nobody gave one', () => {
    const { leaves } = aDesk()
    expect(leaves.use(null, number)).toEqual([])
    expect(leaves.use('made up', number)).toEqual([])
  })

  it('is good for the number that was asked about, however it is spelled, and for no other', () => {
    const { leaves } = aDesk()
    const [one, other] = [leaves.give(number, ['gap']), leaves.give(number, ['gap'])]
    expect(leaves.use(one, '+14155550199')).toEqual([])
    expect(leaves.use(other, '0014155550160')).toEqual(['gap'])
  })
})
