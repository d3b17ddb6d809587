/** A picture as bytes: red, green, blue and opacity of each pixel, row by row. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8Array }

/** The colour of a pixel without its opacity, as one number. */
export const colorAt = ({ data }: Pixels, pixel: number): number => {
  const at = pixel * 4
  return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
}

/** Whether so many pixels on both sides, left and right or above and below, have a pixel's very colour. */
export const isInRow = (picture: Pixels, pixel: number, reach: number): boolean => {
  const { width, height } = picture
  const color = colorAt(picture, pixel)
  const [x, y] = [pixel % width, Math.floor(pixel / width)]
  const goesOn = (step: number): boolean => {
    for (let away = 1; away <= reach; away += 1)
      if (colorAt(picture, pixel - away * step) !== color || colorAt(picture, pixel + away * step) !== color)
        return false
    return true
  }
  return (x >= reach && x < width - reach && goesOn(1)) || (y >= reach && y < height - reach && goesOn(width))
}

/** Longer than the stroke of any letter, to both sides. */
const longerThanLetters = 16

/** Whether a pixel lies in a plain area or on a line: its eight neighbours have its very colour, or a long row of others. */
export const isPlain = (picture: Pixels, pixel: number): boolean => {
  const { width, height } = picture
  const [x, y] = [pixel % width, Math.floor(pixel / width)]
  const isInside = x > 0 && y > 0 && x < width - 1 && y < height - 1
  const color = colorAt(picture, pixel)
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1]
  return (
    (isInside && around.every((step) => colorAt(picture, pixel + step) === color)) ||
    isInRow(picture, pixel, longerThanLetters)
  )
}
