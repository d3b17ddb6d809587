import { describe, expect, it } from 'vitest'
import { syncOrderOf, readTrace } from '../../labs/order/trace-calls.ts'

const log = '21</tmp/x/data/rundesk.db-wal>'
const record = (callId: string) => `9 pwrite64(${log}, "…{\\"state\\":\\"sending\\"}…${callId}…", 4096, 32) = 4096`
const sync = `9 fdatasync(${log}) = 0`
const request = (callId: string, socket = 5) =>
  `8 writev(24<socket:[${socket}]>, [{iov_base="POST /…", iov_len=300}, {iov_base="{\\"lab_call_id\\":\\"${callId}\\"}", iov_len=80}], 2) = 380`

const orderOf = (...lines: string[]) => syncOrderOf(readTrace(lines.join('\n')), ['A1', 'B2']).get('A1')

describe('the order in a traced app', () => {
  it('is right if the WAL was synced between record and request', () => {
    expect(orderOf(record('A1'), sync, request('A1'))).toBe('synced first')
  })

  it.each([
    ['nothing is synced', [record('A1'), request('A1')]],
    ['the sync comes after the request', [record('A1'), request('A1'), sync]],
    ['only earlier writes are synced', [sync, record('A1'), request('A1')]],
    ['a different file is synced', [record('A1'), '9 fdatasync(22</tmp/x/data/rundesk.db>) = 0', request('A1')]],
    [
      'the sync is not over yet',
      [record('A1'), `9 fdatasync(${log} <unfinished ...>`, request('A1'), '9 <... fdatasync resumed>) = 0'],
    ],
    [
      'the sync began before the record was written',
      [
        `9 fdatasync(${log} <unfinished ...>`,
        record('A1').replace('9 ', '7 '),
        '9 <... fdatasync resumed>) = 0',
        request('A1'),
      ],
    ],
    [
      'the headers of the request left before the sync',
      [record('A1'), '8 write(24<socket:[5]>, "POST /api", 300) = 300', sync, request('A1')],
    ],
  ])('is wrong when %s', (_title, lines) => expect(orderOf(...lines)).toBe('sent first'))

  it('is right if another thread interrupted the sync and the sync ended before the request', () => {
    const lines = [record('A1'), `9 fdatasync(${log} <unfinished ...>`, '7 write(1<pipe:[3]>, "x", 1) = 1']
    expect(orderOf(...lines, '9 <... fdatasync resumed>) = 0', request('A1'))).toBe('synced first')
  })

  it('does not count a sync that covers only another call’s record', () => {
    expect(orderOf(record('B2'), sync, request('A1'))).toBe('not recorded')
  })

  it('returns nothing for a call that was never sent', () => expect(orderOf(record('A1'), sync)).toBeUndefined())
})
