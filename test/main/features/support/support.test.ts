import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import type { DoctorReport } from '../../../../src/contract/doctor.ts'
import { fail } from '../../../../src/contract/failure.ts'
import type { AppDeps } from '../../../../src/main/app/create-app.ts'
import { verifyEvidence } from '../../../../src/main/features/support/verify-evidence.ts'
import { markFileOf } from '../../../../src/main/storage/high-water-mark.ts'
import { messages } from '../../../../src/messages/index.ts'
import { fileMessages } from '../../../../src/messages/native.ts'
import { aCall, aDraft, anyRoute } from '../../../support/a-call.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openTestApp, settledCall, startService, valueOf } from '../../../support/test-app.ts'
import { connectService } from '../../../support/connect-service.ts'
import { startPracticeListener } from '../../../../src/main/practice/host.ts'
import { createPracticeService } from '../../../../src/main/practice/practice-service.ts'
import { place } from '../../storage/open-storage.ts'

/** An app with one profile and one accepted call; it writes its files to a temporary folder. */
const setUp = async (parts: Partial<AppDeps> = {}) => {
  const folder = temporaryFolder()
  const { origin, key, service } = await startService()
  const opened = openTestApp({
    parts: { chooseFile: ({ name }) => Promise.resolve(join(folder, name)), dataFolder: folder, ...parts },
  })
  const { operations, app } = opened
  await app.start()
  const profile = await connectService(operations, { origin, key })
  const agentUuid = service.organizations[0]?.agents.find(({ state }) => state === 'normal')?.uuid ?? ''
  const draft = aDraft({ profileId: profile.id, agentUuid, telephonyConfigurationId: null, fromPhoneNumberId: null })
  await valueOf(operations.triggerCall(draft))
  const call = await settledCall(app, draft.callId)
  return { ...opened, folder, key, origin, profile, call }
}

