/** What Python calls white space, which the service follows: JavaScript's own set is another one. */
const blanks: ReadonlySet<string> = new Set(
  '\t\n\v\f\r \u001c\u001d\u001e\u001f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009' +
    '\u200a\u2028\u2029\u202f\u205f\u3000',
)

/** Whether the character at a place of a text is white space; there is none behind its end. */
export const isBlankAt = (text: string, at: number): boolean => blanks.has(text.charAt(at))

/** The next place that is not white space, from `at` on. */
export const skipBlanks = (text: string, at: number): number => {
  let next = at
  while (isBlankAt(text, next)) next += 1
  return next
}

/** A text without the white space around it. */
export const stripBlanks = (text: string): string => {
  const start = skipBlanks(text, 0)
  let end = text.length
  while (end > start && isBlankAt(text, end - 1)) end -= 1
  return text.slice(start, end)
}

/** Where a name in a placeholder ends that begins at `start`: at white space, a bar, a closing brace or the text's end. */
export const nameEnd = (text: string, start: number): number => {
  let end = start
  while (end < text.length && text[end] !== '|' && text[end] !== '}' && !isBlankAt(text, end)) end += 1
  return end
}
