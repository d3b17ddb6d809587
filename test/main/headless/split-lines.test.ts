import { describe, expect, it } from 'vitest'
import { createLineSplitter, type Line } from '../../../src/main/headless/split-lines.ts'

const split = (limit: number, ...pieces: string[]): Line[] => {
  const lines: Line[] = []
  const take = createLineSplitter(limit, (line) => lines.push(line))
  for (const piece of pieces) take(piece)
  return lines
}

describe('the line splitter', () => {
  it.each([
    [['a\nb\n'], ['a', 'b']],
    [
      ['a', 'b\nc', '\n'],
      ['ab', 'c'],
    ],
    [['a\n\nb\n'], ['a', '', 'b']],
    [['no end'], []],
    [['12345\n'], ['12345']],
    [['123456\nok\n'], [{ tooLong: true }, 'ok']],
    [
      ['123', '456', '789\nok\n'],
      [{ tooLong: true }, 'ok'],
    ],
    [['123456'], []],
    [
      ['123456', '\n1\n123456\n2\n'],
      [{ tooLong: true }, '1', { tooLong: true }, '2'],
    ],
  ])('cuts %j', (pieces, lines) => expect(split(5, ...pieces)).toEqual(lines))

  it('does not keep what a line holds beyond its limit', () => {
    const lines: Line[] = []
    const take = createLineSplitter(10, (line) => lines.push(line))
    const before = process.memoryUsage().heapUsed
    for (let piece = 0; piece < 200; piece += 1) take('x'.repeat(1_000_000))
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000)
    take('\n')
    expect(lines).toEqual([{ tooLong: true }])
  })
})
