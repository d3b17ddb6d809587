import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyMask } from '../../../src/main/log/redact.ts'
import { readAnswer } from '../../../src/main/service/read-answer.ts'
import { canaryKey } from './create-test-client.ts'

const megabyte = 1024 * 1024
const mask = createKeyMask(canaryKey)

/** Reads a body, and records the lengths of the parts that are masked. */
const readBody = async (body: string, maskPart: (part: string) => string = (part) => part) => {
  const lengths: number[] = []
  const reply = await readAnswer({ status: 200, date: null, retryAfter: null, text: body }, (part) => {
    lengths.push(part.length)
    return maskPart(part)
  })
  return {
    reply,
    text: reply.kind === 'answer' ? reply.text : null,
    longest: Math.max(...lengths),
    parts: lengths.length,
  }
}

const rows = (row: string, length = megabyte): string =>
  `[${Array.from({ length: Math.ceil(length / row.length) }, () => row).join(',')}]`

describe('a large body', () => {
  it.each([
    ['with many strings', rows(`{"id":1,"name":"${'x'.repeat(500)}"}`)],
    ['with strings that end with a backslash', rows(`"${'\\\\'.repeat(9_000)}"`)],
    ['with one string', `{"id":1,"note":"${'x'.repeat(megabyte)}","name":"A"}`],
    ['with one string of escapes', `{"id":1,"note":"${'\\u0041\\\\'.repeat(megabyte / 8)}","name":"A"}`],
    ['without strings', rows('[0,0,0,0]', megabyte / 4)],
    ['with markup', `<html>${'<p>x'.repeat(megabyte / 4)}`],
  ])('%s is never masked in a part of more than 112 KiB', async (_name, body) => {
    const { longest } = await readBody(body)
    expect(longest).toBeLessThanOrEqual(112 * 1024 + 2)
  })

  it('is unchanged if it has many strings', async () => {
    const body = rows(`{"id":1,"name":"${'x\\"y\\\\'.repeat(500)}"}`)
    const { text, parts } = await readBody(body)
    expect(text).toBe(body)
    expect(parts).toBeGreaterThan(10)
  })

  it('keeps its other fields if one string is shortened', async () => {
    const escapes = fc.constantFrom('x', '\\\\', '\\"', '\\u0041', '\\ud83d\\ude00', '\u{1f600}', 'u0041', '%25')
    await fc.assert(
      fc.asyncProperty(fc.array(escapes, { minLength: 1, maxLength: 30 }), async (part) => {
        const unit = part.join('')
        const long = unit.repeat(Math.ceil((400 * 1024) / unit.length))
        const { text } = await readBody(`{"id":1,"note":"${long}","name":"A"}`)
        expect(JSON.parse(text ?? '')).toMatchObject({ id: 1, name: 'A' })
      }),
      { numRuns: 60 },
    )
  })

  it('contains no part of a key if a long string is cut within the key', async () => {
    for (let at = 0; at <= canaryKey.length; at += 1) {
      const before = 'x'.repeat(112 * 1024 - 9 - at)
      const { text } = await readBody(`{"note":"${before}${canaryKey}${'y'.repeat(megabyte)}","name":"A"}`, mask)
      expect(text).not.toContain(canaryKey.slice(0, 4))
      expect(JSON.parse(text ?? '')).toMatchObject({ name: 'A' })
    }
  })

  it('is too large if it has more than 250,000 values', async () => {
    const { reply } = await readBody(rows('{"a":""}', 3 * megabyte))
    expect(reply).toMatchObject({ kind: 'broken', cause: 'tooLarge', status: 200 })
  })
})

it('masks the key in every string as it would in the whole body', async () => {
  const forms = [
    canaryKey,
    JSON.stringify(JSON.stringify(canaryKey)).slice(1, -1),
    Buffer.from(canaryKey).toString('base64'),
    encodeURIComponent(canaryKey),
  ]
  const text = fc
    .tuple(fc.nat(40_000), fc.constantFrom(...forms), fc.nat(3_000), fc.constantFrom('x', '\\\\', '\\"', '",'))
    .map(([before, form, after, filler]) => `${filler.repeat(before / filler.length)}${form}${'y'.repeat(after)}`)
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 5, maxLength: 12 }), async (texts) => {
      const body = JSON.stringify(texts)
      const { text: masked } = await readBody(body, mask)
      expect(masked).toBe(mask(body))
    }),
    // Shrinking texts of this size takes longer than a test may.
    { numRuns: 12, endOnFailure: true },
  )
})
