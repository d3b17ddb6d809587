import { longestLink } from '../../contract/asked.ts'
import { hasHiddenSigns, type LinkReading, refused } from './link-reading.ts'
import { readRundesk } from './read-rundesk.ts'
import { readTel } from './read-tel.ts'

/**
 * Reads a `tel:` or `rundesk:` link, from wherever it comes: what it asks for, or one reason why it changes nothing.
 * SECURITY: whoever wrote the link is a stranger; what is not exactly understood is refused as a whole, and nothing throws.
 */
export const readLink = (text: string): LinkReading => {
  if (text.length > longestLink) return refused('tooLong')
  const link = text.trim()
  if (!link.isWellFormed() || hasHiddenSigns(link)) return refused('malformed')
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/i.exec(link) ?? []
  switch (scheme.toLowerCase()) {
    case 'tel':
      return readTel(rest)
    case 'rundesk':
      return readRundesk(rest)
    default:
      return refused('unknownScheme')
  }
}
