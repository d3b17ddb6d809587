import { describe, expect, it } from 'vitest'
import type { ColumnTarget, PastedRow } from '../../../src/contract/pasted.ts'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { createPasteService } from '../../../src/main/pasted/paste-service.ts'
import { createStorage } from '../../../src/main/storage/storage.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { valueOf } from '../../support/test-desk.ts'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const agentUuid = '7f3c2a1e-5d4b-4c3a-9f8e-1a2b3c4d9b21'
const other = '00000000-5d4b-4c3a-9f8e-1a2b3c4d9b21'
const names = ['first', 'second']
const phone = '+14155550123'

const open = () => {
  const worker = new URL('../../../src/main/storage/storage-worker.ts', import.meta.url)
  const storage = createStorage({ file: join(temporaryFolder(), 'rundesk.db'), worker })
  onTestFinished(() => storage.close())
  const service = createPasteService({ storage, settings: { known: () => defaultSettings }, countriesFor: () => [] })
  const read = async (text: string, agent = agentUuid): Promise<PastedRow> => {
    const pasted = await valueOf(service.readPasted({ text, names, agentUuid: agent, callerId: null }))
    if (pasted.kind !== 'row') throw new Error(pasted.kind)
    return pasted
  }
  const remember = (signature: string, targets: ColumnTarget[]) =>
    valueOf(service.rememberColumns({ agentUuid, signature, targets }))
  return { storage, read, remember }
}

const crosswise: ColumnTarget[] = [
  { to: 'context', name: 'second' },
  { to: 'number' },
  { to: 'context', name: 'first' },
  { to: 'nowhere' },
]

describe('where the columns of an arrangement go', () => {
  it('is remembered for its agent, whatever stands in the rows', async () => {
    const { read, remember } = open()
    const header = 'A\tPhone\tB\tC'
    const before = await read(`${header}\nx\t${phone}\ty\tz`)
    expect(before.context).toEqual({})
    await remember(before.signature, crosswise)
    const after = await read(`${header}\n1\t+14155550177\t2\t3`)
    expect(after.context).toEqual({ second: '1', first: '2' })
    expect(after.columns.map(({ by, dropped }) => by ?? dropped)).toEqual([
      'remembered',
      'remembered',
      'remembered',
      'remembered',
    ])
    expect((await read(`${header}\n1\t${phone}\t2\t3`, other)).context).toEqual({})
    // Another order of columns is another arrangement.
    expect((await read(`A\tB\tPhone\tC\n1\t2\t${phone}\t3`)).context).toEqual({})
  })

  it('is remembered without headers by the number of columns and the place of the number', async () => {
    const { read, remember } = open()
    await remember((await read(`x\t${phone}\ty\tz`)).signature, crosswise)
    expect((await read(`a\t+14155550177\tb\tc`)).context).toEqual({ second: 'a', first: 'b' })
    expect((await read(`${phone}\ta\tb\tc`)).context).toEqual({})
  })

  it('moves the number itself where a person says so', async () => {
    const { read, remember } = open()
    const text = `${phone}\t+442079460018`
    const { signature, number } = await read(text)
    expect(number.text).toBe(phone)
    await remember(signature, [{ to: 'nowhere' }, { to: 'number' }])
    expect((await read(text)).number.reading?.dial).toBe('+442079460018')
  })

  it('keeps nothing of a person: neither rows nor what only looked like headers', async () => {
    const { storage, read, remember } = open()
    const row = await read(`Jane Doe\tSecret Street\n${phone}\tx`)
    expect(row.hasHeader).toBe(true)
    await remember(row.signature, [{ to: 'number' }, { to: 'nowhere' }])
    const kept = await valueOf(storage.ask('readSetting', { name: `columns:${agentUuid}` }))
    expect(kept).toContain(row.signature)
    expect(kept).not.toMatch(/jane|secret|4155550123/i)
  })

  it('keeps the last twenty arrangements', async () => {
    const { storage, remember } = open()
    for (let at = 0; at < 25; at += 1)
      await remember(`signature-${String(at).padStart(12, '0')}`, [{ to: 'number' }, { to: 'nowhere' }])
    const kept: unknown = JSON.parse(
      (await valueOf(storage.ask('readSetting', { name: `columns:${agentUuid}` }))) ?? '',
    )
    expect(kept).toHaveLength(20)
    expect(JSON.stringify(kept)).not.toContain('signature-000000000004')
  })

  it('is asked about anew where it cannot be read', async () => {
    const { storage, read, remember } = open()
    const { signature } = await read(`x\t${phone}\ty\tz`)
    await remember(signature, crosswise)
    await valueOf(storage.ask('writeSetting', { name: `columns:${agentUuid}`, value: '[{"signature":7}]' }))
    expect((await read(`x\t${phone}\ty\tz`)).context).toEqual({})
  })
})
