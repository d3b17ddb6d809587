import { causeOf, reasonOf } from '../../../src/main/storage/errors.ts'

/**
 * Reports the reason for each SQLite code in a folder, as a user other than root, because root can write to every
 * folder.
 */
const [folder = '', ...codes] = process.argv.slice(2)
if (process.getuid?.() === 0) process.setuid?.('nobody')
const reasons = codes.map((code) =>
  reasonOf(causeOf(Object.assign(new Error('sqlite'), { code: 'ERR_SQLITE_ERROR', errcode: Number(code) }), folder)),
)
process.send?.(reasons)
