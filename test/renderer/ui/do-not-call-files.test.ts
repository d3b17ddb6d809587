import { describe, expect, it } from 'vitest'
import type { DoNotCallImport } from '../../../src/contract/person.ts'
import { messages } from '../../../src/messages/index.ts'
import { findSameSource, readLastDay } from '../../../src/renderer/ui/do-not-call-files.tsx'

const { expiresError, expiresPast } = messages.doNotCall.files
const now = new Date(2026, 10, 21, 12, 30).getTime()

it.each(['2026-11-21', '2027-01-31', ' 2028-02-29 '])('a file applies through the end of %j', (text) => {
  const read = readLastDay(text, now)
  if (!('expiresAt' in read) || read.expiresAt === null) throw new Error('The day was refused.')
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  expect(new Date(read.expiresAt)).toEqual(new Date(year, month - 1, day, 23, 59, 59, 999))
})

it.each(['2026-11-20', '2020-01-01'])('refuses %j, which is in the past', (text) => {
  expect(readLastDay(text, now)).toEqual({ error: expiresPast })
})

it.each(['tomorrow', '2027-1-31', '2027-02-29', '2027-13-01', '2027-00-10'])('refuses %j, which is no day', (text) => {
  expect(readLastDay(text, now)).toEqual({ error: expiresError })
})

it('a file without a last day does not expire', () => {
  expect(readLastDay(' ', now)).toEqual({ expiresAt: null })
})

const fileOf = (source: string, lastDay: string): DoNotCallImport => {
  const read = readLastDay(lastDay, 0)
  if (!('expiresAt' in read)) throw new Error('The day was refused.')
  return {
    importId: `${source} ${lastDay}`,
    practice: false,
    source,
    fileName: 'register.csv',
    numbers: 3,
    addedAt: '2026-11-01T09:00:00.000Z',
    addedBy: 'Ana',
    expiresAt: read.expiresAt,
  }
}
const expired = fileOf('State register', '2026-11-20')
const active = fileOf('State register', '2027-01-31')
const lasting = fileOf('state register', '')

describe('of the earlier files of a source', () => {
  const { sameSource } = messages.doNotCall.files

  it('the one that applies longest is named, whatever the order', () => {
    const files = [expired, active, lasting]
    for (const order of [files, files.toReversed()]) expect(findSameSource(order, ' state Register ')).toBe(lasting)
    for (const order of [
      [expired, active],
      [active, expired],
    ])
      expect(findSameSource(order, 'State register')).toBe(active)
    expect(findSameSource([expired], 'State register')).toBe(expired)
  })

  it('none is named for another source, or none', () => {
    for (const source of ['City register', 'State', ' ']) expect(findSameSource([active], source)).toBeNull()
  })

  it('an expired one is not said to block its numbers', () => {
    expect(sameSource(expired, true)).not.toMatch(/stay blocked|until/)
    expect(sameSource(expired, true)).toMatch(/expired.* no longer /)
  })

  it('one with a last day blocks its numbers until then, unless it is removed', () => {
    const untilDay = `until ${messages.time.lastDay(active.expiresAt ?? '')}`
    expect(sameSource(active, false)).toMatch(new RegExp(`stay blocked, too, ${untilDay}, or until you remove it`))
    expect(sameSource(lasting, false)).toMatch(/stay blocked, too, until you remove it/)
  })
})
