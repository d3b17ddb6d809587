import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { colorAt, isPlain, type Pixels } from './shades.ts'

/**
 * The difference between two pictures. `moved`: the largest number of differing pixels in one square, excluding soft
 * edges. `recolored`: the number of pixels in areas and lines with a different color. `diffImage` marks the moved
 * pixels in red; null if the sizes differ.
 */
export type Difference = { moved: number; recolored: number; diffImage: Buffer | null }

/**
 * Tolerance in pixels. A label that moves by 4 pixels changes 96 pixels in a square, and a missing icon changes 62. A
 * different renderer (graphics card instead of processor) changes up to 8 per square.
 */
const allowed = { moved: 20, recolored: 16 }
/** Side length of a square, in pixels: about the size of an icon. */
const side = 32
/** Tolerance per color channel, out of 255. Browsers differ by this much when they blend transparent colors. */
const sameShade = 3

const red = 0xff0000

/** Returns the largest number of red pixels in any square. */
const mostInOneSquare = (diff: Pixels): number => {
  const across = Math.ceil(diff.width / side)
  const counts = new Map<number, number>()
  for (let pixel = 0; pixel < diff.width * diff.height; pixel += 1) {
    if (colorAt(diff, pixel) !== red) continue
    const [x, y] = [pixel % diff.width, Math.floor(pixel / diff.width)]
    const square = Math.floor(y / side) * across + Math.floor(x / side)
    counts.set(square, (counts.get(square) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

const isSameShade = (one: number, other: number): boolean =>
  [16, 8, 0].every((shift) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) <= sameShade)

const countRecolored = (reference: Pixels, taken: Pixels): number => {
  let count = 0
  for (let pixel = 0; pixel < reference.width * reference.height; pixel += 1)
    if (
      !isSameShade(colorAt(reference, pixel), colorAt(taken, pixel)) &&
      isPlain(reference, pixel) &&
      isPlain(taken, pixel)
    )
      count += 1
  return count
}

/** Compares a new picture with its reference. */
export const compare = (reference: Pixels, taken: Pixels): Difference => {
  const { width, height } = reference
  if (width !== taken.width || height !== taken.height) return { moved: width * height, recolored: 0, diffImage: null }
  const diff = new PNG({ width, height })
  pixelmatch(reference.data, taken.data, diff.data, width, height, { threshold: 0.12 })
  return { moved: mostInOneSquare(diff), recolored: countRecolored(reference, taken), diffImage: PNG.sync.write(diff) }
}

/** Returns whether the difference is within the tolerance. */
export const isSame = ({ moved, recolored }: Difference): boolean =>
  moved <= allowed.moved && recolored <= allowed.recolored