const ended = async (operations: ReturnType<typeof openTestApp>['operations']): Promise<DoctorReport> => {
  for (;;) {
    const report = await valueOf(operations.readDoctor({}))
    if (report?.endedAt) return report
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

it('saves the evidence of a call in one file that the command verifies', async () => {
  const { operations, folder, call, key } = await setUp()
  const { file, seal } = await valueOf(operations.saveEvidence({ callId: call.callId }))
  const path = join(folder, file ?? '')
  const bytes = readFileSync(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const verified = verifyEvidence(bytes, seal)
  expect(verified).toMatchObject({
    ok: true,
    evidence: {
      call: { callId: call.callId, state: 'accepted', phoneNumber: '…101' },
      chain: { intact: true },
      service: { failure: null, run: { calledNumber: '…101' } },
    },
  })
  expect(verified.ok && verified.evidence.events.map(({ state }) => state)).toEqual(['queued', 'sending', 'accepted'])
  expect(bytes.includes(key.slice(4, 24))).toBe(false)
  expect(bytes.includes('5550101')).toBe(false)

  const script = join(import.meta.dirname, '../../../../scripts/verify-evidence.mjs')
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [script, ...args], { encoding: 'utf8', stdio: 'pipe' })
  expect(run(path)).toMatch(/^It matches its own checksum\./)
  expect(run(path, seal ?? '')).toMatch(/^Unchanged since its checksum was noted/)
  expect(run(path, `sha256:${seal}`)).toMatch(/^Unchanged since its checksum was noted/)
  expect(() => run(path, seal?.slice(0, 20) ?? '')).toThrow(messages.support.verify.invalidChecksum)
  expect(() => run(path, '0'.repeat(64))).toThrow(/^(?!.*Not valid evidence).*The file is valid evidence/s)
  writeFileSync(path, Buffer.from(bytes.toString('utf8').replace('accepted', 'rejected')))
  expect(() => run(path)).toThrow(/Not valid evidence\. The checksum does not match/)
  expect(() => run(join(folder, 'nothing.html'))).toThrow(/cannot be read \(ENOENT\)/)
})

it.each([
  ['policy', 'https://elsewhere.example'],
  ['storage', 'https://voice.acme.example'],
  ['keychain', 'https://voice.acme.example'],
])('saves no time of a request for the run if nothing was sent: %s', async (failure, profileOrigin) => {
  const first = await setUp()
  await first.app.close()
  const database = new DatabaseSync(first.file)
  database.prepare('UPDATE profiles SET origin = ?').run(profileOrigin)
  database.close()
  const policyFile = { file: join(first.folder, 'policy.json'), owners: [process.getuid?.() ?? 0] }
  writeFileSync(policyFile.file, JSON.stringify({ version: 1, allowedOrigins: ['https://voice.acme.example'] }))
  // The keychain of this app has no key.
  const { app, operations } = openTestApp({
    file: first.file,
    wrapStorage: (storage) => ({
      ...storage,
      run: async (name, input) =>
        failure === 'storage' && name === 'listProfiles'
          ? fail({ kind: 'storage', reason: 'diskError' })
          : storage.run(name, input),
    }),
    parts: { policyFile, chooseFile: async ({ name }) => join(first.folder, name) },
  })
  await app.start()
  const { file, seal } = await valueOf(operations.saveEvidence({ callId: first.call.callId }))
  const bytes = readFileSync(join(first.folder, file ?? ''))
  expect(verifyEvidence(bytes, seal)).toMatchObject({
    ok: true,
    evidence: { service: { requestedAt: null, run: null, failure } },
  })
  const texts = fileMessages.evidence.service
  expect(bytes.toString('utf8')).toContain(`<p>${texts.notRequested}</p><p>${texts.failed(failure)}</p>`)
})

it('saves in the evidence when the number of a call was erased', async () => {
  const { operations, folder, call } = await setUp()
  await valueOf(operations.erasePerson({ phoneNumber: call.phoneNumber, keepDoNotCall: false }))
  const { file } = await valueOf(operations.saveEvidence({ callId: call.callId }))
  const verified = verifyEvidence(readFileSync(join(folder, file ?? '')))
  expect(verified.ok && verified.evidence.call.phoneNumber).toBe('')
  expect(verified.ok && verified.evidence.call.erasedAt).toMatch(/^20/)
})

it.each([
  ['an event', "UPDATE call_events SET at = '2026-11-21T09:00:00.000Z' WHERE sequence = 3", 3, false],
  ['the number', "UPDATE calls SET phone_number = '+14155550102'", 1, true],
])('reports that %s of a call was changed in the history', async (_what, change, event, isValid) => {
  const { operations, folder, file: history, call } = await setUp()
  const save = () => valueOf(operations.saveEvidence({ callId: call.callId }))
  expect(await save()).toMatchObject({ brokenEvent: null })
  const database = new DatabaseSync(history)
  database.exec(change)
  database.close()
  const { file, brokenEvent } = await save()
  expect(brokenEvent).toBe(event)
  expect(verifyEvidence(readFileSync(join(folder, file ?? ''))).ok).toBe(isValid)
})

it.each([
  [2, true],
  [5, false],
])('warns about evidence of calls at or after damaged event %i, not of earlier calls', async (event, isAffected) => {
  const chosen: { path: string | null } = { path: null }
  const { app, operations, folder, file: history, call } = await setUp({ chooseEvidenceFile: async () => chosen.path })
  const { profileId, agentUuid } = call
  const later = aDraft({ ...anyRoute, profileId, agentUuid, phoneNumber: '+14155550109' })
  await valueOf(operations.triggerCall(later))
  await settledCall(app, later.callId)
  const database = new DatabaseSync(history)
  database.exec(`UPDATE call_events SET at = '2026-11-21T09:00:00.000Z' WHERE sequence = ${event}`)
  database.close()
  // The call whose own events are unchanged.
  const { callId } = event === 2 ? later : call
  const { file, brokenEvent } = await valueOf(operations.saveEvidence({ callId }))
  expect(brokenEvent).toBe(isAffected ? event : null)
  chosen.path = join(folder, file ?? '')
  expect(await valueOf(operations.checkEvidence({ seal: null }))).toMatchObject({
    check: { ok: true, firstBroken: event, isAffected },
  })
  const script = join(import.meta.dirname, '../../../../scripts/verify-evidence.mjs')
  expect(execFileSync(process.execPath, [script, chosen.path], { encoding: 'utf8' })).toContain(
    messages.support.verify.historyBroken(event, isAffected),
  )
})

it('warns in the evidence of calls before a recovery, also after it was acknowledged, not in that of later calls', async () => {
  const first = await setUp()
  await first.app.close()
  rmSync(markFileOf(first.file))
  const path = join(first.folder, 'evidence.html')
  const { app, operations, storage } = openTestApp({
    file: first.file,
    parts: {
      chooseFile: async () => path,
      chooseEvidenceFile: async () => path,
    },
  })
  await app.start()
  const { recovered } = await valueOf(operations.historyHealth({}))
  await valueOf(operations.acknowledgeRecovery({}))
  const later = aCall({ phoneNumber: '+14155550109', preparedAt: new Date().toISOString() })
  await place(storage, later)
  const verify = async (callId: string) => {
    await valueOf(operations.saveEvidence({ callId }))
    return valueOf(operations.checkEvidence({ seal: null }))
  }
  expect(await verify(later.callId)).toMatchObject({ check: { ok: true, recoveries: [] } })
  const recoveries = [{ at: recovered?.at, cause: 'unverified' }]
  expect(await verify(first.call.callId)).toMatchObject({ check: { ok: true, recoveries } })
  const { warning, recovery } = fileMessages.evidence.recovered
  const page = readFileSync(path, 'utf8')
  for (const text of [warning, recovery(recovered?.at ?? '', 'unverified')]) expect(page).toContain(text)
  const script = join(import.meta.dirname, '../../../../scripts/verify-evidence.mjs')
  expect(execFileSync(process.execPath, [script, path], { encoding: 'utf8' })).toContain(
    messages.support.verify.historyRecovered(1, recovered?.at ?? ''),
  )
})

it('verifies a chosen evidence file like the command, and returns only the result', async () => {
  const chosen: { path: string | null } = { path: null }
  const { operations, folder, call } = await setUp({ chooseEvidenceFile: async () => chosen.path })
  const verify = async (seal: string | null = null) => valueOf(operations.checkEvidence({ seal }))
  expect(await verify()).toEqual({ file: null, check: null })
  const { file, seal } = await valueOf(operations.saveEvidence({ callId: call.callId }))
  chosen.path = join(folder, file ?? '')
  expect(await verify(seal?.toUpperCase())).toMatchObject({
    file,
    check: {
      ok: true,
      seal,
      isSealNoted: true,
      callId: call.callId,
      events: 3,
      exactEvents: 3,
      firstBroken: null,
      isAffected: false,
    },
  })
  expect(await verify()).toMatchObject({ check: { ok: true, seal, isSealNoted: false } })
  expect(await verify('0'.repeat(64))).toMatchObject({ check: { ok: false, fault: 'otherSeal' } })
  const bytes = readFileSync(chosen.path)
  writeFileSync(chosen.path, Buffer.concat([bytes, Buffer.from(' ')]))
  expect(await verify()).toMatchObject({ check: { ok: false, fault: 'seal' } })
  writeFileSync(chosen.path, Buffer.alloc(16 * 1024 * 1024 + 1))
  const unread = (words: string) => ({ failure: { kind: 'invalid', issues: [{ code: 'fileUnread', words }] } })
  expect(await operations.checkEvidence({ seal: null })).toMatchObject(unread('EFBIG'))
  chosen.path = join(folder, 'nothing.html')
  expect(await operations.checkEvidence({ seal: null })).toMatchObject(unread('ENOENT'))
})

it('saves no evidence for a missing call, or if the dialog is canceled', async () => {
  const { operations, call } = await setUp({ chooseFile: () => Promise.resolve(null) })
  expect(await valueOf(operations.saveEvidence({ callId: call.callId }))).toEqual({
    file: null,
    seal: null,
    brokenEvent: null,
  })
  expect(await operations.saveEvidence({ callId: '01KAJ3ZZZZZZZZZZZZZZZZZZZZ' })).toMatchObject({
    ok: false,
    failure: { kind: 'notFound' },
  })
  const nowhere = await setUp({ chooseFile: () => Promise.resolve('/no/such/folder/evidence.html') })
  expect(await nowhere.operations.saveEvidence({ callId: nowhere.call.callId })).toMatchObject({
    failure: { kind: 'invalid', issues: [{ code: 'exportFile', words: 'ENOENT' }] },
  })
})

it('runs the doctor for a profile, an address and this computer', async () => {
  const { operations, profile, origin, announced } = await setUp()
  const codes = async () =>
    Object.fromEntries((await ended(operations)).lines.map(({ check, finding }) => [check, finding?.code]))
  await valueOf(operations.startDoctor({ subject: { kind: 'profile', profileId: profile.id } }))
  expect(await codes()).toMatchObject({
    keychain: 'keychainUsable',
    database: 'databaseWritable',
    history: 'historyWhole',
    tcp: 'tcpOpen',
    service: 'serviceUp',
    clock: 'clockRight',
    key: 'keyWorks',
  })
  expect(announced).toContain('doctorChanged {}')
  await valueOf(operations.startDoctor({ subject: { kind: 'origin', origin: `${origin}/api/v1/` } }))
  const ofOrigin = await codes()
  expect([ofOrigin['service'], 'key' in ofOrigin]).toEqual(['serviceUp', false])
  await valueOf(operations.startDoctor({ subject: { kind: 'here' } }))
  expect(Object.keys(await codes())).toEqual([
    'runtime',
    'policy',
    'keychain',
    'database',
    'history',
    'disk',
    'certificates',
  ])
  expect(await operations.startDoctor({ subject: { kind: 'origin', origin: 'http://far.example' } })).toMatchObject({
    failure: { kind: 'invalid', issues: [{ code: 'originPlainHttp' }] },
  })
})

it('remembers the last hour of health by profile', async () => {
  const { operations, profile } = await setUp()
  await operations.checkHealth({ profileId: profile.id })
  await operations.checkHealth({ profileId: profile.id })
  const { samples } = await valueOf(operations.listHealth({ profileId: profile.id }))
  expect(samples.map(({ failure }) => failure)).toEqual([null, null])
  expect(samples.every(({ version, milliseconds }) => version !== null && milliseconds !== null)).toBe(true)
})

it('saves the previewed diagnostics, which contain no key and no number', async () => {
  const { operations, folder, key } = await setUp()
  const { diagnosticsId, text } = await valueOf(operations.previewDiagnostics({}))
  const { file } = await valueOf(operations.saveDiagnostics({ diagnosticsId }))
  expect(readFileSync(join(folder, file ?? ''), 'utf8')).toBe(text)
  expect(text).toMatch(/^== Rundesk diagnostics ==/)
  expect(text).not.toContain(key.slice(4, 16))
  expect(text).not.toContain('5550101')
})

it('keeps the last recovery of the history in the diagnostics after its notice was acknowledged', async () => {
  const first = await setUp()
  await first.app.close()
  rmSync(markFileOf(first.file))
  const { app, operations } = openTestApp({ file: first.file })
  await app.start()
  const { recovered } = await valueOf(operations.historyHealth({}))
  await valueOf(operations.acknowledgeRecovery({}))
  const { text } = await valueOf(operations.previewDiagnostics({}))
  if (recovered === null) throw new Error('Nothing was found missing.')
  const { at, missing, lostLists } = recovered
  const last = { at, cause: 'unverified', missing, lostLists, lostAll: false }
  expect(text).toContain(`lastRecovery: ${JSON.stringify(last)}`)
})

/** Connects a profile to a service that stops responding to the requests for which `isDown` returns true. */
const connectFailing = async (isDown: (path: string) => boolean) => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random: Math.random })
  const delivery = { afterMs: 0, how: 'closed' } as const
  const { origin, close } = await startPracticeListener({
    ...service,
    handle: async (request) =>
      isDown(new URL(request.url).pathname) ? { response: new Response(''), delivery } : service.handle(request),
  })
  onTestFinished(() => close())
  const { operations, announced } = openTestApp()
  const key = service.organizations[0]?.keys.active ?? ''
  const { id: profileId } = await connectService(operations, { origin, key })
  const outdated = `healthOutdated ${JSON.stringify({ profileId })}`
  return {
    check: async () => (await operations.checkHealth({ profileId })).ok,
    request: async () => (await operations.listKeys({ profileId, includeArchived: false })).ok,
    countOutdated: () => announced.filter((one) => one === outdated).length,
    close,
  }
}

