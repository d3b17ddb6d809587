import { TableError } from '../source.ts'

/** Maximum length of a tag, a comment or the text of a cell, in characters; Excel keeps at most 32,767 per cell. */
const longest = 1024 * 1024

/** Maximum nesting of elements; a workbook has fewer than twenty levels. */
const deepest = 100

export type XmlHandlers = {
  /** `attribute` returns the decoded value of an attribute, or null. Names do not include their prefix. */
  open: (name: string, attribute: (name: string) => string | null) => void
  close: (name: string) => void
  text: (text: string) => void
}

const damaged = (): TableError => new TableError('listDamaged')

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeEntity = (_: string, name: string): string => {
  if (!name.startsWith('#')) {
    const known = entities[name]
    if (known === undefined) throw damaged()
    return known
  }
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code < 0xe000)) throw damaged()
  return String.fromCodePoint(code)
}

const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replaceAll(/&([^;&]*);/g, decodeEntity) : text

const withoutPrefix = (name: string): string => {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)

/** Finds an attribute's value, examining each character only once. */
const findAttribute = (attributes: string, wanted: string): string | null => {
  for (let at = 0; ;) {
    const equals = attributes.indexOf('=', at)
    if (equals === -1) return null
    let start = equals + 1
    while (isSpace(attributes.charCodeAt(start))) start += 1
    const quote = attributes[start]
    const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, start + 1) : -1
    if (end === -1) throw damaged()
    if (withoutPrefix(attributes.slice(at, equals).trim()) === wanted)
      return decodeEntities(attributes.slice(start + 1, end))
    at = end + 1
  }
}

/** Reads an attribute. Most of them, in millions of cells, have the form ` r="A1"`, which has a fast path. */
const readAttribute = (attributes: string, wanted: string): string | null => {
  const at = attributes.indexOf(` ${wanted}="`)
  if (at === -1) return attributes.includes(wanted) ? findAttribute(attributes, wanted) : null
  const start = at + wanted.length + 3
  return decodeEntities(attributes.slice(start, attributes.indexOf('"', start)))
}

/**
 * Returns the end of the tag that starts at `start`, ignoring `>` in quoted values; -1 if the end has not arrived yet.
 */
const tagEnd = (text: string, start: number): number => {
  let quote = 0
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (quote !== 0) quote = code === quote ? 0 : quote
    else if (code === 62) return at
    else if (code === 34 || code === 39) quote = code
  }
  return -1
}

/**
 * Reads XML as it arrives. It supports what workbooks contain: elements, text, CDATA and comments. It throws
 * `listDamaged` for a document type, an unknown entity, an unclosed element, or bytes that are not UTF-8.
 */
export const createXmlReader = ({ open, close, text }: XmlHandlers) => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const path: string[] = []
  let rest = ''
  let hasRoot = false

  const readTag = (tag: string): void => {
    const isEmpty = tag.endsWith('/')
    const body = isEmpty ? tag.slice(0, -1) : tag
    const space = /\s/.exec(body)?.index ?? body.length
    const name = withoutPrefix(body.slice(0, space))
    if (name === '' || (path.length === 0 && hasRoot)) throw damaged()
    hasRoot = true
    const attributes = body.slice(space)
    open(name, (wanted) => readAttribute(attributes, wanted))
    if (isEmpty) return close(name)
    path.push(name)
    if (path.length > deepest) throw damaged()
  }

  const readText = (part: string): void => {
    if (part === '') return
    if (path.length > 0) text(decodeEntities(part))
    else if (part.trim() !== '') throw damaged()
  }

  /** Skips markup that starts with `<!` or `<?`; returns its end, or -1 if the end has not arrived yet. */
  const skipSpecial = (all: string, at: number): number => {
    if (all.startsWith('<![CDATA[', at)) {
      const end = all.indexOf(']]>', at)
      if (end !== -1 && path.length > 0) text(all.slice(at + 9, end))
      return end === -1 ? -1 : end + 3
    }
    if (all.startsWith('<!--', at) || all.startsWith('<?', at)) {
      const [mark, length] = all[at + 1] === '?' ? ['?>', 2] : ['-->', 3]
      const end = all.indexOf(mark, at + 2)
      return end === -1 ? -1 : end + length
    }
    // The marker may be incomplete.
    if (all.length - at < 9) return -1
    throw damaged()
  }

  const closeTag = (name: string): void => {
    if (path.pop() !== name) throw damaged()
    close(name)
  }

  /** Reads all complete parts and returns the rest. */
  const readParts = (all: string): string => {
    let at = 0
    for (;;) {
      const start = all.indexOf('<', at)
      if (start === -1) return all.slice(at)
      readText(all.slice(at, start))
      const next = all[start + 1]
      const isSpecial = next === '!' || next === '?'
      const end = isSpecial ? skipSpecial(all, start) - 1 : next === undefined ? -1 : tagEnd(all, start + 1)
      if (end < 0) return all.slice(start)
      if (next === '/') closeTag(withoutPrefix(all.slice(start + 2, end).trim()))
      else if (!isSpecial) readTag(all.slice(start + 1, end))
      at = end + 1
    }
  }

  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch {
      // Not UTF-8.
      throw damaged()
    }
  }

  return {
    push(bytes: Uint8Array): void {
      rest = readParts(rest + decode(bytes))
      if (rest.length > longest) throw damaged()
    },
    end(): void {
      rest = readParts(rest + decode())
      if (rest.trim() !== '' || path.length > 0 || !hasRoot) throw damaged()
    },
  }
}
