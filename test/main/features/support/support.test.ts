import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { DoctorReport } from '../../../../src/contract/doctor.ts'
import type { AppDeps } from '../../../../src/main/app/create-app.ts'
import { verifyEvidence } from '../../../../src/main/features/support/verify-evidence.ts'
import { aDraft } from '../../../support/a-call.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openTestApp, settledCall, startService, valueOf } from '../../../support/test-app.ts'

/** An app with one profile and one accepted call; it writes its files to a temporary folder. */
const setUp = async (parts: Partial<AppDeps> = {}) => {
  const folder = temporaryFolder()
  const { origin, key, service } = await startService()
  const opened = openTestApp({
    parts: { chooseFile: ({ name }) => Promise.resolve(join(folder, name)), dataFolder: folder, ...parts },
  })
  const { ask, app } = opened
  await app.start()
  const { entryId } = await valueOf(ask.stageKey({ from: 'typed', text: key }))
  const form = { kind: 'service', name: 'Acme', color: 'blue', origin, entryId, keyStorage: 'keychain' } as const
  const { profile } = await valueOf(ask.addProfile({ ...form, unchecked: false }))
  const agentUuid = service.organizations[0]?.agents.find(({ state }) => state === 'normal')?.uuid ?? ''
  const draft = aDraft({ profileId: profile.id, agentUuid, telephonyConfigurationId: null, fromPhoneNumberId: null })
  await valueOf(ask.triggerCall(draft))
  const call = await settledCall(app, draft.callId)
  return { ...opened, folder, key, origin, profile, call }
}

const ended = async (ask: ReturnType<typeof openTestApp>['ask']): Promise<DoctorReport> => {
  for (;;) {
    const report = await valueOf(ask.readDoctor({}))
    if (report?.endedAt) return report
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

it('saves the evidence of a call in one file that the command verifies', async () => {
  const { ask, folder, call, key } = await setUp()
  const { file, seal } = await valueOf(ask.saveEvidence({ callId: call.callId }))
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
  writeFileSync(path, Buffer.from(bytes.toString('utf8').replace('accepted', 'rejected')))
  expect(() => run(path)).toThrow(/Not valid evidence\. The checksum does not match/)
  expect(() => run(join(folder, 'nothing.html'))).toThrow(/cannot be read \(ENOENT\)/)
})

it('verifies a chosen evidence file like the command, and returns only the result', async () => {
  const chosen: { path: string | null } = { path: null }
  const { ask, folder, call } = await setUp({ chooseEvidenceFile: async () => chosen.path })
  const verify = async (seal: string | null = null) => valueOf(ask.checkEvidence({ seal }))
  expect(await verify()).toEqual({ file: null, check: null })
  const { file, seal } = await valueOf(ask.saveEvidence({ callId: call.callId }))
  chosen.path = join(folder, file ?? '')
  expect(await verify(seal?.toUpperCase())).toMatchObject({
    file,
    check: { ok: true, seal, isSealNoted: true, callId: call.callId, events: 3, isHistoryWhole: true },
  })
  expect(await verify()).toMatchObject({ check: { ok: true, seal, isSealNoted: false } })
  expect(await verify('0'.repeat(64))).toMatchObject({ check: { ok: false, fault: 'otherSeal' } })
  const bytes = readFileSync(chosen.path)
  writeFileSync(chosen.path, Buffer.concat([bytes, Buffer.from(' ')]))
  expect(await verify()).toMatchObject({ check: { ok: false, fault: 'seal' } })
  writeFileSync(chosen.path, Buffer.alloc(16 * 1024 * 1024 + 1))
  const unread = (words: string) => ({ failure: { kind: 'invalid', issues: [{ code: 'fileUnread', words }] } })
  expect(await ask.checkEvidence({ seal: null })).toMatchObject(unread('EFBIG'))
  chosen.path = join(folder, 'nothing.html')
  expect(await ask.checkEvidence({ seal: null })).toMatchObject(unread('ENOENT'))
})

it('saves no evidence for a missing call, or if the dialog is canceled', async () => {
  const { ask, call } = await setUp({ chooseFile: () => Promise.resolve(null) })
  expect(await valueOf(ask.saveEvidence({ callId: call.callId }))).toEqual({ file: null, seal: null })
  expect(await ask.saveEvidence({ callId: '01KAJ3ZZZZZZZZZZZZZZZZZZZZ' })).toMatchObject({
    ok: false,
    failure: { kind: 'notFound' },
  })
  const nowhere = await setUp({ chooseFile: () => Promise.resolve('/no/such/folder/evidence.html') })
  expect(await nowhere.ask.saveEvidence({ callId: nowhere.call.callId })).toMatchObject({
    failure: { kind: 'invalid', issues: [{ code: 'exportFile', words: 'ENOENT' }] },
  })
})

it('runs the doctor for a profile, an address and this computer', async () => {
  const { ask, profile, origin, announced } = await setUp()
  const codes = async () =>
    Object.fromEntries((await ended(ask)).lines.map(({ check, finding }) => [check, finding?.code]))
  await valueOf(ask.startDoctor({ subject: { kind: 'profile', profileId: profile.id } }))
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
  await valueOf(ask.startDoctor({ subject: { kind: 'origin', origin: `${origin}/api/v1/` } }))
  const ofOrigin = await codes()
  expect([ofOrigin['service'], 'key' in ofOrigin]).toEqual(['serviceUp', false])
  await valueOf(ask.startDoctor({ subject: { kind: 'here' } }))
  expect(Object.keys(await codes())).toEqual([
    'runtime',
    'policy',
    'keychain',
    'database',
    'history',
    'disk',
    'certificates',
  ])
  expect(await ask.startDoctor({ subject: { kind: 'origin', origin: 'http://far.example' } })).toMatchObject({
    failure: { kind: 'invalid', issues: [{ code: 'originPlainHttp' }] },
  })
})

it('remembers the last hour of health by profile', async () => {
  const { ask, profile } = await setUp()
  await ask.checkHealth({ profileId: profile.id })
  await ask.checkHealth({ profileId: profile.id })
  const { samples } = await valueOf(ask.listHealth({ profileId: profile.id }))
  expect(samples.map(({ failure }) => failure)).toEqual([null, null])
  expect(samples.every(({ version, milliseconds }) => version !== null && milliseconds !== null)).toBe(true)
})

it('saves the previewed diagnostics, which contain no key and no number', async () => {
  const { ask, folder, key } = await setUp()
  const { diagnosticsId, text } = await valueOf(ask.previewDiagnostics({}))
  const { file } = await valueOf(ask.saveDiagnostics({ diagnosticsId }))
  expect(readFileSync(join(folder, file ?? ''), 'utf8')).toBe(text)
  expect(text).toMatch(/^== Rundesk diagnostics ==/)
  expect(text).not.toContain(key.slice(4, 16))
  expect(text).not.toContain('5550101')
})