it('announces once that a failed health check is outdated when the service responds to another request', async () => {
  let isDown = false
  const { check, request, countOutdated } = await connectFailing(() => isDown)
  expect(await request()).toBe(true)
  isDown = true
  expect(await check()).toBe(false)
  expect(await request()).toBe(false)
  expect(countOutdated()).toBe(0)
  isDown = false
  expect(await request()).toBe(true)
  expect(await request()).toBe(true)
  expect(countOutdated()).toBe(1)
})

it('does not announce a failed health check again when it was repeated, if only the health check fails', async () => {
  let isDown = false
  const { check, request, countOutdated } = await connectFailing((path) => isDown && path.endsWith('/health'))
  isDown = true
  const counts: number[] = []
  // The page repeats a check that was announced as outdated, so the third one is the next regular check.
  for (let round = 0; round < 3; round += 1) {
    expect(await check()).toBe(false)
    expect(await request()).toBe(true)
    counts.push(countOutdated())
  }
  expect(counts).toEqual([1, 1, 2])
})

it('announces that a successful health check is outdated when a request can’t reach the service', async () => {
  const { check, request, countOutdated, close } = await connectFailing(() => false)
  expect(await check()).toBe(true)
  await close()
  expect(await request()).toBe(false)
  expect(countOutdated()).toBe(1)
  expect(await request()).toBe(false)
  expect(await check()).toBe(false)
  expect(await request()).toBe(false)
  expect(countOutdated()).toBe(1)
})
