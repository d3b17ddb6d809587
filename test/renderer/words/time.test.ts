import { describe, expect, it } from 'vitest'
import { words } from '../../../src/renderer/words/words.ts'

const noon = new Date(2026, 10, 21, 12, 0, 0)
const at = (change: (date: Date) => void): string => {
  const date = new Date(noon)
  change(date)
  return date.toISOString()
}

describe('times in words', () => {
  it('shows the clock today, the word yesterday, and the date before that', () => {
    expect(
      words.time.short(
        at((date) => date.setHours(9, 5, 7)),
        noon.getTime(),
      ),
    ).toBe('09:05:07')
    expect(
      words.time.short(
        at((date) => date.setDate(20)),
        noon.getTime(),
      ),
    ).toBe('Yesterday')
    expect(
      words.time.short(
        at((date) => date.setDate(2)),
        noon.getTime(),
      ),
    ).toBe('Nov 2')
    expect(
      words.time.short(
        at((date) => date.setFullYear(2025)),
        noon.getTime(),
      ),
    ).toBe('Nov 21, 2025')
  })

  it('shows a text that is no time as it came', () => {
    expect(words.time.short('soon', noon.getTime())).toBe('soon')
    expect(words.time.full('soon')).toBe('soon')
  })

  it.each([
    [0, 'just now'],
    [41_000, '41 s ago'],
    [240_000, '4 min ago'],
    [7_200_000, '2 h ago'],
    [200_000_000, '2 d ago'],
  ])('tells an age of %i ms as %s', (ms, said) => expect(words.time.ago(ms)).toBe(said))

  it('tells a duration in minutes and seconds', () => expect(words.time.duration(72)).toBe('1:12'))
})
