import { describe, expect, it, vi } from 'vitest'
import { createSeededRandom } from '../../labs/seeded-random.ts'
import { createScrub, scrubShapes } from '../../../src/main/log/redact.ts'

const key = 'dgr_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'

describe('by its shape', () => {
  it.each([
    ['a key in the service’s format', `no ${key}.`, 'no [secret].'],
    ['a truncated key', `no dgr_${key.slice(-24).replace('s', '4')}…`, 'no [secret]…'],
    ['a header', 'got X-API-Key: abc123 there', 'got X-API-Key: [secret] there'],
    ['a header without a space', 'x-api-key=abc123', 'x-api-key=[secret]'],
    ['a header in JSON', '{"x-api-key":"a\\"b,c","n":1}', '{"x-api-key":"[secret]","n":1}'],
    ['a header in JSON in JSON', '"{\\"x-api-key\\": \\"abc123\\"}"', '"{\\"x-api-key\\": [secret]\\"}"'],
    ['a header in a dump', "{'x-api-key': 'ab c'}", "{'x-api-key': '[secret]'}"],
    ['a header in a list of bytes', "[(b'x-api-key', b'abc123')]", "[(b'x-api-key', b'[secret]')]"],
    ['a header in a URL', '/?x-api-key%3A%20abc123', '/?x-api-key%3A%20[secret]'],
    ['a field', 'api_key: abc123', 'api_key: [secret]'],
    ['a Proxy-Authorization header', 'Proxy-Authorization: Basic ZGVzazpob3JzZQ==', 'Proxy-Authorization: [secret]'],
    ['a bearer', '"authorization": "Bearer abc.def"', '"authorization": "[secret]"'],
    [
      'the name and password in an address',
      'proxy http://desk:horse@proxy.test:3128 failed',
      'proxy http://[secret]@proxy.test:3128 failed',
    ],
    [
      'the token of a recording',
      'at https://files.test/a.wav?id=7&token=abc',
      'at https://files.test/a.wav?id=7&token=[secret]',
    ],
    ['a signature', '?X-Amz-Signature=0f0f&x=1', '?X-Amz-Signature=[secret]&x=1'],
  ])('removes %s', (_what, text, expected) => {
    expect(scrubShapes(text)).toBe(expected)
  })

  it.each([
    '415.555.0101',
    '(415) 555-0101',
    '+1 415 555 0101',
    '0044/20 7946 0018',
    '+1‑415‑555‑0101',
    '4155550101',
    '415_555_0101',
    '+٩٧١٤٥٥٥٠١٠١',
  ])('keeps three digits of %s', (number) => {
    const last = number.replace(/[^\p{Nd}]/gu, '').slice(-3)
    expect(scrubShapes(`no line to ${number}, later`)).toBe(`no line to …${last}, later`)
  })

  it.each([
    'run 48213 of agent 7f3c, 404 Workflow not found',
    'Invalid API key',
    'agent 7f3c2a1e-0000-4000-8000-000000009b21 is archived',
    'until 2026-11-21, or 2026-11-21T09:15:00.123Z, or 2026-11-21 09:15',
    'rundesk.db.damaged-2026-11-26T10-04-31-355Z',
    'list Practice list (43210481-c984-4f90-af14-19cdd860aac8)',
    'https://service.test/api/v1/health?limit=100',
    'https://10.142.33.215:18443/api',
    'call 01K0W3Z5QH1234567890ABCDEF of 01J00000000000000000000000',
    'Chrome/130.0.6723.170 on v24.10.0',
    'dgr_0123',
    'dgr_policy_holder_first_name',
    'dgr_policy_holder_address_line_2',
  ])('keeps %j', (text) => {
    expect(scrubShapes(text)).toBe(text)
  })

  it.each(['/numbers/415.555.0101', '10.142.33.215', '04155550101415555010141555', 'tel://1.234.567.890'])(
    'masks %j, which may be a phone number',
    (text) => {
      expect(scrubShapes(text)).toContain('…')
    },
  )

  it('keeps an ID after a name that ends with digits, and masks a number next to an ID', () => {
    const random = createSeededRandom(7)
    const characters = (alphabet: string, length: number): string =>
      Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('')
    for (let round = 0; round < 2_000; round += 1) {
      const uuid = [8, 4, 4, 4, 12].map((length) => characters('0123456789abcdef', length)).join('-')
      const callId = `01K${characters('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 23)}`
      for (const name of ['list2', 'Renewals 2026-11', '2026', 'Q4 (2026)'])
        for (const text of [`list ${name} (${uuid}): 2 calls`, `${name} ${callId}`, `${name} - ${uuid}, row 4`])
          expect(scrubShapes(text)).toBe(text)
      for (const id of [uuid, callId]) {
        expect(scrubShapes(`+1 415 555 0101 (${id})`)).toBe(`…101 (${id})`)
        expect(scrubShapes(`${id} 4155550101`)).toBe(`${id} …101`)
      }
    }
  })

  it('masks a number next to a date', () => {
    expect(scrubShapes('2026-11-21 4155550101')).toBe('2026-11-21 …101')
    expect(scrubShapes('2026-11-21 09:15 4155550101')).toBe('2026-11-21 09:15 …101')
  })
})

describe('the scrubber', () => {
  const scrub = createScrub((text) => text.replaceAll('horse', '[secret]'))

  it('removes known secrets first, then text that looks like one', () => {
    expect(scrub(`horse ${key} +14155550101`)).toBe('[secret] [secret] …101')
  })

  it('shortens long text, and leaves no part of a key at the end', () => {
    const scrubbed = scrub(`${'x '.repeat(9_980)}${key} ${'y '.repeat(100)}`)
    expect(scrubbed).toMatch(/x {1,2}…$/)
    expect(scrub('z'.repeat(1_000_000))).toBe('…')
  })

  it.each(['x-api-key: "', 'dgr_', '1', '1 ', '://', '?token=', '"', 'authorization: basic '])(
    'searches at most 20,000 characters of a megabyte of %j',
    (piece) => {
      const replace = vi.spyOn(String.prototype, 'replace')
      scrub(piece.repeat(1_000_000 / piece.length))
      const searched = replace.mock.contexts.map((text) => String(text).length)
      replace.mockRestore()
      expect(searched.length).toBeGreaterThan(1)
      expect(Math.max(...searched)).toBeLessThanOrEqual(20_001)
    },
  )
})
