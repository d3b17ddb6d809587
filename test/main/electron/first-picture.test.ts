import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { firstPicture } from '../../../src/main/electron/first-picture.ts'

const setUp = () => {
  let [told, waiting] = [false, true]
  let [drawn, waitedLong] = [(): void => undefined, (): void => undefined]
  const window = {
    once: (event: 'ready-to-show', listener: () => void) => void (event === 'ready-to-show' && (drawn = listener)),
  }
  const after = (_milliseconds: number, act: () => void) => {
    waitedLong = act
    return () => void (waiting = false)
  }
  void firstPicture(window, after).then(() => (told = true))
  return { draw: () => drawn(), waitLong: () => waitedLong(), isTold: () => told, isWaiting: () => waiting }
}

it('tells when the window has drawn itself, and waits no longer', async () => {
  const { draw, isTold, isWaiting } = setUp()
  await turn()
  expect(isTold()).toBe(false)
  draw()
  await turn()
  expect([isTold(), isWaiting()]).toEqual([true, false])
})

it('tells after a while all the same, for a window that draws nothing', async () => {
  const { waitLong, isTold } = setUp()
  waitLong()
  await turn()
  expect(isTold()).toBe(true)
})
