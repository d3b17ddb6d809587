import { expect, it } from 'vitest'
import type { Api } from '../../../../src/contract/api.ts'
import { fail, type Failure, succeed } from '../../../../src/contract/failure.ts'
import { createProfileKeys } from '../../../../src/renderer/features/keys/profile-keys.ts'
import { isResultOf } from '../../../../src/renderer/ui/key-file.tsx'
import { createFakeApi } from '../../../support/fake-api.ts'
import { acme, fakeKeys } from '../../../support/fake-api/data.ts'

const connectionCut: Failure = { kind: 'unavailable', cause: 'cut' }

const open = (overrides: Partial<Api> = {}) => {
  const api = createFakeApi({ profiles: [acme] })
  const [rotation, exported] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  const keysOf = createProfileKeys({
    api: {
      ...api,
      rotateKey: () => rotation.promise.then(() => fail(connectionCut)),
      exportKey: () => exported.promise.then(() => succeed({ fileName: 'acme.rundesk-key' })),
      ...overrides,
    },
    now: () => 0,
    randomBytes: (length) => new Uint8Array(length),
  })
  return { keysOf, rotation, exported }
}

it('are the same for a profile each time, and others for another profile', () => {
  const { keysOf } = open()
  expect(keysOf(acme.id)).toBe(keysOf(acme.id))
  expect(keysOf('another profile')).not.toBe(keysOf(acme.id))
})

it('show on return why a rotation was refused in the meantime, and not a second time', async () => {
  const { keysOf, rotation } = open()
  const { rotate, enter, leave } = keysOf(acme.id)
  enter()
  rotate.confirm()
  const rotating = rotate.rotate()
  leave()
  rotation.resolve(null)
  await rotating
  enter()
  expect(rotate.store.getState()).toEqual({ step: 'refused', failure: connectionCut })
  leave()
  enter()
  expect(rotate.store.getState().step).toBe('idle')
})

it('show on return the file to which the key was exported in the meantime, and not a second time', async () => {
  const { keysOf, exported } = open()
  const { keyTransfer, newest, enter, leave } = keysOf(acme.id)
  const other = keysOf('another profile')
  enter()
  const exporting = keyTransfer.exportKey(acme.id)
  leave()
  other.enter()
  exported.resolve(null)
  await exporting
  const { result } = other.newest.getState()
  other.leave()
  expect([newest.getState().result, result]).toEqual(['file', 'action'])
  expect(enter()).not.toBe(keyTransfer.store.getState())
  leave()
  expect(enter()).toBe(keyTransfer.store.getState())
})

it('show on return why a key was not archived, although a file was not imported into another profile since', async () => {
  const archived = Promise.withResolvers<null>()
  const { keysOf } = open({
    archiveKey: () => archived.promise.then(() => fail(connectionCut)),
    chooseSealedFile: () => Promise.resolve(succeed({ sealed: null })),
  })
  const { keys, newest, enter, leave } = keysOf(acme.id)
  const other = keysOf('another profile')
  const key = fakeKeys.find(({ usedByThisApp }) => !usedByThisApp)
  if (!key) throw new Error('This app uses all keys.')
  enter()
  keys.confirmArchive(key)
  const archiving = keys.archive()
  other.enter()
  leave()
  archived.resolve(null)
  await archiving
  await other.keyTransfer.chooseFile('another profile')
  enter()
  other.leave()
  expect([keys.store.getState().step, newest.getState().result]).toEqual(['failed', 'action'])
})

it('show a failed import only with the profile whose screen was open', async () => {
  const { keysOf } = open({ chooseSealedFile: () => Promise.resolve(fail(connectionCut)) })
  const { keyTransfer, newest, enter } = keysOf(acme.id)
  const other = keysOf('another profile')
  enter()
  await keyTransfer.chooseFile(acme.id)
  expect([newest.getState().result, other.newest.getState().result]).toEqual(['file', 'action'])
  expect(isResultOf(keyTransfer.store.getState(), acme.id)).toBe(true)
  expect(isResultOf(keyTransfer.store.getState(), 'another profile')).toBe(false)
})

const keyMissing: Failure = { kind: 'keychain', reason: 'missing' }

it.each<[string, Failure, boolean]>([
  ['are cleared once the list was read with the profile’s key', keyMissing, true],
  ['stay if they are not about the key', connectionCut, false],
])('failures %s', async (_title, failure, isCleared) => {
  const api = createFakeApi({ profiles: [acme] })
  const failing = async () => fail(failure)
  let isReadable = false
  const { keys, rotate, keyTransfer } = createProfileKeys({
    api: {
      ...api,
      rotateKey: failing,
      exportKey: failing,
      listKeys: (input) => (isReadable ? api.listKeys(input) : failing()),
    },
    now: () => 0,
    randomBytes: (length) => new Uint8Array(length),
  })(acme.id)
  await keyTransfer.exportKey(acme.id)
  await rotate.rotate()
  const steps = () => [keyTransfer.store.getState().step, rotate.store.getState().step]
  await keys.keys.refresh()
  expect(steps()).toEqual(['failed', 'refused'])
  isReadable = true
  await keys.keys.refresh()
  expect(steps()).toEqual(isCleared ? ['idle', 'idle'] : ['failed', 'refused'])
})
