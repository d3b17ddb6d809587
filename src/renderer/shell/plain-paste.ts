/** What the number field takes as it is: anything but rows, and but sentences, whose number is to be found first. */
export const isPlainPaste = (text: string): boolean => {
  const line = text.trim()
  return !/[\t\n\r;|]/.test(line) && !(/\s/.test(line) && /\p{L}{2}/u.test(line))
}
