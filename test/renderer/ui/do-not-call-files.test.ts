import { expect, it } from 'vitest'
import { messages } from '../../../src/messages/index.ts'
import { readLastDay } from '../../../src/renderer/ui/do-not-call-files.tsx'

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
