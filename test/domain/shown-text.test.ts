import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeCatalog, showBetween, showControls } from '../../src/domain/shown-text.ts'
import { messages } from '../../src/messages/index.ts'

const isolated = (text: string) => `\u2068${text}\u2069`

describe('control characters', () => {
  it.each([
    ['Anna\u202Egnp.exe', 'Anna[U+202E]gnp.exe'],
    ['a\u2066b\u2069', 'a[U+2066]b[U+2069]'],
    ['\u200Fx\u061C', '[U+200F]x[U+061C]'],
    ['two\u200Bwords\uFEFF', 'two[U+200B]words[U+FEFF]'],
    ['soft\u00ADhyphen', 'soft[U+00AD]hyphen'],
    ['nul\0 bell\x07 escape\x1B[2J next\x85', 'nul[U+0000] bell[U+0007] escape[U+001B][2J next[U+0085]'],
    ['filler\u3164\u115F', 'filler[U+3164][U+115F]'],
    ['half \uD83D of a pair \uDE00', 'half [U+D83D] of a pair [U+DE00]'],
    ['tag \u{E0041}', 'tag [U+E0041]'],
    ['private \uE000', 'private [U+E000]'],
    ['joined Latin\u200Dletters', 'joined Latin[U+200D]letters'],
    ['a\u2068b\u2069c', 'a[U+2068]b[U+2069]c'],
    ['\u2069אב\u2068', '[U+2069]אב[U+2068]'],
  ])('of %j are shown', (text, shown) => {
    expect(showControls(text)).toBe(shown)
  })

  it.each([
    'Anna Müller',
    'two\nlines\tand tabs',
    '👩‍🚒 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣',
    'می‌خواهم',
    'क्‍ष',
    'אבג',
    '日本語',
    isolated('אבג'),
    '⟦text⟧',
  ])('are not found in %j', (text) => {
    expect(showControls(text)).toBe(text)
  })
})

describe('text between other text', () => {
  it.each([
    ['Anna', 'Anna'],
    ['אבג', isolated('אבג')],
    ['אבג 12', isolated('אבג 12')],
    ['\u202Eabc', '[U+202E]abc'],
    ['\u202Eאב', isolated('[U+202E]אב')],
  ])('%j becomes %j', (text, shown) => {
    expect(showBetween(text)).toBe(shown)
    expect(showBetween(shown)).toBe(shown)
    expect(showControls(shown)).toBe(shown)
  })

  it('contains no control character that affects text outside it', () => {
    const signs = fc.constantFrom(
      'a',
      'א',
      ' ',
      '\u2068',
      '\u2069',
      '\u2066',
      '\u202A',
      '\u202C',
      '\u202E',
      '\u200F',
      '1',
    )
    fc.assert(
      fc.property(
        fc.array(signs, { maxLength: 12 }).map((parts) => parts.join('')),
        (text) => {
          const shown = showBetween(text)
          expect(shown).not.toMatch(/[\u200E\u200F\u061C\u202A-\u202E\u2066\u2067]/)
          let rest = shown
          while (/\u2068[^\u2068\u2069]*\u2069/.test(rest)) rest = rest.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, '')
          expect(rest).not.toMatch(/[\u2068\u2069א]/)
          expect(showBetween(shown)).toBe(shown)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('a catalog of messages', () => {
  const catalog = safeCatalog({
    plain: 'Text',
    deep: {
      of: (one: { name: string; tags: readonly string[] }, count: number) => `${one.name} ${one.tags.join()} ${count}`,
    },
  })

  it('shows every string in its arguments safely', () => {
    expect(catalog.plain).toBe('Text')
    expect(catalog.deep.of({ name: '\u202Ea', tags: ['אב', 'b'] }, 1)).toBe(`[U+202E]a ${isolated('אב')},b 1`)
  })

  it('is used by the app', () => {
    const dial = { number: '+1', agent: '\u202Egnp', callerId: null, configuration: 'אב', profile: 'P' }
    expect(messages.call.button(dial)).not.toContain('\u202E')
    expect(messages.call.buttonRoute(dial)).toContain(isolated('אב'))
  })
})
