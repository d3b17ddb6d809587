import { expect, it, vi } from 'vitest'
import { fail, type Failure, succeed } from '../../../src/contract/failure.ts'
import { createEvidenceStore, createVerifyStore } from '../../../src/renderer/ui/evidence.tsx'
import type { Api } from '../../../src/contract/api.ts'

const full = fail({ kind: 'storage', reason: 'full' } as const)

it('runs one save at a time, and shows the file with its seal', async () => {
  let requests = 0
  const evidence = createEvidenceStore({
    saveEvidence: () => ((requests += 1), Promise.resolve(succeed({ file: 'e.html', seal: 'ab', brokenEvent: 10 }))),
  })
  await Promise.all([evidence.save('a call'), evidence.save('a call')])
  expect([requests, evidence.store.getState()]).toEqual([
    1,
    { 'a call': { step: 'saved', file: 'e.html', seal: 'ab', brokenEvent: 10 } },
  ])
})

it('keeps the result of each call', async () => {
  const evidence = createEvidenceStore({
    saveEvidence: async ({ callId }) => succeed({ file: callId, seal: 'ab', brokenEvent: null }),
  })
  await Promise.all([evidence.save('a call'), evidence.save('another call')])
  const saved = { step: 'saved', seal: 'ab', brokenEvent: null }
  expect(evidence.store.getState()).toEqual({
    'a call': { ...saved, file: 'a call' },
    'another call': { ...saved, file: 'another call' },
  })
})

it('shows nothing after the dialog is canceled, and shows any failure', async () => {
  const nowhere = createEvidenceStore({
    saveEvidence: async () => succeed({ file: null, seal: null, brokenEvent: null }),
  })
  await nowhere.save('a call')
  expect(nowhere.store.getState()).toEqual({ 'a call': { step: 'none' } })
  const failed = createEvidenceStore({ saveEvidence: async () => full })
  await failed.save('a call')
  expect(failed.store.getState()).toEqual({ 'a call': { step: 'failed', failure: full.failure } })
})

const seal = '3f9a'.repeat(16)
const changed = { ok: false, fault: 'seal', event: null } as const

const open = () => {
  const checkEvidence = vi.fn<Api['checkEvidence']>(async () => succeed({ file: 'a.html', check: changed }))
  const verify = createVerifyStore({ checkEvidence })
  return { verify, checkEvidence, state: verify.store.getState }
}

it('verifies with or without a noted seal, and clears the result when the seal changes', async () => {
  const { verify, checkEvidence, state } = open()
  await verify.verify()
  expect(checkEvidence).toHaveBeenLastCalledWith({ seal: null })
  expect(state().checked).toEqual({ file: 'a.html', check: changed })
  verify.note(` ${seal} `)
  expect(state().checked).toBeNull()
  await verify.verify()
  expect(checkEvidence).toHaveBeenLastCalledWith({ seal })
})

it('clears the failure of the last file when the seal changes', async () => {
  const { verify, checkEvidence, state } = open()
  checkEvidence.mockResolvedValueOnce(full)
  await verify.verify()
  expect(state().failure).toEqual(full.failure)
  verify.note('3f9a')
  await verify.verify()
  expect(state()).toMatchObject({ bad: true, failure: null })
})

it.each(['sha256:', 'SHA256:', ' sha256: '])('accepts “%s” before a seal', async (prefix) => {
  const { verify, checkEvidence } = open()
  verify.note(prefix + seal)
  await verify.verify()
  expect(checkEvidence).toHaveBeenLastCalledWith({ seal })
})

it.each(['3f9a', 'sha256:'])('rejects an invalid seal until it changes: %s', async (invalid) => {
  const { verify, checkEvidence, state } = open()
  verify.note(invalid)
  await verify.verify()
  expect(state().bad).toBe(true)
  expect(checkEvidence).not.toHaveBeenCalled()
  verify.note(seal)
  expect(state().bad).toBe(false)
})

it('keeps the result after the dialog is canceled, and reports a file that cannot be read', async () => {
  const { verify, checkEvidence, state } = open()
  await verify.verify()
  checkEvidence.mockResolvedValueOnce(succeed({ file: null, check: null }))
  await verify.verify()
  expect(state().checked?.file).toBe('a.html')
  const failure: Failure = { kind: 'invalid', issues: [{ path: [], code: 'fileUnread', words: 'EFBIG' }] }
  checkEvidence.mockResolvedValueOnce(fail(failure))
  await verify.verify()
  expect(state()).toMatchObject({ isChecking: false, checked: null, failure })
})
