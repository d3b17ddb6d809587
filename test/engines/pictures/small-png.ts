import { crc32, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { colorAt, isPlain, type Pixels } from './shades.ts'

/** So far apart are the shades that edges of letters and lines keep; plain areas keep their very colour. */
const step = 17

const rounded = (color: number): number =>
  [16, 8, 0].reduce((sum, shift) => sum | ((Math.round(((color >> shift) & 255) / step) * step) << shift), 0)

/** The colours of a picture pixel by pixel: those of plain areas as they are, the others with few shades. */
const fewShades = (picture: Pixels): number[] => {
  const colors = Array.from({ length: picture.width * picture.height }, (_, pixel) => colorAt(picture, pixel))
  const kept = new Set(colors.filter((_, pixel) => isPlain(picture, pixel)))
  return colors.map((color) => (kept.has(color) ? color : rounded(color)))
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

const withPalette = (picture: Pixels, colors: readonly number[], palette: readonly number[]): Buffer => {
  const places = new Map(palette.map((color, place) => [color, place]))
  // A row begins with the number of its filter: 0, none, which suits plain areas best.
  const rows = Buffer.alloc((picture.width + 1) * picture.height)
  for (const [pixel, color] of colors.entries())
    rows[pixel + Math.floor(pixel / picture.width) + 1] = places.get(color) ?? 0
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', headOf(picture)),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
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
 * Writes a picture of a screen as a PNG of about a third of its size: plain areas keep their very colour, and the soft
 * edges of letters and lines keep sixteen shades of each of the three lights.
 */
export const writeSmallPng = (picture: Pixels): Buffer => {
  const colors = fewShades(picture)
  const palette = [...new Set(colors)]
  return palette.length > 256 ? withoutPalette(picture, colors) : withPalette(picture, colors, palette)
}

/** Reads any PNG. */
export const readPng = (bytes: Buffer): Pixels => PNG.sync.read(bytes)
