import { expect, it } from 'vitest'
import { errorFields } from '../../../src/main/log/log.ts'

it('returns the kind, message and stack of an error, without its other properties', () => {
  const error = Object.assign(new TypeError('no such thing', { cause: new Error('inner') }), { request: 'x-api-key' })
  const fields = errorFields(error)
  expect(fields).toEqual({ kind: 'TypeError', message: 'no such thing', stack: error.stack })
  expect(JSON.stringify(fields)).not.toMatch(/inner|x-api-key/)
})

it('returns only the type of a thrown value that is not an error', () => {
  expect(errorFields('dgr_secret')).toEqual({ kind: 'string', message: '', stack: '' })
})
