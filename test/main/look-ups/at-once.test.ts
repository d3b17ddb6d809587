import { expect, it } from 'vitest'
import { createAtOnce } from '../../../src/main/look-ups/at-once.ts'

it('lets so many run at once, the others in their turn, and goes on after a failure', async () => {
  const atOnce = createAtOnce(2)
  const ends: (() => void)[] = []
  const order: number[] = []
  const work = (number: number) => (): Promise<void> => {
    order.push(number)
    return new Promise((resolve, reject) => ends.push(number === 1 ? () => reject(new Error('one')) : resolve))
  }
  const all = Promise.allSettled([1, 2, 3, 4].map((number) => atOnce(work(number))))
  await Promise.resolve()
  expect(order).toEqual([1, 2])
  for (const expected of [3, 4]) {
    ends[expected - 3]?.()
    await new Promise((resolve) => setImmediate(resolve))
    expect(order.at(-1)).toBe(expected)
  }
  for (const end of ends) end()
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})
