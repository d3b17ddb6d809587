import { describe, expect, it } from 'vitest'
import { messages } from '../../src/messages/index.ts'

const noon = new Date(2026, 10, 21, 12, 0, 0)
const at = (change: (date: Date) => void): string => {
  const date = new Date(noon)
  change(date)
  return date.toISOString()
}

describe('times', () => {
  it('shows a length of time in tenths of a second', () => {
    expect([906, 4_268].map(messages.time.tenths)).toEqual(['0.9 seconds', '4.3 seconds'])
  })

  it('shows the time for today, a word for yesterday, and the date before that', () => {
    expect(
      messages.time.short(
        at((date) => date.setHours(9, 5, 7)),
        noon.getTime(),
      ),
    ).toBe('09:05:07')
    expect(
      messages.time.short(
        at((date) => date.setDate(20)),
        noon.getTime(),
      ),
    ).toBe('Yesterday')
    expect(
      messages.time.short(
        at((date) => date.setDate(2)),
        noon.getTime(),
      ),
    ).toBe('Nov 2')
    expect(
      messages.time.short(
        at((date) => date.setFullYear(2025)),
        noon.getTime(),
      ),
    ).toBe('Nov 21, 2025')
  })

  it('adds the time to other days of this year in lists', () => {
    const shown = (change: (date: Date) => void) => messages.time.shortWithTime(at(change), noon.getTime())
    expect(shown((date) => date.setHours(9, 5, 7))).toBe('09:05:07')
    expect(shown((date) => date.setHours(-1, 58))).toBe('Yesterday, 23:58')
    expect(shown((date) => date.setDate(2))).toBe('Nov 2, 12:00')
    expect(shown((date) => date.setFullYear(2025))).toBe('Nov 21, 2025')
  })

  it('adds the date to the time of an event of another day', () => {
    const early = at((date) => date.setHours(9, 5, 7, 40))
    expect(messages.time.exact(early, noon.getTime())).toBe('09:05:07.040')
    expect(messages.time.exact(early, noon.getTime() + 86_400_000)).toBe('Nov 21, 2026, 09:05:07.040')
  })

  it('returns a string that is not a time unchanged', () => {
    expect(messages.time.shortWithTime('soon', noon.getTime())).toBe('soon')
    expect(messages.time.exact('soon', noon.getTime())).toBe('soon')
    expect(messages.time.short('soon', noon.getTime())).toBe('soon')
    expect(messages.time.full('soon')).toBe('soon')
  })

  it.each([
    [0, 'just now'],
    [41_000, '41 s ago'],
    [240_000, '4 min ago'],
    [7_200_000, '2 h ago'],
    [200_000_000, '2 d ago'],
  ])('shows an age of %i ms as %s', (ms, text) => expect(messages.time.ago(ms)).toBe(text))

  it('shows a duration in minutes and seconds', () => expect(messages.time.duration(72)).toBe('1:12'))
})
