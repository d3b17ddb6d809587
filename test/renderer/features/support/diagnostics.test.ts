import { expect, it } from 'vitest'
import { fail, succeed } from '../../../../src/contract/failure.ts'
import { createDiagnosticsStore } from '../../../../src/renderer/features/support/support-screen.tsx'

const full = fail({ kind: 'storage', reason: 'full' } as const)
const preview = succeed({ diagnosticsId: '7f3c2a1e-0000-4000-8000-000000009b21', text: '== Rundesk ==' })

it('saves only what was shown, and then hides it', async () => {
  const saved: string[] = []
  const diagnostics = createDiagnosticsStore({
    previewDiagnostics: async () => preview,
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

it('keeps the text after the dialog is canceled or saving fails', async () => {
  const answers = [succeed({ file: null }), full]
  const diagnostics = createDiagnosticsStore({
    previewDiagnostics: async () => preview,
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
