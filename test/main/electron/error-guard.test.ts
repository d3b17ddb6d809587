import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { guardErrors } from '../../../src/main/electron/error-guard.ts'

const setUp = (ask: (reference: string) => Promise<void> = () => Promise.resolve()) => {
  const process = new EventEmitter()
  const done: unknown[] = []
  let references = 0
  guardErrors({
    process,
    log: (level, event, facts) => void done.push([level, event, facts?.['reference'] ?? null, facts?.['message']]),
    createReference: () => `REF-${(references += 1)}`,
    stopPlacing: () => void done.push('no new calls'),
    askToRestart: (reference) => {
      done.push(`asked with ${reference}`)
      return ask(reference)
    },
  })
  return { process, done }
}

it.each(['uncaughtException', 'unhandledRejection'])('writes %s down, stops new calls and asks once', (event) => {
  const { process, done } = setUp()
  process.emit(event, new TypeError('no such thing'))
  process.emit('uncaughtException', new Error('and again'))
  expect(done).toEqual([
    ['error', event, 'REF-1', 'no such thing'],
    'no new calls',
    'asked with REF-1',
    ['error', 'uncaughtException', 'REF-2', 'and again'],
  ])
})

it('takes what is no error, and keeps none of it', () => {
  const { process, done } = setUp()
  process.emit('unhandledRejection', { key: 'secret' })
  expect(done[0]).toEqual(['error', 'unhandledRejection', 'REF-1', ''])
})

it('does not fill the log with an error that has no end', () => {
  const { process, done } = setUp()
  for (let i = 0; i < 1_000; i += 1) process.emit('uncaughtException', new Error('again'))
  expect(done).toHaveLength(52)
})

it('says in the log when nobody could be asked', async () => {
  const { process, done } = setUp(() => Promise.reject(new Error('no screen')))
  process.emit('uncaughtException', new Error('first'))
  await Promise.resolve()
  await Promise.resolve()
  expect(done.at(-1)).toEqual(['error', 'notAsked', null, 'no screen'])
})
