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

it('distinguishes two files with the same name that were imported on the same day', () => {
  const first = {
    importId: 'a',
    practice: false,
    source: 'Registry T',
    fileName: 'numbers.csv',
    addedBy: 'ana',
    addedAt: '2026-11-21T09:15:00.000Z',
    expiresAt: null,
    numbers: 3,
  }
  const second = { ...first, importId: 'b', addedAt: '2026-11-21T09:17:00.000Z' }
  const sinceOf = ({ source, addedBy, addedAt }: typeof first) =>
    messages.doNotCall.since({ reason: source, addedBy, addedAt, importExpiresAt: null })
  expect(messages.doNotCall.files.about(first)).not.toBe(messages.doNotCall.files.about(second))
  expect(sinceOf(first)).not.toBe(sinceOf(second))
})
