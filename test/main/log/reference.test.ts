import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createReference } from '../../../src/main/log/log.ts'
import { scrubShapes } from '../../../src/main/log/redact.ts'

describe('a reference', () => {
  it('is the same in the log and on the screen, and is unique', () => {
    const references = Array.from({ length: 20_000 }, () => createReference(randomBytes))
    expect(new Set(references).size).toBe(references.length)
    for (const reference of references) {
      expect(reference).toMatch(/^[B-Z]{4}-[B-Z]{4}-[B-Z]{4}$/)
      expect(scrubShapes(`error ${reference}`)).toBe(`error ${reference}`)
    }
  })
})
