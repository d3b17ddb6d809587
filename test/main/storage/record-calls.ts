import { createStorage } from '../../../src/main/storage/storage.ts'
import { accepted, aCall } from '../../support/a-call.ts'
import { endOfTime } from '../../../src/domain/call-state.ts'

/** Records settled calls in the history at the given path, reports how many, and keeps it open until it is killed. */
const [file = '', count = ''] = process.argv.slice(2)
const storage = createStorage({ file, worker: new URL('../../../src/main/storage/worker.ts', import.meta.url) })
const at = '2026-11-21T09:15:00.000Z'
let recorded = 0
for (let index = 0; index < Number(count); index += 1) {
  const call = aCall({
    callId: `01JD${String(process.pid).padStart(10, '0')}${String(index).padStart(12, '0')}`,
    phoneNumber: `+1646${String(process.pid % 1000).padStart(3, '0')}${String(index).padStart(4, '0')}`,
    outcome: { state: 'sending', since: at },
  })
  const placed = await storage.run('recordCall', {
    call,
    initialContext: {},
    repeatSince: endOfTime,
    confirmedAfter: [],
  })
  const moved = await storage.run('moveCall', { callId: call.callId, from: ['sending'], outcome: accepted, at })
  if (placed.ok && moved.ok) recorded += 1
}
process.send?.(recorded)
