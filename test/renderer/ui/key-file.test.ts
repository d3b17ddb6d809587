import { describe, expect, it } from 'vitest'
import { fail, type Failure, invalid, succeed } from '../../../src/contract/failure.ts'
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
    expect(keyTransfer.store.getState()).toEqual({
      step: 'exported',
      profileId: acme.id,
      fileName: 'Acme-Billing.rundesk-key',
    })
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

  it('imports the file with the same passphrase after a failure that may be retried', async () => {
    const api = createFakeApi({ profiles: [acme] })
    const entries: string[] = []
    const keyTransfer = createKeyTransfer({
      ...api,
      openSealedFile: async (input) => {
        entries.push(input.entryId)
        return entries.length === 1 ? fail(connectionCut) : api.openSealedFile(input)
      },
    })
    await keyTransfer.chooseFile()
    await keyTransfer.passphrase.type('K7QM2-ABCDE-00000-ZZZZZ-12345')
    await keyTransfer.importKey(false)
    expect(keyTransfer.store.getState()).toMatchObject({ step: 'chosen', isImporting: false, failure: connectionCut })
    await keyTransfer.importKey(false)
    expect(keyTransfer.store.getState()).toMatchObject({ step: 'imported' })
    expect(new Set(entries).size).toBe(1)
  })

  it.each([
    ['passphrase', 'empty'],
    ['keyExpired', 'refused'],
  ] as const)('keeps the file after the failure %s, and needs the passphrase again', async (code, step) => {
    const { failure } = invalid(['entryId'], code)
    const { keyTransfer } = open({ failing: { openSealedFile: failure } })
    await keyTransfer.chooseFile()
    await keyTransfer.passphrase.type('K7QM2-ABCDE-00000-ZZZZZ-12345')
    await keyTransfer.importKey(false)
    expect(keyTransfer.store.getState()).toMatchObject({ step: 'chosen', isImporting: false, failure })
    expect(keyTransfer.passphrase.store.getState().step).toBe(step)
  })

  it('reports a file that cannot be read', async () => {
    const { keyTransfer } = open({ failing: { chooseSealedFile: connectionCut } })
    await keyTransfer.chooseFile()
    expect(keyTransfer.store.getState()).toEqual({ step: 'failed', profileId: null, failure: connectionCut })
  })
})
