/** Where a search occurs in a text: letters by case-blind match, digits also across the blanks and dashes of a phone number. */
export const foundAt = (text: string, search: string): [from: number, to: number] | null => {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return null
  const plain = text.toLowerCase().indexOf(wanted)
  if (plain >= 0) return [plain, plain + wanted.length]
  const digits = wanted.replace(/[\s().-]/g, '')
  if (!/^\+?\d+$/.test(digits)) return null
  const pattern = Array.from(digits, (digit) => digit.replace('+', '\\+')).join('[\\s().-]*')
  const match = new RegExp(pattern).exec(text)
  return match ? [match.index, match.index + match[0].length] : null
}

/** A text with the part that was searched for marked. */
export const Found = ({ text, search }: { text: string; search: string }) => {
  const at = foundAt(text, search)
  if (!at) return text
  const [from, to] = at
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}
