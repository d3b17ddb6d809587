import { constants, deflateRawSync } from 'node:zlib'
import { workbookEntries, zipFile } from '../../support/workbook.ts'
import type { ExpectedResult, MadeFile } from './generate-table.ts'

const phone = '+14155550123'
const mebibyte = 1024 * 1024

/**
 * Returns a string, repeated and compressed; each block ends at a byte boundary, so that blocks can be concatenated.
 */
const packedTimes = (start: string, text: string, times: number): Buffer => {
  const flush = { finishFlush: constants.Z_SYNC_FLUSH }
  const block = deflateRawSync(Buffer.from(text), flush)
  return Buffer.concat([
    deflateRawSync(Buffer.from(start), flush),
    ...Array.from({ length: times }, () => block),
    deflateRawSync(Buffer.alloc(0)),
  ])
}

/** Returns a workbook whose sheet consists of these compressed bytes and declares this uncompressed size. */
const packedSheet = (packed: Buffer, expanded: number): Buffer =>
  zipFile(
    workbookEntries({ sheets: [{ name: 'Calls', xml: '' }] }).map((entry) =>
      entry.name.includes('sheet1') ? { ...entry, packed, expanded } : entry,
    ),
  )

const spaces = ' '.repeat(16 * mebibyte)

/** Files that would hang a reader or fill its memory. */
const files: readonly (readonly [kind: string, expected: ExpectedResult, make: () => Buffer])[] = [
  [
    'a quotation mark without its partner before 40 MB',
    'counted',
    () => Buffer.from(`name,phone\n"Jane,${phone}\n${`Bob,${phone}\n`.repeat(2_300_000 / 4)}`),
  ],
  ['a cell of 60 MB', 'refused', () => Buffer.from(`name,phone\n${'x'.repeat(60_000_000)},${phone}\n`)],
  ['a line of 30 million cells', 'refused', () => Buffer.from('1,'.repeat(30_000_000))],
  [
    'lines with odd quotation marks',
    'counted',
    () => Buffer.from(`name,phone\n${`"Jane" D,${phone}\n`.repeat(300_000)}`),
  ],
  [
    'lines with open quotation marks',
    'counted',
    () => Buffer.from(`name,phone\n${`"Jane,${phone}\n`.repeat(300_000)}`),
  ],
  ['quotation marks only', 'refused', () => Buffer.from('"'.repeat(20_000_001))],
  [
    'lines of quotation marks',
    'counted',
    () => Buffer.from(`name,phone\n${`"""",${phone}\n"",${phone}\n`.repeat(200_000)}`),
  ],
  ['more rows than a list has', 'refused', () => Buffer.from(`${phone}\n`.repeat(1_000_001))],
  ['a bomb that says its size', 'refused', () => packedSheet(packedTimes('', spaces, 68), 68 * 16 * mebibyte)],
  ['a bomb that hides its size', 'refused', () => packedSheet(packedTimes('', spaces, 68), 10_000)],
  [
    'a bomb of elements',
    'refused',
    () => packedSheet(packedTimes('<worksheet>', '<a>'.repeat(1_000_000), 30), 90_000_011),
  ],
  [
    'a bomb of rows',
    'refused',
    () => packedSheet(packedTimes('<worksheet>', '<row/>'.repeat(500_000), 100), 300_000_011),
  ],
  [
    'a bomb of texts',
    'refused',
    () => packedSheet(packedTimes('<worksheet>', `${'x'.repeat(mebibyte)}<a/>`, 200), 200 * (mebibyte + 4) + 11),
  ],
]

export const largeFiles = files.length

/** Creates the large file with this number; numbers past the last file start over with the first. */
export const makeLargeFile = (number: number): MadeFile => {
  const [kind, expected, make] = files[number % files.length] ?? ['nothing', 'refused', () => Buffer.alloc(0)]
  return { kind, expected, bytes: make(), table: null }
}
