import { describe, expect, it } from 'vitest'
import type { SpawnVault, VaultLink } from '../../../src/main/vault/vault-link.ts'
import type { VaultMessage } from '../../../src/main/vault/vault-messages.ts'
import { createVaultProcess } from '../../../src/main/vault/vault-process.ts'

/** A child that is ready at once and finds nothing. */
const answeringChild = (): VaultLink => {
  let tell: (message: VaultMessage) => void = () => {}
  return {
    send: ({ id }) => tell({ id, ok: true, text: null, found: false }),
    onMessage: (listener) => {
      tell = listener
      listener({ ready: true })
    },
    onExit: () => {},
    kill: () => {},
  }
}

describe('the vault process', () => {
  it('takes a child that cannot be started for one that died, and starts another for the next question', async () => {
    let starts = 0
    const spawn: SpawnVault = () => {
      starts += 1
      if (starts === 1) throw new Error('EAGAIN')
      return answeringChild()
    }
    const vault = createVaultProcess({ spawn, deadlineMilliseconds: 1_000 })
    const question = { act: 'get', store: 'session', account: 'a' } as const
    expect(await vault.ask(question)).toEqual({ ok: false, fault: 'died' })
    expect(await vault.ask(question)).toMatchObject({ ok: true })
    vault.close()
  })
})
