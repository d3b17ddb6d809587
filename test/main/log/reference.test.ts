import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createReference } from '../../../src/main/log/reference.ts'
import { scrubShapes } from '../../../src/main/log/scrub-shapes.ts'

describe('a reference', () => {
  it('stands in the log as it stands on the screen, and none is given twice', () => {
    const references = Array.from({ length: 20_000 }, () => createReference(randomBytes))
    expect(new Set(references).size).toBe(references.length)
    for (const reference of references) {
      expect(reference).toMatch(/^[B-Z]{4}-[B-Z]{4}-[B-Z]{4}$/)
      expect(scrubShapes(`error ${reference}`)).toBe(`error ${reference}`)
    }
  })
})
