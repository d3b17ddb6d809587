import { expect, it } from 'vitest'
import { createNotes, maxNoteLength } from '../../../src/renderer/lib/notes.ts'
import { createFakeApi, type FakeApiOptions } from '../../support/fake-api.ts'
import { acme, fakeHistory } from '../../support/fake-api/data.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

const open = (failing: NonNullable<FakeApiOptions['failing']> = {}) => {
  const calls = fakeHistory(3, now)
  const api = createFakeApi({ profiles: [acme], calls, now: () => now, failing })
  const notes = createNotes()
  const callId = calls[0]?.callId ?? ''
  const save = () => notes.save(callId, (note) => api.setCallNote({ callId, note }))
  return { api, notes, callId, save, draft: () => notes.store.getState()[callId] }
}

it('keeps a draft until it is saved, and trims it', async () => {
  const { api, notes, callId, save, draft } = open()
  notes.edit(callId, '')
  notes.type(callId, '  call back on Friday ')
  expect(draft()).toEqual({ step: 'open', text: '  call back on Friday ' })
  const saving = save()
  expect(draft()?.step).toBe('saving')
  // Saving again and typing have no effect during a save.
  expect(await save()).toBeNull()
  notes.type(callId, 'something else')
  await saving
  expect(draft()).toBeUndefined()
  const detail = await api.getCall({ callId })
  expect(detail.ok && detail.value.note?.text).toBe('call back on Friday')
})

it('keeps the draft when saving fails, and can save it again', async () => {
  const failing: NonNullable<FakeApiOptions['failing']> = { setCallNote: { kind: 'storage', reason: 'full' } }
  const { notes, callId, save, draft } = open(failing)
  notes.edit(callId, '')
  notes.type(callId, 'rings after six')
  await save()
  expect(draft()).toEqual({ step: 'failed', text: 'rings after six', failure: failing.setCallNote })
  delete failing.setCallNote
  expect(await save()).toMatchObject({ ok: true })
  expect(draft()).toBeUndefined()
})

it('discards a draft, keeps an open one, and saves none that is too long', async () => {
  const { notes, callId, save, draft } = open()
  notes.edit(callId, 'first')
  notes.edit(callId, 'second')
  expect(draft()?.text).toBe('first')
  const long = 'x'.repeat(maxNoteLength + 5)
  notes.type(callId, long)
  expect(await save()).toBeNull()
  expect(draft()).toEqual({ step: 'open', text: long })
  notes.discard(callId)
  expect(draft()).toBeUndefined()
})

it('keeps the draft of a closed field until it is opened again, unless it equals the saved note', () => {
  const { notes, callId, draft } = open()
  notes.edit(callId, 'saved')
  expect(notes.close(callId, 'saved')).toBe(false)
  expect(draft()).toBeUndefined()
  notes.type(callId, 'saved, and more')
  expect(notes.close(callId, 'saved')).toBe(true)
  expect(draft()).toEqual({ step: 'closed', text: 'saved, and more' })
  notes.edit(callId, 'saved')
  expect(draft()).toEqual({ step: 'open', text: 'saved, and more' })
})
