import { describe, expect, it } from 'vitest'
import { type Failure, succeed } from '../../../src/contract/failure.ts'
import { createKeyTransfer } from '../../../src/renderer/ui/key-file.tsx'
import { createFakeApi, type FakeApiOptions } from '../../support/fake-api.ts'
import { acme } from '../../support/fake-api/data.ts'

const open = (options: FakeApiOptions = {}) => ({
  keyTransfer: createKeyTransfer(createFakeApi({ profiles: [acme], ...options })),
})

const connectionCut: Failure = { kind: 'unavailable', cause: 'cut' }

describe('a key file', () => {
  it('shows the name of the exported file', async () => {
    const { keyTransfer } = open()
    await keyTransfer.exportKey(acme.id)
    expect(keyTransfer.store.getState()).toEqual({ step: 'exported', fileName: 'Acme-Billing.rundesk-key' })
  })

  it('imports a chosen file only with a staged passphrase', async () => {
    const { keyTransfer } = open()
    await keyTransfer.chooseFile()
    await keyTransfer.importKey(false)
    expect(keyTransfer.store.getState()).toMatchObject({ step: 'chosen', isImporting: false })
    await keyTransfer.passphrase.type('K7QM2-ABCDE-00000-ZZZZZ-12345')
    await keyTransfer.importKey(false)
    expect(keyTransfer.store.getState()).toMatchObject({ step: 'imported', profile: { name: 'Handed over' } })
  })

  it('asks where to save the key if its organization already has a profile, and saves it there', async () => {
    const api = createFakeApi({ profiles: [acme] })
    const { id, name, color } = acme
    const targets: unknown[] = []
    const keyTransfer = createKeyTransfer({
      ...api,
      openSealedFile: async ({ target }) => {
        targets.push(target)
        return succeed(
          target === undefined
            ? {
                step: 'exists' as const,
                profiles: [{ id, name, color, origin: 'https://voice.acme.example', keyState: 'rejected' as const }],
                suggestedId: id,
              }
            : { step: 'saved' as const, profile: acme, check: null },
        )
      },
    })
    await keyTransfer.chooseFile()
    await keyTransfer.passphrase.type('K7QM2-ABCDE-00000-ZZZZZ-12345')
    await keyTransfer.importKey(false)
    expect(keyTransfer.store.getState()).toMatchObject({ step: 'exists', profiles: [{ name: acme.name }] })
    await keyTransfer.importTo({ kind: 'profile', profileId: acme.id })
    expect(keyTransfer.store.getState()).toMatchObject({ step: 'imported', isReplaced: true })
    expect(targets).toEqual([undefined, { kind: 'profile', profileId: acme.id }])
  })

  it('keeps the file after a wrong passphrase, and clears the passphrase', async () => {
    const { keyTransfer } = open({ failing: { openSealedFile: connectionCut } })
    await keyTransfer.chooseFile()
    await keyTransfer.passphrase.type('K7QM2-ABCDE-00000-ZZZZZ-12345')
    await keyTransfer.importKey(false)
    expect(keyTransfer.store.getState()).toMatchObject({ step: 'chosen', isImporting: false, failure: connectionCut })
    expect(keyTransfer.passphrase.store.getState().step).toBe('empty')
  })

  it('reports a file that cannot be read', async () => {
    const { keyTransfer } = open({ failing: { chooseSealedFile: connectionCut } })
    await keyTransfer.chooseFile()
    expect(keyTransfer.store.getState()).toEqual({ step: 'failed', failure: connectionCut })
  })
})
