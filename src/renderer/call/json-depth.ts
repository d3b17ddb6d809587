/** Passes over a text in double quotes; gives the offset after it. */
export const afterString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"' || text[at] === '\n') return at + 1
  }
  return text.length
}

/**
 * The offset at which objects and lists are nested deeper than `most` levels, or null.
 * Counted bracket by bracket: a parser that calls itself would break on a text made of brackets.
 */
export const depthFault = (text: string, most: number): number | null => {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = afterString(text, at) - 1
    if (character === '{' || character === '[') depth += 1
    if (character === '}' || character === ']') depth -= 1
    if (depth > most) return at
  }
  return null
}
