import { expect, it } from 'vitest'
import { profileColors } from '../../../src/contract/profile.ts'
import { firstUnusedColor } from '../../../src/renderer/ui/field.tsx'

it('preselects the first color that no profile uses, or the first of all if each is used', () => {
  expect(firstUnusedColor([])).toBe('blue')
  expect(firstUnusedColor([{ color: 'blue' }, { color: 'violet' }])).toBe('teal')
  expect(firstUnusedColor(profileColors.map((color) => ({ color })))).toBe('blue')
})
