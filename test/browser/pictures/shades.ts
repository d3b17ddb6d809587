/** A picture as bytes: the red, green, blue and opacity of each pixel, row by row. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8Array }

/** Returns the RGB color of a pixel as a single number. */
export const colorAt = ({ data }: Pixels, pixel: number): number => {
  const at = pixel * 4
  return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
}

/**
 * Returns whether `reach` pixels on both sides of a pixel, horizontally or vertically, have the same color as the
 * pixel.
 */
export const isInRow = (picture: Pixels, pixel: number, reach: number): boolean => {
  const { width, height } = picture
  const color = colorAt(picture, pixel)
  const [x, y] = [pixel % width, Math.floor(pixel / width)]
  const continues = (step: number): boolean => {
    for (let away = 1; away <= reach; away += 1)
      if (colorAt(picture, pixel - away * step) !== color || colorAt(picture, pixel + away * step) !== color)
        return false
    return true
  }
  return (x >= reach && x < width - reach && continues(1)) || (y >= reach && y < height - reach && continues(width))
}

/** A length in pixels on each side that exceeds half the longest stroke of any letter. */
const longerThanLetters = 16

/**
 * Returns whether a pixel is in a plain area or on a line: its eight neighbors or a long row of pixels have its color.
 */
export const isPlain = (picture: Pixels, pixel: number): boolean => {
  const { width, height } = picture
  const [x, y] = [pixel % width, Math.floor(pixel / width)]
  const isInside = x > 0 && y > 0 && x < width - 1 && y < height - 1
  const color = colorAt(picture, pixel)
  const neighbors = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1]
  return (
    (isInside && neighbors.every((step) => colorAt(picture, pixel + step) === color)) ||
    isInRow(picture, pixel, longerThanLetters)
  )
}
