import { expect, it } from 'vitest'
import { fail, succeed } from '../../../src/contract/failure.ts'
import { createEvidenceStore } from '../../../src/renderer/shell/evidence/evidence-store.ts'
import { createDiagnosticsStore } from '../../../src/renderer/support/diagnostics/diagnostics-store.ts'

const full = fail({ kind: 'storage', reason: 'full' } as const)
const shownOnce = succeed({ diagnosticsId: '7f3c2a1e-0000-4000-8000-000000009b21', text: '== Rundesk ==' })

it('saves evidence once at a time, and tells file and seal', async () => {
  let asked = 0
  const evidence = createEvidenceStore(
    { saveEvidence: () => ((asked += 1), Promise.resolve(succeed({ file: 'e.html', seal: 'ab' }))) },
    'a call',
  )
  await Promise.all([evidence.save(), evidence.save()])
  expect([asked, evidence.store.getState()]).toEqual([1, { step: 'saved', file: 'e.html', seal: 'ab' }])
})

it('says nothing when no file was chosen, and why when it failed', async () => {
  const nowhere = createEvidenceStore({ saveEvidence: async () => succeed({ file: null, seal: null }) }, 'a call')
  await nowhere.save()
  expect(nowhere.store.getState()).toEqual({ step: 'none' })
  const failed = createEvidenceStore({ saveEvidence: async () => full }, 'a call')
  await failed.save()
  expect(failed.store.getState()).toEqual({ step: 'failed', failure: full.failure })
})

it('saves only what was shown, and takes it away afterwards', async () => {
  const saved: string[] = []
  const diagnostics = createDiagnosticsStore({
    showDiagnostics: async () => shownOnce,
    saveDiagnostics: async ({ diagnosticsId }) => (saved.push(diagnosticsId), succeed({ file: 'd.txt' })),
  })
  await diagnostics.save()
  expect(saved).toEqual([])
  await diagnostics.show()
  expect(diagnostics.store.getState().shown?.text).toBe('== Rundesk ==')
  await diagnostics.save()
  expect(saved).toEqual(['7f3c2a1e-0000-4000-8000-000000009b21'])
  expect(diagnostics.store.getState()).toEqual({ step: 'none', shown: null, saved: 'd.txt', failure: null })
})

it('goes on showing them when no file was chosen or it could not be written', async () => {
  const answers = [succeed({ file: null }), full]
  const diagnostics = createDiagnosticsStore({
    showDiagnostics: async () => shownOnce,
    saveDiagnostics: async () => answers.shift() ?? full,
  })
  await diagnostics.show()
  await diagnostics.save()
  expect(diagnostics.store.getState()).toMatchObject({ step: 'shown', failure: null })
  await diagnostics.save()
  expect(diagnostics.store.getState()).toMatchObject({ step: 'shown', failure: full.failure })
  diagnostics.hide()
  expect(diagnostics.store.getState()).toMatchObject({ step: 'none', shown: null })
})
