/**
 * Text from outside (names, numbers, messages from the service, pasted values) can contain characters that are
 * invisible or reorder the text around them. These functions make it safe to show. They never change what is stored or
 * sent.
 */

/** First-strong isolate and its end. Text between them does not reorder the text around it. */
const isolateStart = '\u2068'
const isolateEnd = '\u2069'

/** Invisible characters, and halves of surrogate pairs. Tabs and line ends are ordinary text. */
const hiddenCharacter =
  /[[\p{Cc}--[\t\n\r]]\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/v

/**
 * Hidden characters that emoji and some scripts need: joiners between letters, and an emoji's variation selectors and
 * tags.
 */
const requiredHiddenCharacter =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]])[\u200c\u200d](?=[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]])|(?<=[\p{Emoji}])\ufe0f|(?<=\u{1f3f4}[\u{e0061}-\u{e007a}]*)[\u{e0061}-\u{e007f}]/v

const segments = new RegExp(`${requiredHiddenCharacter.source}|(${hiddenCharacter.source})`, 'gv')

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Returns the indexes of the isolates that `showBetween` added: matched pairs around right-to-left text. */
const ownIsolates = (text: string): ReadonlySet<number> => {
  const own = new Set<number>()
  const open: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === isolateStart) open.push(at)
    if (text[at] !== isolateEnd) continue
    const start = open.pop()
    if (start === undefined || !rightToLeft.test(text.slice(start, at))) continue
    own.add(start)
    own.add(at)
  }
  return own
}

/** Replaces every hidden character with its code, such as `[U+202E]`, so that the user can see it. */
export const showControls = (text: string): string => {
  if (!hiddenCharacter.test(text)) return text
  const own = ownIsolates(text)
  return text.replace(segments, (whole: string, found: string | undefined, at: number) =>
    found === undefined || own.has(at)
      ? whole
      : `[U+${(whole.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}

/** Returns whether a string contains a right-to-left letter outside its isolates, which are all closed. */
const isOpen = (text: string): boolean => {
  let depth = 0
  for (const character of text) {
    if (character === isolateStart) depth += 1
    else if (character === isolateEnd) depth -= 1
    else if (depth === 0 && rightToLeft.test(character)) return true
  }
  return false
}

/** Makes a string safe to show within other text: reveals hidden characters and isolates right-to-left text. */
export const showBetween = (text: string): string => {
  const shown = showControls(text)
  return rightToLeft.test(shown) && isOpen(shown) ? `${isolateStart}${shown}${isolateEnd}` : shown
}

const isPlainObject = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype

/** Applies `showBetween` to every string in a value; returns the same value if nothing changes. */
const showTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return showBetween(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items: unknown[] = value.map(showTexts)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).map(([name, item]) => [name, item, showTexts(item)] as const)
  return entries.some(([, item, shown]) => item !== shown)
    ? Object.fromEntries(entries.map(([name, , shown]) => [name, shown]))
    : value
}

const withShownArguments = (value: unknown): unknown => {
  if (typeof value === 'function')
    return (...given: unknown[]): unknown => Reflect.apply(value, undefined, given.map(showTexts))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withShownArguments(one)]))
}

/** Returns a message catalog whose functions make every string in their arguments safe to show. */
export const safeCatalog = <T extends object>(catalog: T): T =>
  // The type remains correct: every function is replaced with one that has the same signature.
  withShownArguments(catalog) as T
