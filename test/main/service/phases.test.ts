import { channel } from 'node:diagnostics_channel'
import { expect, it } from 'vitest'
import { createPhases } from '../../../src/main/service/phases.ts'

const created = channel('undici:request:create')
const sendHeaders = channel('undici:client:sendHeaders')

const watching = () => {
  let marks = 0
  const phases = createPhases(() => void (marks += 1))
  return { phases, marks: () => marks }
}

it('knows that nothing left before anything was handed over, and after undici took it and said no more', () => {
  const { phases, marks } = watching()
  expect(phases.mayHaveLeft()).toBe(false)
  phases.watch(() => created.publish({ request: {} }))
  expect(phases.mayHaveLeft()).toBe(false)
  expect(marks()).toBe(0)
  phases.stop()
})

it('is in doubt when something was handed over and undici was never seen to take it', () => {
  const { phases } = watching()
  phases.watch(() => sendHeaders.publish({ request: {} }))
  expect(phases.mayHaveLeft()).toBe(true)
  phases.stop()
})

it('marks the first byte once', () => {
  const { phases, marks } = watching()
  const request = {}
  phases.watch(() => created.publish({ request }))
  sendHeaders.publish({ request })
  sendHeaders.publish({ request })
  expect([phases.mayHaveLeft(), marks()]).toEqual([true, 1])
  phases.stop()
})

it('counts every request made inside, and none made outside or in another exchange', () => {
  const one = watching()
  const other = watching()
  const [first, second, foreign] = [{}, {}, {}]
  one.phases.watch(() => created.publish({ request: first }))
  other.phases.watch(() => created.publish({ request: second }))
  created.publish({ request: foreign })
  for (const request of [second, foreign, null, undefined, 'odd']) sendHeaders.publish({ request })
  sendHeaders.publish(undefined)
  expect([one.phases.mayHaveLeft(), other.phases.mayHaveLeft()]).toEqual([false, true])
  one.phases.stop()
  other.phases.stop()
})

it('hears nothing any more when it is stopped', () => {
  const { phases, marks } = watching()
  const request = {}
  phases.watch(() => created.publish({ request }))
  phases.stop()
  sendHeaders.publish({ request })
  expect(marks()).toBe(0)
})
