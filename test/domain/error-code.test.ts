import { describe, expect, it } from 'vitest'
import { errorCode } from '../../src/domain/error-code.ts'

describe('the code of a thrown value', () => {
  it.each([
    [Object.assign(new Error('no room'), { code: 'ENOSPC' }), 'ENOSPC'],
    // An error from another thread is not an instance of this thread's `Error`.
    [{ code: 'EIO' }, 'EIO'],
    [Object.assign(new Error('odd'), { code: 7 }), null],
    [new Error('no code'), null],
    ['ENOSPC', null],
    [null, null],
    [undefined, null],
  ])('%s has %s', (thrown, code) => {
    expect(errorCode(thrown)).toBe(code)
  })
})
