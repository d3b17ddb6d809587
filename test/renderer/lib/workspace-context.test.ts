import { expect, it } from 'vitest'
import { isUnresolved } from '../../../src/domain/call-state.ts'
import { mayCallAgain, mayRepeat } from '../../../src/renderer/lib/workspace-context.ts'
import { aCall } from '../../support/a-call.ts'
import { messages } from '../../../src/messages/index.ts'
import { everyState } from '../../support/messages/every-state.ts'

const all = Object.values(everyState).flatMap((variants) => Object.entries(variants))

it.each(all)('offers to call again only if the call was certainly not placed: %s', (_name, outcome) => {
  const offered = mayCallAgain(aCall({ outcome }))
  expect(offered).toBe(messages.callState.describe(outcome).placed === 'no')
  expect(offered && isUnresolved(outcome)).toBe(false)
})

it('offers no number after the person’s data was erased', () => {
  const outcome = { state: 'notFound', since: '2026-11-21T09:14:00.000Z' } as const
  expect(mayCallAgain(aCall({ outcome }))).toBe(true)
  expect(mayCallAgain(aCall({ outcome, phoneNumber: '', phoneNumberDisplay: '' }))).toBe(false)
})

it('offers no number if only the last three digits are kept', () => {
  const outcome = { state: 'notSent', cause: 'refused' } as const
  expect(mayCallAgain(aCall({ outcome, phoneNumber: '…101', phoneNumberDisplay: '…101' }))).toBe(false)
})

it.each([
  ['+14155550123', true],
  ['sip:desk@acme.example', true],
  ['…123', false],
  ['', false],
])('repeats a call to %j: %s', (phoneNumber, may) => expect(mayRepeat({ phoneNumber })).toBe(may))
