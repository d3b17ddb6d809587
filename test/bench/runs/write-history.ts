import { mkdirSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CallState } from '../../../src/contract/call.ts'
import { runIdOf } from '../../../src/domain/call-state.ts'
import { linkHash, textDigest } from '../../../src/main/storage/chain.ts'
import { rowDigest, stateDigest } from '../../../src/main/storage/row-digests.ts'
import { createHighWaterMark } from '../../../src/main/storage/high-water-mark.ts'
import { migrate } from '../../../src/main/storage/migrate.ts'
import { numberKey, numberTail } from '../../../src/domain/phone-number.ts'
import type { RandomCall } from './random-calls.ts'

const inOneTransaction = 20_000

const rowOf = ({ call, context }: RandomCall) => ({
  call_id: call.callId,
  profile_id: call.profileId,
  profile_name: call.profileName,
  profile_color: call.profileColor,
  practice: call.practice ? 1 : 0,
  origin: call.origin,
  agent_uuid: call.agentUuid,
  agent_name: call.agentName,
  phone_number: call.phoneNumber,
  phone_number_display: call.phoneNumberDisplay,
  telephony_configuration_id: call.telephonyConfigurationId,
  telephony_configuration_name: call.telephonyConfigurationName,
  from_phone_number_id: call.fromPhoneNumberId,
  from_phone_number_text: call.fromPhoneNumberText,
  initial_context: JSON.stringify(context),
  reference_name: call.referenceName,
  redial_of: call.redialOf,
  number_key: numberKey(call.phoneNumber),
  number_tail: numberTail(call.phoneNumber),
  prepared_at: call.preparedAt,
})

const createWriter = (database: DatabaseSync) => {
  const events = database.prepare(
    `INSERT INTO call_events (call_id, at, state, outcome, salt, digest, previous_hash, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const notes = database.prepare('INSERT INTO call_notes (call_id, note, noted_at) VALUES (?, ?, ?)')
  let calls: ReturnType<DatabaseSync['prepare']> | null = null
  let [count, previous] = [0, '']

  const writeEvent = (callId: string, at: string, outcome: CallState): void => {
    const text = JSON.stringify(outcome)
    // All events share one salt, because the generated data is not secret.
    const digest = textDigest(salt, text)
    const hash = linkHash({ previous, callId, at, state: outcome.state, digest })
    events.run(callId, at, outcome.state, text, salt, digest, previous, hash)
    ;[count, previous] = [count + 1, hash]
  }

  return {
    write(made: RandomCall): void {
      const { call, note } = made
      const lasting = rowOf(made)
      const state = {
        changed_at: call.changedAt,
        ended_at: call.endedAt,
        server_date: call.serverDate,
        state: call.outcome.state,
        outcome: JSON.stringify(call.outcome),
        unresolved: 0,
        workflow_run_id: runIdOf(call),
      }
      const row = { ...lasting, row_digest: rowDigest(lasting), ...state, state_digest: stateDigest(state) }
      const columns = Object.keys(row)
      calls ??= database.prepare(
        `INSERT INTO calls (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      )
      calls.run(...Object.values(row))
      writeEvent(call.callId, call.preparedAt, { state: 'queued' })
      writeEvent(call.callId, call.preparedAt, { state: 'sending', since: call.preparedAt })
      writeEvent(call.callId, call.changedAt, call.outcome)
      if (note !== null) notes.run(call.callId, note, call.changedAt)
    },
    writeHead(): void {
      database.prepare('UPDATE chain_head SET events = ?, hash = ?').run(count, previous)
    },
  }
}

const salt = randomBytes(16).toString('hex')

/** Writes a history as the app would, about a hundred times faster. */
export const writeHistory = (file: string, calls: Iterable<RandomCall>, onWritten: (count: number) => void): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file)
  // The file does not need to survive a crash while it is being written.
  for (const pragma of ['journal_mode = WAL', 'synchronous = OFF', 'temp_store = MEMORY'])
    database.exec(`PRAGMA ${pragma}`)
  migrate(database)
  const writer = createWriter(database)
  let count = 0
  database.exec('BEGIN')
  for (const made of calls) {
    writer.write(made)
    count += 1
    if (count % inOneTransaction !== 0) continue
    database.exec('COMMIT; BEGIN')
    onWritten(count)
  }
  writer.writeHead()
  database.exec('COMMIT')
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  writeMark(file)
}

/** Records that the history is complete and was closed cleanly, as the app does. */
export const writeMark = (file: string): void => {
  const database = new DatabaseSync(file)
  const mark = createHighWaterMark(file)
  mark.read()
  mark.begin(database)
  const end = mark.prepareEnd(database)
  database.close()
  end()
  mark.release()
}
