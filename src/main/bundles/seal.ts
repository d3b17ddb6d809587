import { createHash } from 'node:crypto'

/** The last line of a sealed file: nothing stands behind it, and everything before it is under the seal. */
const lastLine = /^<!-- rundesk-seal sha256:([0-9a-f]{64}) -->\n$/
const lineLength = '<!-- rundesk-seal sha256:'.length + 64 + ' -->\n'.length

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A text with its seal as the last line, as the bytes of a file; and the seal. */
export const sealText = (text: string): { bytes: Buffer; seal: string } => {
  const body = Buffer.from(text, 'utf8')
  const seal = digestOf(body)
  return { bytes: Buffer.concat([body, Buffer.from(`<!-- rundesk-seal sha256:${seal} -->\n`)]), seal }
}

/** What stands under a seal that fits it; null when there is no seal, or a byte was changed, added or taken away. */
export const openSeal = (bytes: Uint8Array): { body: Uint8Array; seal: string } | null => {
  const body = bytes.subarray(0, Math.max(0, bytes.length - lineLength))
  const line = Buffer.from(bytes.subarray(body.length)).toString('latin1')
  const seal = lastLine.exec(line)?.[1]
  return seal !== undefined && seal === digestOf(body) ? { body, seal } : null
}
