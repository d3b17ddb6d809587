import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { KeyFileContent } from '../../../src/contract/key.ts'
import type { Outcome } from '../../../src/contract/failure.ts'
import {
  createPassphrase,
  createSealing,
  deriveByScrypt,
  type DeriveKey,
  maxSealedBytes,
  normalizePassphrase,
  readSealed,
} from '../../../src/main/vault/secret-export.ts'
import { createSecret, openSecret, type Secret, secretsAreSame } from '../../../src/main/vault/secret.ts'
import { createSeededRandom } from '../../labs/seeded-random.ts'

const about: KeyFileContent = { name: 'Acme Billing', color: 'blue', origin: 'https://voice.acme.example' }
const key = createSecret('dgr_sealed-7Zk2uQ9wXc4Vb6Nm8Lp0JhGfDsAqWeRtYuIoP')
const passphrase = createSecret('K7QM2-ABCDE-00000-ZZZZZ-12345')

/** Works like the real derivation, but is fast enough for ten thousand files. */
const quick: DeriveKey = async (text, salt) => createHash('sha256').update(text).update(salt).digest()
const sealing = createSealing({ derive: quick, randomBytes: (count) => randomBytes(count) })

/** Returns the fields of a sealed file: strings and one number. */
const fieldsOf = (bytes: Uint8Array): Record<string, unknown> =>
  JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>

const codeOf = (outcome: Outcome<unknown>): string => {
  if (outcome.ok) return 'opened'
  return outcome.failure.kind === 'invalid' ? (outcome.failure.issues[0]?.code ?? 'none') : outcome.failure.kind
}

describe('a sealed key', () => {
  it('opens to the same key, uses scrypt, and contains neither the key nor its profile in plain text', async () => {
    const slow = createSealing({ derive: deriveByScrypt, randomBytes: (count) => randomBytes(count) })
    const bytes = await slow.seal(about, key, passphrase)
    const text = Buffer.from(bytes).toString('latin1')
    for (const word of [openSecret(key), 'Acme', 'voice.acme', openSecret(passphrase)]) expect(text).not.toContain(word)
    const opened = await slow.open(bytes, passphrase)
    if (!opened.ok) throw new Error(codeOf(opened))
    expect(opened.value.about).toEqual(about)
    expect(secretsAreSame(opened.value.key, key)).toBe(true)
    expect(codeOf(await slow.open(bytes, createSecret('K7QM2-ABCDE-00000-ZZZZZ-12346')))).toBe('passphrase')
  })

  it('opens with its passphrase in any notation', async () => {
    const bytes = await sealing.seal(about, key, passphrase)
    for (const written of ['k7qm2abcde00000zzzzz12345', 'K7QM2-ABCDE-ooooo-zzzzz-l2345'])
      expect(codeOf(await sealing.open(bytes, createSecret(written)))).toBe('opened')
  })

  it('is a different file each time', async () => {
    const [one, other] = [await sealing.seal(about, key, passphrase), await sealing.seal(about, key, passphrase)]
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(false)
  })

  it('has a random passphrase of five groups', () => {
    const texts = Array.from({ length: 50 }, () => openSecret(createPassphrase((count) => randomBytes(count))))
    for (const text of texts) expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/)
    expect(new Set(texts).size).toBe(50)
    expect(normalizePassphrase(texts[0] ?? '')).toHaveLength(25)
  })

  it.each([
    ['a newer version', { version: 2 }, 'sealedVersion'],
    ['another format', { format: 'something' }, 'sealedFile'],
    ['a short salt', { salt: 'AAAA' }, 'sealedFile'],
    ['no nonce', { nonce: null }, 'sealedFile'],
    ['nothing sealed', { sealed: '' }, 'sealedFile'],
    ['other scrypt costs', { N: 2 ** 30, r: 1_000 }, 'opened'],
  ])('with %s is reported as %s', async (_name, change, code) => {
    const file = fieldsOf(await sealing.seal(about, key, passphrase))
    const changed = Buffer.from(JSON.stringify({ ...file, ...change }))
    expect(codeOf(await sealing.open(changed, passphrase))).toBe(code)
  })

  it('is not read if it is too large', () => {
    expect(codeOf(readSealed(new Uint8Array(maxSealedBytes + 1)))).toBe('sealedLarge')
  })
})

describe('ten thousand broken, oversized and hostile files', () => {
  const codes = new Set(['sealedFile', 'sealedLarge', 'sealedVersion', 'sealedContent', 'passphrase'])
  const random = createSeededRandom(6)
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[Math.floor(random() * choices.length)] ?? choices[0]
  const chance = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => Math.floor(random() * 256))
  const hostile = [
    '',
    '\0',
    '"',
    '__proto__',
    '../../etc',
    '{{',
    '\ud800',
    'x'.repeat(400),
    'javascript:1',
    '💥',
  ] as const

  const flipped = (bytes: Uint8Array): Uint8Array => {
    const copy = Uint8Array.from(bytes)
    const at = Math.floor(random() * copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    return copy
  }
  const field = (bytes: Uint8Array): Uint8Array => {
    const file = fieldsOf(bytes)
    const name = pick(['format', 'version', 'salt', 'nonce', 'sealed'])
    file[name] = pick<unknown>([
      null,
      -1,
      1e308,
      [],
      {},
      true,
      pick(hostile),
      Buffer.from(chance(12)).toString('base64'),
    ])
    return Buffer.from(JSON.stringify(file))
  }

  /** Returns a file sealed with the correct passphrase, with content that Rundesk never writes. */
  const wrongInside = (): Promise<Uint8Array> => {
    const badly: KeyFileContent = { ...about, name: pick(['', '  ', 'n'.repeat(61)]) }
    const badKey: Secret = createSecret(pick(['', 'short', 'with a blank in it', 'nul\0nul\0nul', 'k'.repeat(513)]))
    return random() < 0.5 ? sealing.seal(badly, key, passphrase) : sealing.seal(about, badKey, passphrase)
  }

  it('are each reported by a code, and none is opened', async () => {
    const good = await sealing.seal(about, key, passphrase)
    const kinds: (() => Uint8Array | Promise<Uint8Array>)[] = [
      () => flipped(good),
      () => flipped(flipped(good)),
      () => good.subarray(0, Math.floor(random() * good.length)),
      () => chance(Math.floor(random() * 300)),
      () => Buffer.concat([good, chance(maxSealedBytes)]),
      () => field(good),
      () => Buffer.from('['.repeat(Math.floor(random() * 10_000))),
      wrongInside,
    ]
    const counts: Record<string, number> = {}
    for (let n = 0; n < 10_000; n += 1) {
      const kind = kinds[n % kinds.length]
      const bytes = kind === undefined ? new Uint8Array(0) : await kind()
      const code = codeOf(await sealing.open(bytes, passphrase))
      // Base64 has unused bits; files that differ only in those are equal.
      const isSame = code === 'opened' && JSON.stringify(readSealed(bytes)) === JSON.stringify(readSealed(good))
      if (!isSame && !codes.has(code)) throw new Error(`${code} for ${Buffer.from(bytes).toString('base64')}`)
      counts[code] = (counts[code] ?? 0) + 1
    }
    expect(Object.keys(counts).toSorted()).toEqual(expect.arrayContaining([...codes].toSorted()))
  })
})
