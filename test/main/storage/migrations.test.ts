import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { migrations } from '../../../src/main/storage/migrations.ts'
import { accepted, anId } from '../../support/a-call.ts'
import { at, newFile, open, value } from './open-storage.ts'

const callId = anId()
const { progress: _later, ...oldAccepted } = accepted
const outcomes = ['{"state":"queued"}', `{"state":"sending","since":"${at}"}`, JSON.stringify(oldAccepted)]

/** A database as the first version wrote it: one call with three events, each with its text in its hash. */
const firstVersion = (file: string): DatabaseSync => {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  const [first] = migrations
  if (typeof first !== 'string') throw new Error('The first step is plain SQL.')
  database.exec(`${first}; PRAGMA user_version = 1`)
  database
    .prepare(
      `INSERT INTO calls (call_id, profile_id, profile_name, profile_color, practice, origin, agent_uuid, phone_number,
        phone_number_display, initial_context, prepared_at, changed_at, state, outcome, workflow_run_id, search_text)
       VALUES (?, ?, 'Acme', 'blue', 0, 'https://a.example', '7f3c2a1e-0000-4000-8000-000000009b21', '+1 (415) 555-0101',
        '', '{}', ?, ?, 'accepted', ?, 48213, '')`,
    )
    .run(callId, anId(), at, at, outcomes[2] ?? '')
  let previous = ''
  for (const outcome of outcomes) {
    const hash = createHash('sha256').update([previous, callId, at, outcome].join('\n')).digest('hex')
    database
      .prepare('INSERT INTO call_events (call_id, at, outcome, previous_hash, hash) VALUES (?, ?, ?, ?, ?)')
      .run(callId, at, outcome, previous, hash)
    previous = hash
  }
  return database
}

it('brings a history of the first version to the newest, links it anew, and keeps a copy of how it was', async () => {
  const file = newFile()
  firstVersion(file).close()
  const storage = open(file)
  expect((await value(storage.ask('getCall', { callId })))?.events.map(({ state }) => state)).toEqual([
    'queued',
    'sending',
    'accepted',
  ])
  expect(await value(storage.ask('verifyHistory', { now: at }))).toEqual({ events: 3, intact: true, firstBroken: null })
  for (const search of ['415 555-0101', '48213', 'wr-api-7823', 'ACME'])
    expect(await value(storage.ask('listCalls', { search, after: null, limit: 5 }))).toMatchObject({
      calls: [{ callId }],
      totalIs: 'exact',
    })
  const [backup] = readdirSync(join(dirname(file), 'backups'))
  const copy = new DatabaseSync(join(dirname(file), 'backups', backup ?? ''))
  expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
  copy.close()
})

it('goes on saying that a chain was broken before it was linked anew', async () => {
  const file = newFile()
  const database = firstVersion(file)
  database.exec(`UPDATE call_events SET outcome = '{"state":"cancelled"}' WHERE sequence = 2`)
  database.close()
  expect(await value(open(file).ask('verifyHistory', { now: at }))).toEqual({
    events: 3,
    intact: false,
    firstBroken: 2,
  })
})
