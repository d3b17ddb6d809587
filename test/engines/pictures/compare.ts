import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { colorAt, isPlain, type Pixels } from './shades.ts'

/**
 * What differs between two pictures: pixels that are not the same thing to the eye, soft edges aside, and pixels of plain
 * areas whose colour is another. `drawn` shows the former in red over the faded picture, and is null for another size.
 */
export type Difference = { moved: number; recolored: number; drawn: Buffer | null }

/** So many pixels may differ: another edition of the browser draws a soft edge or two otherwise. */
const allowed = { moved: 40, recolored: 16 }
/** The shades of a plain area may be so far apart, of 255: browsers mix half-transparent colours alike up to this. */
const sameShade = 2

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
  const moved = pixelmatch(kept.data, taken.data, drawn.data, width, height, { threshold: 0.12 })
  return { moved, recolored: countRecolored(kept, taken), drawn: PNG.sync.write(drawn) }
}

/** Whether a person would call both the same picture. */
export const isSame = ({ moved, recolored }: Difference): boolean =>
  moved <= allowed.moved && recolored <= allowed.recolored
