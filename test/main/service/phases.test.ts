import { channel } from 'node:diagnostics_channel'
import { expect, it } from 'vitest'
import { watchRequestPhases } from '../../../src/main/service/exchange.ts'

const created = channel('undici:request:create')
const sendHeaders = channel('undici:client:sendHeaders')

const watching = () => {
  let marks = 0
  const phases = watchRequestPhases(() => void (marks += 1))
  return { phases, marks: () => marks }
}

it('reports that nothing was sent before undici got the request, and if undici accepted the request but did not write it', () => {
  const { phases, marks } = watching()
  expect(phases.mayHaveLeft()).toBe(false)
  phases.watch(() => created.publish({ request: {} }))
  expect(phases.mayHaveLeft()).toBe(false)
  expect(marks()).toBe(0)
  phases.stop()
})

it('reports doubt if undici never reported that it accepted the request', () => {
  const { phases } = watching()
  phases.watch(() => sendHeaders.publish({ request: {} }))
  expect(phases.mayHaveLeft()).toBe(true)
  phases.stop()
})

it('records the first byte once', () => {
  const { phases, marks } = watching()
  const request = {}
  phases.watch(() => created.publish({ request }))
  sendHeaders.publish({ request })
  sendHeaders.publish({ request })
  expect([phases.mayHaveLeft(), marks()]).toEqual([true, 1])
  phases.stop()
})

it('counts only the requests of its own exchange', () => {
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

it('ignores events after it is stopped', () => {
  const { phases, marks } = watching()
  const request = {}
  phases.watch(() => created.publish({ request }))
  phases.stop()
  sendHeaders.publish({ request })
  expect(marks()).toBe(0)
})
