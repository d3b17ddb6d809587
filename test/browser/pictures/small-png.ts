import { crc32, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { colorAt, isInRow, isPlain, type Pixels } from './shades.ts'

/** Number of colors in a PNG palette. */
const paletteSize = 256
/**
 * Differences per channel, out of 255, up to which colors of soft edges are merged. The first one that yields a small
 * enough palette is used.
 */
const nearness = [3, 5, 8, 12, 16, 24]

const channelsOf = (color: number): readonly [number, number, number] => [color >> 16, (color >> 8) & 255, color & 255]

const distance = (one: number, other: number): number => {
  const [red, green, blue] = channelsOf(one)
  const [otherRed, otherGreen, otherBlue] = channelsOf(other)
  return Math.max(Math.abs(red - otherRed), Math.abs(green - otherGreen), Math.abs(blue - otherBlue))
}

/** Returns the colors of areas, lines and shadows, which must stay exact. */
const exactColors = (picture: Pixels, colors: readonly number[]): Set<number> =>
  new Set(colors.filter((_, pixel) => isPlain(picture, pixel) || isInRow(picture, pixel, 6)))

const byFrequency = (colors: readonly number[]): number[] => {
  const counts = new Map<number, number>()
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([color]) => color)
}

/**
 * Returns the exact colors plus the most frequent others, such that every color has one nearby; null if there are too
 * many.
 */
const paletteOf = (exact: ReadonlySet<number>, frequent: readonly number[], near: number): number[] | null => {
  const palette = [...exact]
  for (const color of frequent) {
    if (!palette.some((one) => distance(one, color) <= near)) palette.push(color)
    if (palette.length > paletteSize) return null
  }
  return palette
}

/** Returns the palette index for each color. */
const indexesIn = (palette: readonly number[], frequent: readonly number[]): Map<number, number> => {
  const indexes = new Map(palette.map((color, index) => [color, index]))
  for (const color of frequent) {
    if (indexes.has(color)) continue
    const nearest = palette.reduce((best, one) => (distance(one, color) < distance(best, color) ? one : best))
    indexes.set(color, indexes.get(nearest) ?? 0)
  }
  return indexes
}

const chunk = (name: string, data: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}

const headOf = ({ width, height }: Pixels): Buffer => {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  return head
}

const withPalette = (
  picture: Pixels,
  colors: readonly number[],
  palette: readonly number[],
  indexes: ReadonlyMap<number, number>,
): Buffer => {
  // The first byte of a row is its filter. Filter 0 (none) compresses plain areas best.
  const rows = Buffer.alloc((picture.width + 1) * picture.height)
  for (const [pixel, color] of colors.entries())
    rows[pixel + Math.floor(pixel / picture.width) + 1] = indexes.get(color) ?? 0
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', headOf(picture)),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const withoutPalette = (picture: Pixels, colors: readonly number[]): Buffer => {
  const png = new PNG({ width: picture.width, height: picture.height })
  for (const [pixel, color] of colors.entries()) png.data.writeUInt32BE(color * 256 + 255, pixel * 4)
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 9, deflateStrategy: 0 })
}

/**
 * Writes a picture as a PNG with at most 256 colors, about a third of the usual size. Areas, lines and shadows keep their
 * exact colors; soft edges of text and icons get the nearest color.
 */
export const writeSmallPng = (picture: Pixels): Buffer => {
  const colors = Array.from({ length: picture.width * picture.height }, (_, pixel) => colorAt(picture, pixel))
  const exact = exactColors(picture, colors)
  const frequent = byFrequency(colors)
  for (const near of nearness) {
    const palette = paletteOf(exact, frequent, near)
    if (palette) return withPalette(picture, colors, palette, indexesIn(palette, frequent))
  }
  return withoutPalette(picture, colors)
}

/** Reads any PNG. */
export const readPng = (bytes: Buffer): Pixels => PNG.sync.read(bytes)
