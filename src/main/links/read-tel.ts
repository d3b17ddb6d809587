import { decode, hasHiddenSigns, type LinkReading, readLinkNumber, refused } from './link-reading.ts'

type Parameter = { name: string; value: string }

const readParameter = (text: string): Parameter | null => {
  const [, name, value = ''] = /^([a-z\d-]{1,50})(?:=([^;=]{0,200}))?$/i.exec(text) ?? []
  return name === undefined ? null : { name: name.toLowerCase(), value }
}

/** RFC 3966 has digits and marks for the eye in an extension, nothing else. */
const readExtension = (parameters: readonly Parameter[]): string | null | undefined => {
  const all = parameters.filter(({ name }) => name === 'ext')
  const [first] = all
  if (!first) return null
  const digits = first.value.replaceAll(/[().-]/g, '')
  return all.length === 1 && /^\d{1,20}$/.test(digits) ? digits : undefined
}

/**
 * Reads what follows `tel:` (RFC 3966). A number without a plus stays without one: its `phone-context` says where it is
 * valid, and joined to it need not be a number at all. Parameters that nobody here knows change nothing.
 */
export const readTel = (rest: string): LinkReading => {
  const text = decode(rest.replace(/^\/\//, ''))
  if (text === null || hasHiddenSigns(text)) return refused('malformed')
  const [subscriber = '', ...further] = text.split(';')
  const parameters = further.map(readParameter)
  const known = parameters.filter((one) => one !== null)
  if (known.length !== parameters.length || parameters.length > 20) return refused('malformed')
  const number = readLinkNumber(subscriber)
  if (!number.ok) return number
  const extension = readExtension(known)
  if (extension === undefined) return refused('malformed')
  return { ok: true, link: { scheme: 'tel', number: number.number, extension, agentUuid: null, context: [] } }
}
