import { describe, expect, it } from 'vitest'
import { readQuestion } from '../../../src/main/headless/read-question.ts'

describe('a line', () => {
  it('is a question with its id, its operation and whatever its input is', () => {
    expect(readQuestion('{"id":"a","operation":"appInfo","input":{"x":1}}')).toEqual({
      id: 'a',
      question: { ok: true, value: { id: 'a', operation: 'appInfo', input: { x: 1 } } },
    })
  })

  it.each([
    ['{', null, []],
    ['', null, []],
    ['null', null, []],
    ['[]', null, []],
    ['"appInfo"', null, []],
    ['{"operation":"appInfo"}', null, ['id']],
    ['{"id":{},"operation":"appInfo"}', null, ['id']],
    ['{"id":null,"operation":"appInfo"}', null, ['id']],
    [`{"id":"${'x'.repeat(201)}","operation":"appInfo"}`, null, ['id']],
    ['{"id":1}', 1, ['operation']],
    ['{"id":1,"operation":"toString"}', 1, ['operation']],
    ['{"id":1,"operation":"__proto__"}', 1, ['operation']],
    ['{"id":1,"operation":["appInfo"]}', 1, ['operation']],
  ])('%j is answered under %j as not fitting at %j', (line, id, path) => {
    expect(readQuestion(line)).toEqual({
      id,
      question: { ok: false, failure: { kind: 'invalid', issues: [{ path, code: 'invalid' }] } },
    })
  })
})
