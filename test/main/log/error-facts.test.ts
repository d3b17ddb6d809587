import { expect, it } from 'vitest'
import { errorFacts } from '../../../src/main/log/error-facts.ts'

it('tells kind, words and stack of an error, and nothing that hangs on it', () => {
  const error = Object.assign(new TypeError('no such thing', { cause: new Error('inner') }), { request: 'x-api-key' })
  const facts = errorFacts(error)
  expect(facts).toEqual({ kind: 'TypeError', message: 'no such thing', stack: error.stack })
  expect(JSON.stringify(facts)).not.toMatch(/inner|x-api-key/)
})

it('tells of something thrown that is no error only what kind of thing it is', () => {
  expect(errorFacts('dgr_secret')).toEqual({ kind: 'string', message: '', stack: '' })
})
