import { expect, it } from 'vitest'
import { fail, succeed } from '../../../src/contract/failure.ts'
import { createEvidenceStore } from '../../../src/renderer/ui/save-evidence.tsx'

const full = fail({ kind: 'storage', reason: 'full' } as const)

it('runs one save at a time, and shows the file with its seal', async () => {
  let requests = 0
  const evidence = createEvidenceStore(
    { saveEvidence: () => ((requests += 1), Promise.resolve(succeed({ file: 'e.html', seal: 'ab' }))) },
    'a call',
  )
  await Promise.all([evidence.save(), evidence.save()])
  expect([requests, evidence.store.getState()]).toEqual([1, { step: 'saved', file: 'e.html', seal: 'ab' }])
})

it('shows nothing after the dialog is canceled, and shows any failure', async () => {
  const nowhere = createEvidenceStore({ saveEvidence: async () => succeed({ file: null, seal: null }) }, 'a call')
  await nowhere.save()
  expect(nowhere.store.getState()).toEqual({ step: 'none' })
  const failed = createEvidenceStore({ saveEvidence: async () => full }, 'a call')
  await failed.save()
  expect(failed.store.getState()).toEqual({ step: 'failed', failure: full.failure })
})
