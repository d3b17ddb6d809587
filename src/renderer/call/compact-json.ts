import { afterString } from './json-depth.ts'

/** A JSON source on one line, every value as it is written: only the blanks between its parts are made one or none. */
export const compactJson = (source: string): string => {
  let compact = ''
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at)
    if (character === '"') {
      const end = afterString(source, at)
      compact += source.slice(at, end)
      at = end - 1
    } else if (character === ',' || character === ':') compact += `${character} `
    else if (!/\s/.test(character)) compact += character
  }
  return compact
}
