import { type ZipEntry, zipFile } from '../../support/workbook.ts'
import type { Draw } from '../fuzz/generate-answer.ts'
import { createTable, type MadeFile, writeText, writeWorkbook } from './generate-table.ts'
import { makeLargeFile } from './large-files.ts'

const splice = (bytes: Buffer, at: number, remove: number, insert: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)])

type Damage = (bytes: Buffer, draw: Draw) => Buffer

const insertAnywhere =
  (make: (draw: Draw) => Buffer): Damage =>
  (bytes, draw) =>
    splice(bytes, draw.below(bytes.length + 1), 0, make(draw))

const randomBytes = (draw: Draw, length: number): Buffer => Buffer.from(Array.from({ length }, () => draw.below(256)))

const textDamages: readonly (readonly [string, Damage])[] = [
  ['changed byte', (bytes, draw) => splice(bytes, draw.below(bytes.length), 1, randomBytes(draw, 1))],
  ['removed bytes', (bytes, draw) => splice(bytes, draw.below(bytes.length), 1 + draw.below(8), Buffer.alloc(0))],
  ['cut', (bytes, draw) => bytes.subarray(0, draw.below(bytes.length))],
  ['random bytes', insertAnywhere((draw) => randomBytes(draw, 1 + draw.below(12)))],
  ['quotation mark', insertAnywhere(() => Buffer.from('"'))],
  ['two quotation marks', insertAnywhere((draw) => Buffer.from(draw.pick(['""', '"a"', '" "', '"\n"'])))],
  ['separator', insertAnywhere((draw) => Buffer.from(draw.pick([',', ';', '\t', '|'])))],
  ['line break', insertAnywhere((draw) => Buffer.from(draw.pick(['\n', '\r', '\r\n', '\n\n'])))],
  ['NUL', insertAnywhere(() => Buffer.from([0]))],
  ['other encoding', insertAnywhere((draw) => draw.pick([Buffer.from([0xfc]), Buffer.from('ü'), Buffer.from([0x81])]))],
  [
    'mark of an encoding',
    (bytes, draw) =>
      Buffer.concat([
        draw.pick([Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff]), Buffer.from([0xef, 0xbb, 0xbf])]),
        bytes,
      ]),
  ],
  ['named separator', (bytes, draw) => Buffer.concat([Buffer.from(`sep=${draw.pick([';', ',', '|'])}\n`), bytes])],
  ['huge cell', insertAnywhere((draw) => Buffer.from('x'.repeat(100_000 + draw.below(200_000))))],
  [
    'repeated part',
    (bytes, draw) => {
      const at = draw.below(bytes.length)
      return splice(bytes, at, 0, bytes.subarray(at, at + draw.below(200)))
    },
  ],
]

const damaged = (bytes: Buffer, draw: Draw, times: number): { bytes: Buffer; kind: string } => {
  let result = bytes
  let kind = ''
  for (let count = 0; count < times && result.length > 0; count += 1) {
    const [name, damage] = textDamages[draw.below(textDamages.length)] ?? ['', (same: Buffer) => same]
    result = damage(result, draw)
    kind = times === 1 ? name : 'several'
  }
  return { bytes: result, kind }
}

const damagedText = (draw: Draw): MadeFile => {
  const { bytes } = writeText(createTable(draw), draw)
  const made = damaged(bytes, draw, draw.chance(0.6) ? 1 : 2 + draw.below(4))
  return { ...made, kind: `text: ${made.kind}`, expected: 'kept', table: null }
}

/** Changes the XML of one part of a workbook and writes it with the correct checksum. */
const damagedXml = (draw: Draw): MadeFile => {
  const entries = writeWorkbook(createTable(draw), draw)
  const at = draw.below(entries.length)
  const isCut = draw.chance(0.3)
  const change = ({ content, ...entry }: ZipEntry): ZipEntry => {
    const bytes = Buffer.from(content)
    if (isCut) return { ...entry, content: bytes.subarray(0, draw.below(bytes.length - 1)) }
    return { ...entry, content: damaged(bytes, draw, 1 + draw.below(3)).bytes }
  }
  const bytes = zipFile(entries.map((entry, index) => (index === at ? change(entry) : entry)))
  const isRead = entries[at]?.name !== '[Content_Types].xml'
  return {
    kind: `workbook: ${isCut ? 'cut' : 'damaged'} XML`,
    bytes,
    expected: isCut && isRead ? 'refused' : 'counted',
    table: null,
  }
}

/** Damages the archive itself: it must be refused or read as it was written. */
const damagedArchive = (draw: Draw): MadeFile => {
  const table = createTable(draw)
  const bytes = Buffer.from(zipFile(writeWorkbook(table, draw)))
  if (draw.chance(0.3)) {
    const cut = bytes.subarray(0, draw.below(bytes.length - 1))
    return { kind: 'workbook: cut', bytes: cut, expected: 'refused', table: null }
  }
  for (let count = 1 + draw.below(3); count > 0; count -= 1) {
    const at = draw.chance(0.5) ? draw.below(bytes.length) : bytes.length - 1 - draw.below(Math.min(600, bytes.length))
    bytes[at] = draw.below(256)
  }
  return { kind: 'workbook: damaged archive', bytes, expected: 'sameOrRefused', table }
}

const contradictoryArchive = (draw: Draw): MadeFile => {
  const entries = writeWorkbook(createTable(draw), draw)
  const at = 1 + draw.below(entries.length - 1)
  const falseFields: Partial<ZipEntry> = draw.pick([
    { expanded: 1 },
    { expanded: 2 ** 31 },
    { expanded: 2 ** 32 - 2 },
    { crc: draw.below(2 ** 31) },
    { flags: 1 },
  ])
  const bytes = zipFile(entries.map((entry, index) => (index === at ? { ...entry, ...falseFields } : entry)))
  return { kind: 'workbook: lying archive', bytes, expected: 'refused', table: null }
}

/** Makes the file of a trial; `large` is the number of a large file, or null for a small one. */
export const makeFile = (draw: Draw, large: number | null): MadeFile =>
  large !== null
    ? makeLargeFile(large)
    : draw.weighted<MadeFile>([
        [3, () => soundText(draw)],
        [1, () => soundWorkbook(draw)],
        [8, () => damagedText(draw)],
        [2, () => damagedXml(draw)],
        [2, () => damagedArchive(draw)],
        [1, () => contradictoryArchive(draw)],
        [
          1,
          () => ({ kind: 'random bytes', bytes: randomBytes(draw, draw.below(2_000)), expected: 'kept', table: null }),
        ],
      ])

const soundText = (draw: Draw): MadeFile => {
  const table = createTable(draw)
  return { kind: 'text', bytes: writeText(table, draw).bytes, expected: 'same', table }
}

const soundWorkbook = (draw: Draw): MadeFile => {
  const table = createTable(draw)
  return { kind: 'workbook', bytes: zipFile(writeWorkbook(table, draw)), expected: 'same', table }
}
