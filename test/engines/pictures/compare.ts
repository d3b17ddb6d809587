import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { colorAt, isPlain, type Pixels } from './shades.ts'

/**
 * What differs between two pictures: `moved`, the most pixels in any one small square that are not the same thing to the
 * eye, soft edges aside; `recolored`, pixels of areas and lines whose colour is another. `drawn` shows the former in red
 * over the faded picture, and is null for another size.
 */
export type Difference = { moved: number; recolored: number; drawn: Buffer | null }

/**
 * So much may differ. What moved differs in one place: a label by 96 pixels of a square, a sign that is gone by 62. What is
 * only drawn otherwise differs here and there: by the graphics card's ways instead of the processor's, by up to 8.
 */
const allowed = { moved: 20, recolored: 16 }
/** The sides of a square, in pixels: about a sign or three letters. */
const side = 32
/** The shades of an area may be so far apart, of 255: browsers mix half-transparent colours alike up to this. */
const sameShade = 3

const red = 0xff0000

/** The most red pixels in any square. */
const mostInOnePlace = (drawn: Pixels): number => {
  const across = Math.ceil(drawn.width / side)
  const counts = new Map<number, number>()
  for (let pixel = 0; pixel < drawn.width * drawn.height; pixel += 1) {
    if (colorAt(drawn, pixel) !== red) continue
    const [x, y] = [pixel % drawn.width, Math.floor(pixel / drawn.width)]
    const square = Math.floor(y / side) * across + Math.floor(x / side)
    counts.set(square, (counts.get(square) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

const isSameShade = (one: number, other: number): boolean =>
  [16, 8, 0].every((shift) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) <= sameShade)

const countRecolored = (kept: Pixels, taken: Pixels): number => {
  let count = 0
  for (let pixel = 0; pixel < kept.width * kept.height; pixel += 1)
    if (!isSameShade(colorAt(kept, pixel), colorAt(taken, pixel)) && isPlain(kept, pixel) && isPlain(taken, pixel))
      count += 1
  return count
}

/** Compares the picture that is kept with the one that was taken now. */
export const compare = (kept: Pixels, taken: Pixels): Difference => {
  const { width, height } = kept
  if (width !== taken.width || height !== taken.height) return { moved: width * height, recolored: 0, drawn: null }
  const drawn = new PNG({ width, height })
  pixelmatch(kept.data, taken.data, drawn.data, width, height, { threshold: 0.12 })
  return { moved: mostInOnePlace(drawn), recolored: countRecolored(kept, taken), drawn: PNG.sync.write(drawn) }
}

/** Whether a person would call both the same picture. */
export const isSame = ({ moved, recolored }: Difference): boolean =>
  moved <= allowed.moved && recolored <= allowed.recolored
