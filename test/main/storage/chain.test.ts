import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createStorage } from '../../../src/main/storage/storage.ts'
import { aCall } from '../../support/a-call.ts'
import { at, newFile, open, placeSettled, value, worker } from './open-storage.ts'

const check = (file: string) => value(open(file).run('verifyHistory', { now: at }))

/** Creates a closed history of three calls with nine events. */
const history = async (): Promise<string> => {
  const file = newFile()
  const storage = createStorage({ file, worker })
  for (const last of ['1', '2', '3']) await placeSettled(storage, aCall({ phoneNumber: `+1415555010${last}` }))
  await storage.close()
  return file
}

const change = (file: string, sql: string): void => {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

describe('the event chain', () => {
  it('is intact after ordinary work', async () => {
    expect(await check(await history())).toEqual({ events: 9, intact: true, firstBroken: null })
  })

  it.each([
    ['a changed text', `UPDATE call_events SET outcome = '{"state":"cancelled"}' WHERE sequence = 5`, 5],
    ['a changed time', `UPDATE call_events SET at = '2026-11-22T09:15:00.000Z' WHERE sequence = 4`, 4],
    ['a changed hash', `UPDATE call_events SET hash = upper(hash) WHERE sequence = 3`, 3],
    ['a missing event', `DELETE FROM call_events WHERE sequence = 6`, 7],
    ['a missing last event', `DELETE FROM call_events WHERE sequence = 9`, 9],
    ['an erased salt and different text', `UPDATE call_events SET salt = '0' WHERE sequence = 2`, 2],
    ['a call that differs from its events', `UPDATE calls SET outcome = '{"state":"cancelled"}' WHERE sequence = 2`, 6],
    ['a digit of a number', `UPDATE calls SET phone_number = '+14155550109' WHERE sequence = 3`, 7],
    ['a letter of a context', `UPDATE calls SET initial_context = '{"name":"Jade"}' WHERE sequence = 3`, 7],
    ['an end time', `UPDATE calls SET ended_at = '2026-11-29T09:15:00.000Z' WHERE sequence = 2`, 4],
    ['a run ID', `UPDATE calls SET workflow_run_id = 48214 WHERE sequence = 2`, 4],
    ['a changed lock', `UPDATE calls SET unresolved = 1 WHERE sequence = 1`, 1],
    ['a color that does not exist', `UPDATE calls SET profile_color = 'mauve' WHERE sequence = 2`, 4],
    ['a call without any event', `DELETE FROM call_events; UPDATE chain_head SET events = 0, hash = ''`, 1],
  ])('detects %s', async (_what, sql, firstBroken) => {
    const file = await history()
    change(file, sql)
    expect(await check(file)).toMatchObject({ intact: false, firstBroken })
  })
})
