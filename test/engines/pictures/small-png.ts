import { crc32, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { colorAt, isInRow, isPlain, type Pixels } from './shades.ts'

/** The most colours a palette has. */
const most = 256
/** How far apart, in each light of 255, the shades of soft edges may be that become one; the first that suffices is taken. */
const nearness = [3, 5, 8, 12, 16, 24]

const lightsOf = (color: number): readonly [number, number, number] => [color >> 16, (color >> 8) & 255, color & 255]

const distance = (one: number, other: number): number => {
  const [red, green, blue] = lightsOf(one)
  const [otherRed, otherGreen, otherBlue] = lightsOf(other)
  return Math.max(Math.abs(red - otherRed), Math.abs(green - otherGreen), Math.abs(blue - otherBlue))
}

/** The colours of areas, lines and shadows, which stay as they are. */
const keptColors = (picture: Pixels, colors: readonly number[]): Set<number> =>
  new Set(colors.filter((_, pixel) => isPlain(picture, pixel) || isInRow(picture, pixel, 6)))

const byFrequency = (colors: readonly number[]): number[] => {
  const counts = new Map<number, number>()
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([color]) => color)
}

/** The kept colours, and of the others the most frequent so that each has one that is near; null when those are too many. */
const paletteOf = (kept: ReadonlySet<number>, frequent: readonly number[], near: number): number[] | null => {
  const palette = [...kept]
  for (const color of frequent) {
    if (!palette.some((one) => distance(one, color) <= near)) palette.push(color)
    if (palette.length > most) return null
  }
  return palette
}

/** A palette of a picture, and the place in it of each colour; null when there are too many. */
const placesIn = (palette: readonly number[], frequent: readonly number[]): Map<number, number> => {
  const places = new Map(palette.map((color, place) => [color, place]))
  for (const color of frequent) {
    if (places.has(color)) continue
    const nearest = palette.reduce((best, one) => (distance(one, color) < distance(best, color) ? one : best))
    places.set(color, places.get(nearest) ?? 0)
  }
  return places
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
  places: ReadonlyMap<number, number>,
): Buffer => {
  // A row begins with the number of its filter: 0, none, which suits plain areas best.
  const rows = Buffer.alloc((picture.width + 1) * picture.height)
  for (const [pixel, color] of colors.entries())
    rows[pixel + Math.floor(pixel / picture.width) + 1] = places.get(color) ?? 0
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', headOf(picture)),
    chunk('PLTE', Buffer.from(palette.flatMap(lightsOf))),
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
 * Writes a picture of a screen as a PNG of about a third of its size: with at most 256 colours, of which areas, lines and
 * shadows keep their very own, and the soft edges of letters and signs take the nearest.
 */
export const writeSmallPng = (picture: Pixels): Buffer => {
  const colors = Array.from({ length: picture.width * picture.height }, (_, pixel) => colorAt(picture, pixel))
  const kept = keptColors(picture, colors)
  const frequent = byFrequency(colors)
  for (const near of nearness) {
    const palette = paletteOf(kept, frequent, near)
    if (palette) return withPalette(picture, colors, palette, placesIn(palette, frequent))
  }
  return withoutPalette(picture, colors)
}

/** Reads any PNG. */
export const readPng = (bytes: Buffer): Pixels => PNG.sync.read(bytes)
