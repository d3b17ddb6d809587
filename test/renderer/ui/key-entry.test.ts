import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { KeychainStatus } from '../../../src/contract/app-status.ts'
import { type Failure, fail } from '../../../src/contract/failure.ts'
import { messages } from '../../../src/messages/index.ts'
import { createQuery, type QueryState } from '../../../src/renderer/lib/query.ts'
import { KeyStorageChoice } from '../../../src/renderer/ui/key-entry.tsx'

it('does not state why the keychain can’t be used if the form’s failure states it', () => {
  const { keychainWhy, keychainNext } = messages.failure
  const reason = 'locked'
  const data = { value: { usable: false, reason } as const, at: 0 }
  const keychain = {
    ...createQuery<KeychainStatus>(
      async () => fail({ kind: 'keychain', reason }),
      () => 0,
    ),
    store: createStore<QueryState<KeychainStatus>>(() => ({ step: 'ready', data })),
  }
  const shown = (failure: Failure | null) =>
    renderToStaticMarkup(createElement(KeyStorageChoice, { keychain, failure, session: false, onSession: () => {} }))
  for (const failure of [null, { kind: 'unauthorized', detail: '' } as const]) {
    expect(shown(failure)).toContain(keychainWhy[reason])
    expect(shown(failure)).toContain(keychainNext[reason])
  }
  const withFailure = shown({ kind: 'keychain', reason: 'timedOut' })
  expect(withFailure).not.toContain(keychainWhy[reason])
  expect(withFailure).not.toContain(keychainNext[reason])
  expect(withFailure).toContain(messages.profiles.keyStorageChoice.session)
})
