import { crc32, createInflateRaw } from 'node:zlib'
import { errorCode } from '../../../domain/error-code.ts'
import { TableError } from '../source.ts'

/** Limits of a workbook, far above what Excel writes for the rows and columns of a list. */
const limits = { entries: 10_000, expandedBytes: 1024 * 1024 * 1024 } as const

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50, end64: 0x06064b50 } as const
/** Values which indicate that the actual value is in the ZIP64 fields. */
const inZip64 = { short: 0xffff, long: 0xffffffff } as const
const methods = { stored: 0, deflated: 8 } as const

type Entry = { method: number; crc: number; packed: number; expanded: number; at: number; isEncrypted: boolean }

const damaged = (): TableError => new TableError('listDamaged')

/** Creates a reader that throws `listDamaged` for an offset outside the file. */
const createReader = (bytes: Buffer) => {
  const within = (at: number, length: number): number => {
    if (at < 0 || at + length > bytes.length) throw damaged()
    return at
  }
  return {
    short: (at: number): number => bytes.readUInt16LE(within(at, 2)),
    long: (at: number): number => bytes.readUInt32LE(within(at, 4)),
    wide: (at: number): number => Number(bytes.readBigUInt64LE(within(at, 8))),
    part: (at: number, length: number): Buffer => bytes.subarray(within(at, length), at + length),
  }
}

type Reader = ReturnType<typeof createReader>

/** The end record starts at most this many bytes before the end, because its comment has at most 65,535 bytes. */
const endDistance = 65_557

const findEnd = (bytes: Buffer, read: Reader): { first: number; count: number } => {
  const from = Math.max(0, bytes.length - endDistance)
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < from) throw damaged()
  // Throws if the file is truncated within its last record.
  read.part(end, 22 + read.short(end + 20))
  const count = read.short(end + 10)
  const first = read.long(end + 16)
  if (count !== inZip64.short && first !== inZip64.long) return { first, count }
  // The locator before the end record contains the position of the ZIP64 end record.
  const end64 = read.wide(end - 12)
  if (read.long(end64) !== signatures.end64) throw damaged()
  return { first: read.wide(end64 + 48), count: read.wide(end64 + 32) }
}

/** Returns the 64-bit values of an entry, in the order of the fields that refer to them. */
const wideFields = (read: Reader, at: number, length: number): number[] => {
  for (let field = at; field + 4 <= at + length; field += 4 + read.short(field + 2)) {
    if (read.short(field) !== 1) continue
    return Array.from({ length: Math.floor(read.short(field + 2) / 8) }, (_, index) => read.wide(field + 4 + index * 8))
  }
  return []
}

const readEntry = (read: Reader, at: number): { name: string; entry: Entry; next: number } => {
  if (read.long(at) !== signatures.central) throw damaged()
  const [nameLength, extraLength, commentLength] = [read.short(at + 28), read.short(at + 30), read.short(at + 32)]
  const wide = wideFields(read, at + 46 + nameLength, extraLength)
  const field = (offset: number): number => {
    const value = read.long(at + offset)
    return value === inZip64.long ? (wide.shift() ?? value) : value
  }
  const expanded = field(24)
  const packed = field(20)
  return {
    name: read.part(at + 46, nameLength).toString('utf8'),
    entry: {
      method: read.short(at + 10),
      crc: read.long(at + 16),
      packed,
      expanded,
      at: field(42),
      isEncrypted: (read.short(at + 8) & 1) === 1,
    },
    next: at + 46 + nameLength + extraLength + commentLength,
  }
}

const readDirectory = (bytes: Buffer, read: Reader): Map<string, Entry> => {
  const { first, count } = findEnd(bytes, read)
  if (count > limits.entries) throw new TableError('listZipBomb')
  const entries = new Map<string, Entry>()
  for (let index = 0, at = first; index < count; index += 1) {
    const { name, entry, next } = readEntry(read, at)
    entries.set(name, entry)
    at = next
  }
  return entries
}

/** The files of an archive, expanded one after another, with one size limit for all of them. */
export type Archive = { has: (name: string) => boolean; expand: (name: string) => AsyncGenerator<Buffer> }

/** Opens a ZIP file. Reads its directory immediately, and expands a file only when it is needed. */
export const openArchive = (bytes: Buffer): Archive => {
  const read = createReader(bytes)
  const entries = readDirectory(bytes, read)
  let total = 0
  const count = (length: number): void => {
    total += length
    if (total > limits.expandedBytes) throw new TableError('listZipBomb')
  }

  const packedBytes = ({ at, packed, isEncrypted }: Entry): Buffer => {
    if (read.long(at) !== signatures.local) throw damaged()
    if (isEncrypted) throw new TableError('listNotTable', 'encrypted')
    return read.part(at + 30 + read.short(at + 26) + read.short(at + 28), packed)
  }

  async function* expand(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name)
    if (entry === undefined) throw damaged()
    // SECURITY: the size that an archive declares is checked before it is expanded, and the actual size during
    // expansion.
    if (total + entry.expanded > limits.expandedBytes) throw new TableError('listZipBomb')
    let crc = 0
    let length = 0
    for await (const chunk of partsOf(entry, packedBytes(entry))) {
      count(chunk.length)
      length += chunk.length
      crc = crc32(chunk, crc)
      if (length > entry.expanded) throw damaged()
      yield chunk
    }
    if (length !== entry.expanded || crc !== entry.crc) throw damaged()
  }

  return { has: (name) => entries.has(name), expand }
}

/** The number of bytes that are expanded at a time. */
const chunkSize = 256 * 1024

async function* partsOf({ method }: Entry, packed: Buffer): AsyncGenerator<Buffer> {
  if (method === methods.stored) {
    for (let at = 0; at < packed.length; at += chunkSize) yield packed.subarray(at, at + chunkSize)
    return
  }
  if (method !== methods.deflated) throw damaged()
  const inflate = createInflateRaw({ chunkSize })
  inflate.end(packed)
  try {
    // A stream of bytes yields Buffers.
    for await (const chunk of inflate) yield chunk as Buffer
  } catch (error) {
    throw errorCode(error)?.startsWith('Z_') || errorCode(error) === 'ERR_BUFFER_OUT_OF_BOUNDS' ? damaged() : error
  } finally {
    inflate.destroy()
  }
}
