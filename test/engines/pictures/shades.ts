/** A picture as bytes: red, green, blue and opacity of each pixel, row by row. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8Array }

/** The colour of a pixel without its opacity, as one number. */
export const colorAt = ({ data }: Pixels, pixel: number): number => {
  const at = pixel * 4
  return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
}

/** Whether a pixel lies in a plain area: its neighbours, the diagonal ones too, have its very colour. */
export const isPlain = (picture: Pixels, pixel: number): boolean => {
  const { width, height } = picture
  const [x, y] = [pixel % width, Math.floor(pixel / width)]
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return false
  const color = colorAt(picture, pixel)
  for (const row of [-width, 0, width])
    for (const column of [-1, 0, 1]) if (colorAt(picture, pixel + row + column) !== color) return false
  return true
}
