import { expect, it } from 'vitest'
import type { Api } from '../../../../../src/contract/api.ts'
import { invalid, succeed } from '../../../../../src/contract/failure.ts'
import { checksOfKeys } from '../../../../../src/renderer/features/call/context/context-checks.ts'
import { createContextKeys } from '../../../../../src/renderer/features/call/context/context-keys.ts'
import { createCallForm } from '../../../../../src/renderer/features/call/form/call-form.ts'
import { createFakeApi } from '../../../../support/fake-api.ts'

it('shows a value with an API key at its field before the call, until it is changed', async () => {
  const checked: unknown[] = []
  const checkContext: Api['checkContext'] = ({ initialContext }) => {
    checked.push(initialContext)
    const hasKey = JSON.stringify(initialContext).includes('dgr_')
    return Promise.resolve(hasKey ? invalid(['initialContext', 'notes'], 'containsKey') : succeed({}))
  }
  const api = Object.assign(createFakeApi(), { checkContext })
  const form = createCallForm({ api, now: () => 0, randomBytes: () => new Uint8Array(16) })
  const keys = createContextKeys({ api }, form.store)
  const shown = () => checksOfKeys(form.store.getState())
  form.typeContext('{ "notes": "d" }')
  form.typeContext('{ "notes": "dgr_" }')
  await expect.poll(shown).toEqual([{ code: 'key', path: ['notes'], fix: null }])
  expect(checked).toEqual([{ notes: 'dgr_' }])
  form.typeContext('{ "notes": "" }')
  expect(shown()).toEqual([])
  await expect.poll(() => checked).toHaveLength(2)
  expect(shown()).toEqual([])
  keys.close()
  form.close()
})
