import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import { type HandedOver, handedOverSchema } from '../../contract/hand-over.ts'
import { createSecret, openSecret, type Secret, secretIsKey } from './secret.ts'
import { readSealed, sealedFormat, sealedVersion, writeSealed } from './sealed-file.ts'

/** Turns a passphrase and a salt into a key of 32 bytes. */
export type DeriveKey = (passphrase: string, salt: Uint8Array) => Promise<Uint8Array>

export type SealingParts = { derive: DeriveKey; randomBytes: (count: number) => Uint8Array }

/** A key and its profile, sealed into bytes that only the passphrase opens. */
export type Sealing = {
  seal(about: HandedOver, key: Secret, passphrase: Secret): Promise<Uint8Array>
  open(bytes: Uint8Array, passphrase: Secret): Promise<Outcome<{ about: HandedOver; key: Secret }>>
}

/** 128 MB and some tenths of a second a try: what a guess costs whoever has the file. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const

/** scrypt, which every runtime of ours has. */
export const deriveByScrypt: DeriveKey = (passphrase, salt) =>
  new Promise((resolve, reject) =>
    scrypt(passphrase, salt, 32, cost, (error, key) => (error === null ? resolve(key) : reject(error))),
  )

const cipher = 'aes-256-gcm'
const tagBytes = 16
/** The format and version are sealed along: they cannot be changed without breaking the seal. */
const sealedAlong = Buffer.from(`${sealedFormat} ${sealedVersion}`)

/** Written by hand or spoken: hyphens do not matter, nor do large and small, nor what looks alike. */
export const plainPassphrase = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A passphrase of 125 bits in five groups: nobody chooses one, so nobody chooses a weak one. */
export const createPassphrase = (randomBytes: SealingParts['randomBytes']): Secret => {
  const drawn = [...randomBytes(25)].map((byte) => symbols[byte % symbols.length] ?? '0').join('')
  return createSecret(drawn.replaceAll(/(.{5})(?=.)/g, '$1-'))
}

const parseContent = (text: string): Outcome<{ about: HandedOver; key: Secret }> => {
  const refuse = invalid(['sealed'], 'sealedContent')
  try {
    const value: unknown = JSON.parse(text)
    const about = handedOverSchema.safeParse(value)
    if (!about.success || typeof value !== 'object' || value === null || !('key' in value)) return refuse
    if (typeof value.key !== 'string') return refuse
    const key = createSecret(value.key)
    return secretIsKey(key) ? succeed({ about: about.data, key }) : refuse
  } catch {
    // Sealed with the right passphrase, and by something that is not Rundesk.
    return refuse
  }
}

/** Makes the sealing: AES-256 in GCM under a key from the passphrase; a changed byte anywhere opens nothing. */
export const createSealing = ({ derive, randomBytes }: SealingParts): Sealing => {
  const keyOf = (passphrase: Secret, salt: Uint8Array) => derive(plainPassphrase(openSecret(passphrase)), salt)
  return {
    async seal(about, key, passphrase) {
      const [salt, nonce] = [randomBytes(16), randomBytes(12)]
      const seal = createCipheriv(cipher, await keyOf(passphrase, salt), nonce).setAAD(sealedAlong)
      const text = JSON.stringify({ ...about, key: openSecret(key) })
      const sealed = Buffer.concat([seal.update(text, 'utf8'), seal.final(), seal.getAuthTag()])
      return writeSealed({ salt, nonce, sealed })
    },

    async open(bytes, passphrase) {
      const read = readSealed(bytes)
      if (!read.ok) return read
      const { salt, nonce, sealed } = read.value
      const opened = createDecipheriv(cipher, await keyOf(passphrase, salt), nonce, { authTagLength: tagBytes })
      opened.setAAD(sealedAlong).setAuthTag(sealed.subarray(-tagBytes))
      try {
        const text = Buffer.concat([opened.update(sealed.subarray(0, -tagBytes)), opened.final()])
        return parseContent(text.toString('utf8'))
      } catch {
        // One answer for both: a wrong passphrase and a changed file look the same, and must.
        return invalid(['passphrase'], 'passphrase')
      }
    },
  }
}
