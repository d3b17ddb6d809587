import { expect, it } from 'vitest'
import { createInTurn } from '../../../src/main/calls/in-turn.ts'

it('lets work of one name wait for the one before it, however that ends, and no other', async () => {
  const inTurn = createInTurn()
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  const work = (name: string, what: string, wait?: Promise<void>) =>
    inTurn(name, async () => {
      order.push(`${what} begins`)
      await wait
      order.push(`${what} ends`)
      return what
    })
  const first = work('a', 'one', gate.promise)
  const failing = inTurn('a', () => Promise.reject(new Error('no')))
  const third = work('a', 'three')
  expect(await work('b', 'two')).toBe('two')
  expect(order).toEqual(['one begins', 'two begins', 'two ends'])
  gate.resolve()
  await expect(failing).rejects.toThrow('no')
  expect(await Promise.all([first, third])).toEqual(['one', 'three'])
  expect(order.slice(3)).toEqual(['one ends', 'three begins', 'three ends'])
  expect(await work('a', 'four')).toBe('four')
})
