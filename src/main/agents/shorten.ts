/** A text of at most `length` characters; a mark at its end says that there was more. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text
