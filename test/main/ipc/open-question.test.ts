import { describe, expect, it } from 'vitest'
import { maxQuestionLength, openQuestion } from '../../../src/main/ipc/open-question.ts'

const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

const issueOf = (question: unknown): unknown => {
  const opened = openQuestion(question)
  return !opened.ok && opened.failure.kind === 'invalid' ? opened.failure.issues : opened
}

describe('a question', () => {
  it.each([
    ['an object', '{"text":"Jané 🎉","list":[1,-2.5,true,null,{}]}'],
    ['an ordinary field called constructor', '{"constructor":"Acme Builders"}'],
    ['a field called prototype', '{"prototype":{"a":1}}'],
    ['128 levels', nested(128)],
    ['as many characters as may be', JSON.stringify('x'.repeat(maxQuestionLength - 2))],
  ])('is opened: %s', (_title, question) =>
    expect(openQuestion(question)).toEqual({ ok: true, value: JSON.parse(question) as unknown }),
  )

  it.each([
    ['no text', { text: '{}' }],
    ['a text in a box', Object('{}')],
    ['nothing', undefined],
    ['no JSON', '{'],
    ['a byte order mark', '\ufeff{}'],
    ['blanks', '{ }'],
    ['a name that stands twice', '{"a":1,"a":2}'],
    ['a name that stands twice, spelt in two ways', '{"a":1,"\\u0061":2}'],
    ['a number that loses digits', '{"a":12345678901234567890}'],
    ['a number that is too large', '{"a":1e400}'],
    ['a number written otherwise', '{"a":1.0}'],
  ])('is refused: %s', (_title, question) => expect(issueOf(question)).toEqual([{ path: [], code: 'invalid' }]))

  it.each([
    ['a prototype', '{"a":[{"__proto__":{"isAdmin":true}}]}', ['a', 0, '__proto__']],
    ['a prototype that is no object', '{"__proto__":1}', ['__proto__']],
    ['the other way to it', '{"a":{"constructor":{"prototype":{}}}}', ['a', 'constructor']],
  ])('is refused with the place: %s', (_title, question, path) =>
    expect(issueOf(question)).toEqual([{ path, code: 'invalid' }]),
  )

  it('is refused with half a character in a value or in a name', () => {
    expect(issueOf('{"a":"\\ud83d"}')).toEqual([{ path: ['a'], code: 'loneSurrogate' }])
    expect(issueOf('{"\\ud83d":1}')).toEqual([{ path: ['\ud83d'], code: 'loneSurrogate' }])
  })

  it('is refused when it is nested deeper than any question of ours', () => {
    expect(issueOf(nested(129))).toMatchObject([{ code: 'tooDeep', words: '128' }])
    expect(issueOf(nested(400_000))).toMatchObject([{ code: 'tooDeep' }])
  })

  it('is refused when it is too long', () =>
    expect(issueOf('x'.repeat(maxQuestionLength + 1))).toEqual([{ path: [], code: 'tooLong', words: '1000000' }]))
})
