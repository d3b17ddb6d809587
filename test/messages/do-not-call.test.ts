import { expect, it } from 'vitest'
import { messages } from '../../src/messages/index.ts'

const { since } = messages.doNotCall
const entry = { addedBy: 'ana', addedAt: '2026-11-19T09:15:00.000Z', reason: '' }
const later = { ...entry, addedAt: '2026-11-19T09:16:07.000Z' }

it('distinguishes two erased numbers that one person added on the same day', () => {
  expect(since({ ...entry, phoneNumber: null })).not.toBe(since({ ...later, phoneNumber: null }))
  expect(since({ ...entry, phoneNumber: '+14155550123' })).toBe(since({ ...later, phoneNumber: '+14155550123' }))
})

it('does not give the source of a file as the reason of the person who imported it', () => {
  const erased = { ...entry, phoneNumber: null }
  expect(since({ ...erased, reason: 'FTC' })).toContain('FTC')
  expect(since({ ...erased, reason: 'FTC' })).not.toContain(since(erased))
})
