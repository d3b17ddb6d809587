import { expect, it } from 'vitest'
import type { Api } from '../../../../../src/contract/api.ts'
import { invalid, succeed } from '../../../../../src/contract/failure.ts'
import { checksOfKeys } from '../../../../../src/renderer/features/call/context/context-checks.ts'
import { createContextKeys } from '../../../../../src/renderer/features/call/context/context-keys.ts'
import { createCallForm } from '../../../../../src/renderer/features/call/form/call-form.ts'
import { createFakeApi } from '../../../../support/fake-api.ts'

it('follows the key that is entered in another form', async () => {
  let entered: string | null = null
  let checks = 0
  const checkContext: Api['checkContext'] = ({ initialContext }) => {
    checks += 1
    const hasKey = entered !== null && JSON.stringify(initialContext).includes(entered)
    return Promise.resolve(hasKey ? invalid(['initialContext', 'notes'], 'containsKey') : succeed({}))
  }
  const fake = createFakeApi()
  const api = Object.assign(fake, { checkContext })
  const form = createCallForm({ api, now: () => 0, randomBytes: () => new Uint8Array(16) })
  const keys = createContextKeys({ api }, form.store)
  const enter = (key: string | null) => {
    entered = key
    fake.announce('enteredKeyChanged', {})
  }
  form.typeContext('{ "notes": "dgr_" }')
  await expect.poll(() => checks).toBe(1)
  expect(form.store.getState().keyFailure).toBeNull()
  enter('dgr_')
  await expect.poll(() => form.store.getState().keyFailure).not.toBeNull()
  enter(null)
  await expect.poll(() => form.store.getState().keyFailure).toBeNull()
  keys.close()
  enter('dgr_')
  expect(checks).toBe(3)
  form.close()
})

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
