import { expect, it, vi } from 'vitest'
import type { Desk } from '../../../src/contract/desk.ts'
import { fail, type Failure, succeed } from '../../../src/contract/failure.ts'
import { createVerifyStore } from '../../../src/renderer/support/verify/verify-store.ts'

const seal = '3f9a'.repeat(16)
const changed = { ok: false, fault: 'seal', event: null } as const

const open = () => {
  const checkEvidence = vi.fn<Desk['checkEvidence']>(async () => succeed({ file: 'a.html', verdict: changed }))
  const verify = createVerifyStore({ checkEvidence })
  return { verify, checkEvidence, state: verify.store.getState }
}

it('asks with the noted seal, or with none, and keeps the verdict until another seal is noted', async () => {
  const { verify, checkEvidence, state } = open()
  await verify.verify()
  expect(checkEvidence).toHaveBeenLastCalledWith({ seal: null })
  expect(state().checked).toEqual({ file: 'a.html', verdict: changed })
  verify.note(` ${seal} `)
  expect(state().checked).toBeNull()
  await verify.verify()
  expect(checkEvidence).toHaveBeenLastCalledWith({ seal })
})

it('asks nothing with what is no seal, and says so until it is changed', async () => {
  const { verify, checkEvidence, state } = open()
  verify.note('3f9a')
  await verify.verify()
  expect(state().bad).toBe(true)
  expect(checkEvidence).not.toHaveBeenCalled()
  verify.note(seal)
  expect(state().bad).toBe(false)
})

it('keeps what was found when no file is chosen, and tells why one could not be read', async () => {
  const { verify, checkEvidence, state } = open()
  await verify.verify()
  checkEvidence.mockResolvedValueOnce(succeed({ file: null, verdict: null }))
  await verify.verify()
  expect(state().checked?.file).toBe('a.html')
  const failure: Failure = { kind: 'invalid', issues: [{ path: [], code: 'fileUnread', words: 'EFBIG' }] }
  checkEvidence.mockResolvedValueOnce(fail(failure))
  await verify.verify()
  expect(state()).toMatchObject({ isChecking: false, checked: null, failure })
})
