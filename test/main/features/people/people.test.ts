import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { invalid } from '../../../../src/contract/failure.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { valueOf } from '../../../support/test-app.ts'
import { openCallingApp } from '../calls/open-calling-app.ts'

const number = '+14155550101'

it('requires a confirmation before a do-not-call number is called, with the reason, places one confirmed call, and logs it', async () => {
  const app = await openCallingApp()
  await valueOf(
    app.operations.addDoNotCall({
      phoneNumber: number,
      phoneNumberDisplay: '+1 415 555 0101',
      practice: false,
      reason: 'asked us to stop',
    }),
  )
  const call = (confirmation: string | null) =>
    app.operations.triggerCall(app.draft({ phoneNumber: '(415)555-0101', confirmation }))
  const stopped = await call(null)
  expect(stopped).toMatchObject({
    failure: { kind: 'repeat', reason: 'doNotCall', call: null, doNotCall: { reason: 'asked us to stop' } },
  })
  expect(app.service.world.dials).toEqual([])
  if (stopped.ok || stopped.failure.kind !== 'repeat') throw new Error('No confirmation was required.')
  const { confirmation } = stopped.failure
  const logged = async () =>
    (await valueOf(app.operations.listAudit({ before: null, limit: 10 }))).entries
      .filter(({ action }) => action === 'callDoNotCall')
      .map(({ phase, about }) => [phase, about])
  expect(await logged()).toEqual([])
  const { callId } = await valueOf(call(confirmation))
  await app.app.settled()
  expect(await logged()).toEqual([
    ['done', `call ${callId}`],
    ['started', `call ${callId}`],
  ])
  // The token has been used, so the entry requires another confirmation.
  expect(await call(confirmation)).toMatchObject({ failure: { kind: 'repeat' } })
  expect(app.service.world.dials).toHaveLength(1)
})

it('names the imported file whose prefix covers the number, and when the file expires', async () => {
  const file = join(temporaryFolder(), 'registry.csv')
  writeFileSync(file, 'Phone\n+1415*\n')
  const app = await openCallingApp({ parts: { chooseListFile: async () => file } })
  const expiresAt = '2100-01-31T22:59:59.999Z'
  await valueOf(app.operations.importDoNotCall({ practice: false, source: 'Registry T', expiresAt }))
  expect(await app.operations.triggerCall(app.draft({ phoneNumber: number }))).toMatchObject({
    failure: { reason: 'doNotCall', doNotCall: { reason: 'Registry T', importExpiresAt: expiresAt } },
  })
  expect(app.service.world.dials).toEqual([])
})

it('says before a call that the number of an entry is erased, because its reason is then the source of a file', async () => {
  const file = join(temporaryFolder(), 'registry.csv')
  writeFileSync(file, `Phone\n${number}\n`)
  const app = await openCallingApp({ parts: { chooseListFile: async () => file } })
  await valueOf(app.operations.importDoNotCall({ practice: false, source: 'Registry T', expiresAt: null }))
  await valueOf(app.operations.erasePerson({ phoneNumber: number, keepDoNotCall: true }))
  expect(await app.operations.triggerCall(app.draft({ phoneNumber: number }))).toMatchObject({
    failure: { reason: 'doNotCall', doNotCall: { phoneNumber: null, reason: 'Registry T' } },
  })
})

it('imports no file whose last day has passed by the time it is chosen, because its numbers would not be blocked', async () => {
  const file = join(temporaryFolder(), 'registry.csv')
  writeFileSync(file, 'Phone\n+1415*\n')
  let passed = 0
  const chooseListFile = async () => {
    passed = 60_000
    return file
  }
  const app = await openCallingApp({ parts: { chooseListFile, clock: () => Date.now() + passed } })
  const expiresAt = new Date(Date.now() + 30_000).toISOString()
  const imported = await app.operations.importDoNotCall({ practice: false, source: 'Registry T', expiresAt })
  expect(imported).toEqual(invalid(['expiresAt'], 'doNotCallExpired'))
  expect(await valueOf(app.operations.listDoNotCallImports({}))).toEqual([])
})

it('describes a number: its calls from every profile with their notes, its reminders, its do-not-call entry', async () => {
  const app = await openCallingApp()
  const { draft } = await app.call({ phoneNumber: number })
  await valueOf(app.operations.setCallNote({ callId: draft.callId, note: 'prefers mornings' }))
  const dueAt = '2026-11-21T15:00:00.000Z'
  const { reminderId } = await valueOf(app.operations.setReminder({ callId: draft.callId, dueAt }))
  const person = () => valueOf(app.operations.readPerson({ phoneNumber: '(415) 555-0101', practice: false }))
  expect(await person()).toMatchObject({
    calls: [{ callId: draft.callId }],
    notes: { [draft.callId]: 'prefers mornings' },
    reminders: [{ dueAt, call: { callId: draft.callId } }],
    doNotCall: null,
  })
  await valueOf(app.operations.removeReminder({ reminderId }))
  expect((await person()).reminders).toEqual([])
  // A reminder never dials.
  expect(app.service.world.dials).toHaveLength(1)
})
