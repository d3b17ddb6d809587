import { expect, it } from 'vitest'
import { createNotes, longestNote } from '../../../src/renderer/runs/note/notes-store.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'
import { acme, fakeHistory } from '../../support/fake-desk/fake-world.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

const open = (failing: NonNullable<FakeDeskOptions['failing']> = {}) => {
  const calls = fakeHistory(3, now)
  const desk = createFakeDesk({ profiles: [acme], calls, now: () => now, failing })
  const notes = createNotes(desk)
  const callId = calls[0]?.callId ?? ''
  return { desk, notes, callId, draft: () => notes.store.getState()[callId] }
}

it('keeps a draft until it is saved, and the desk has it then without the blanks around it', async () => {
  const { desk, notes, callId, draft } = open()
  notes.begin(callId, '')
  notes.type(callId, '  asked to be called on Friday ')
  expect(draft()).toEqual({ step: 'open', text: '  asked to be called on Friday ' })
  const saving = notes.save(callId)
  expect(draft()?.step).toBe('saving')
  // A second press, and what is typed meanwhile, change nothing of what is on its way.
  expect(await notes.save(callId)).toBeNull()
  notes.type(callId, 'something else')
  await saving
  expect(draft()).toBeUndefined()
  const detail = await desk.getCall({ callId })
  expect(detail.ok && detail.value.note?.text).toBe('asked to be called on Friday')
})

it('loses nothing when the disk refuses it, and saves it when the disk takes it again', async () => {
  const failing: NonNullable<FakeDeskOptions['failing']> = { noteCall: { kind: 'storage', reason: 'full' } }
  const { notes, callId, draft } = open(failing)
  notes.begin(callId, '')
  notes.type(callId, 'rings after six')
  await notes.save(callId)
  expect(draft()).toEqual({ step: 'failed', text: 'rings after six', failure: failing.noteCall })
  delete failing.noteCall
  expect(await notes.save(callId)).toMatchObject({ ok: true })
  expect(draft()).toBeUndefined()
})

it('gives up what was typed, leaves a draft that was begun before, and never takes more than fits', () => {
  const { notes, callId, draft } = open()
  notes.begin(callId, 'first')
  notes.begin(callId, 'second')
  expect(draft()?.text).toBe('first')
  notes.type(callId, 'x'.repeat(longestNote + 5))
  expect(draft()?.text).toHaveLength(longestNote)
  notes.giveUp(callId)
  expect(draft()).toBeUndefined()
})
