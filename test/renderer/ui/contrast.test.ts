import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { profileColors } from '../../../src/contract/profile.ts'

const read = (name: string) => readFileSync(new URL(`../../../src/renderer/ui/${name}`, import.meta.url), 'utf8')
const halves = (css: string) => css.split('@media (prefers-color-scheme: dark)')

const hex = (css: string, name: string): string => {
  const found = new RegExp(`${name}:\\s*(#[0-9a-f]{6})`).exec(css)?.[1]
  if (!found) throw new Error(`${name} is not there`)
  return found
}

const linear = (value: number): number => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (color: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const tokens = halves(read('tokens.css'))
const hues = halves(read('hues.css'))

describe.each([
  ['light', 0],
  ['dark', 1],
])('contrast in the %s', (_name, half) => {
  const token = (name: string) => hex(tokens[half] ?? '', `--${name}`)
  const hueOf = (color: string) => hex((hues[half] ?? '').slice((hues[half] ?? '').indexOf(`'${color}'`)), '--profile')

  it.each(profileColors)('%s has enough contrast with its text and with the surface', (color) => {
    const ink = hex(hues[half] ?? '', '--profile-ink')
    expect(contrast(hueOf(color), ink)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(hueOf(color), token('surface'))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['good', 'busy', 'check', 'bad', 'idle'])('%s is read on its soft ground', (tone) => {
    expect(contrast(token(tone), token(`${tone}-soft`))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(token('ink-2'), token(`${tone}-soft`))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['ink', 'ink-2', 'ink-3'])('%s is read on every ground', (ink) => {
    for (const ground of ['surface', 'canvas', 'sunken'])
      expect(contrast(token(ink), token(ground))).toBeGreaterThanOrEqual(4.5)
  })

  it('draws the edge of a field with a contrast of at least 3:1', () => {
    expect(contrast(token('line-strong'), token('surface'))).toBeGreaterThanOrEqual(3)
  })
})
