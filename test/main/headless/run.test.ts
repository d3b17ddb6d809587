import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { invalid } from '../../../src/contract/failure.ts'
import { maxRequestLength } from '../../../src/main/ipc/handle.ts'
import { type AppProcess, startAppProcess } from '../../labs/support/app-process.ts'
import { addLabProfile, type LabSetup, setupOf } from '../../labs/support/lab-setup.ts'
import { type LabService, startLabService } from '../../labs/support/lab-service.ts'
import { createSeededRandom } from '../../labs/seeded-random.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { valueOf } from '../../support/value-of.ts'

const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'headless.mjs')

type Started = { app: AppProcess; written: () => string; dataFolder: string }

const start = (dataFolder = join(temporaryFolder(), 'data'), keychain = 'memory'): Started => {
  const app = startAppProcess({
    command: process.execPath,
    args: [script, '--data', dataFolder, '--keychain', keychain],
  })
  let written = ''
  app.child.stdout?.on('data', (text: Buffer) => (written += text.toString()))
  onTestFinished(async () => {
    if (app.child.exitCode === null) await app.kill()
  })
  return { app, written: () => written, dataFolder }
}

const service = async (hold?: Promise<void>): Promise<LabService> => {
  const made = await startLabService({
    random: createSeededRandom(1),
    onMade: async () => {
      await hold
      return 'go'
    },
  })
  onTestFinished(() => made.close())
  return made
}

/** A running app with a profile at a service. */
const connect = async (made: LabService): Promise<Started & { setup: LabSetup }> => {
  const started = start()
  await started.app.ready
  const profileId = await addLabProfile(started.app, made)
  return { ...started, setup: setupOf(started.dataFolder, profileId, made, createSeededRandom(2)) }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())

describe('the headless app', () => {
  it('reports that it is ready, responds to each request by ID, announces events, and exits when its input ends', async () => {
    const { app, written } = start()
    expect(await app.ready).toEqual({ started: { ok: true, value: null } })
    const answers = await Promise.all([
      app.run('appInfo', {}),
      app.run('addProfile', { kind: 'practice', name: 'Practice', color: 'teal' }),
      app.run('listProfiles', {}),
    ])
    expect(answers.every((answer) => answer?.ok === true)).toBe(true)
    expect(await app.end()).toEqual({ code: 0, signal: null })
    const lines = written().trimEnd().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ ready: true })
    expect(lines).toContain('{"event":"profilesChanged","payload":{}}')
  })

  it('rejects invalid requests, and continues', async () => {
    const { app, written } = start()
    await app.ready
    const invalidLines = ['{', '{"id":7,"operation":"quit","input":{}}', '{"id":8,"operation":"appInfo"}']
    const long = JSON.stringify({ id: 9, operation: 'copyText', input: { text: 'x'.repeat(maxRequestLength) } })
    const huge = 'x'.repeat(3 * maxRequestLength)
    for (const line of [...invalidLines, long, huge]) app.child.stdin?.write(`${line}\n`)
    expect((await app.run('appInfo', {}))?.ok).toBe(true)
    await app.end()
    const refusals = written()
      .split('\n')
      .filter((line) => line.includes('"ok":false'))
    const issue = (path: string[], code = 'invalid') => ({ failure: { kind: 'invalid', issues: [{ path, code }] } })
    const reported = refusals.map((line): unknown => JSON.parse(line))
    expect(reported).toHaveLength(5)
    expect(reported).toEqual(
      expect.arrayContaining([
        { id: null, outcome: { ok: false, ...issue([]) } },
        { id: 7, outcome: { ok: false, ...issue(['operation']) } },
        { id: 8, outcome: { ok: false, ...issue([]) } },
        { id: 9, outcome: invalid([], 'tooLong', String(maxRequestLength)) },
        { id: null, outcome: { ok: false, ...issue([], 'tooLong') } },
      ]),
    )
  })

  it('reports a missing clipboard without crashing', async () => {
    const { app } = start()
    await app.ready
    expect(await app.run('copyText', { text: 'x' })).toMatchObject({ failure: { kind: 'internal' } })
    expect(await app.run('stageKey', { from: 'clipboard' })).toMatchObject({ failure: { kind: 'internal' } })
    expect((await app.run('appInfo', {}))?.ok).toBe(true)
  })

  it.each(['the end of its input', 'SIGTERM'])('waits at %s until a call in flight has its response', async (what) => {
    const answer = Promise.withResolvers<void>()
    const made = await service(answer.promise)
    const { app, setup, dataFolder } = await connect(made)
    const { callId } = await valueOf(app.run('triggerCall', setup.nextDraft()))
    if (what === 'SIGTERM') app.child.kill('SIGTERM')
    else app.child.stdin?.end()
    const early = await Promise.race([app.ended, new Promise((resolve) => setTimeout(resolve, 700, 'still there'))])
    expect(early).toBe('still there')
    answer.resolve()
    expect(await app.ended).toEqual({ code: 0, signal: null })
    expect(made.posts.length).toBe(1)

    const again = start(dataFolder)
    await again.app.ready
    expect((await valueOf(again.app.run('getCall', { callId }))).call.outcome).toMatchObject({ state: 'accepted' })
  })

  it('completes the calls submitted before its input ended', async () => {
    const made = await service()
    const { app, setup } = await connect(made)
    const drafts = Array.from({ length: 5 }, () => setup.nextDraft())
    const answers = drafts.map((draft) => app.run('triggerCall', draft))
    app.child.stdin?.end()
    expect((await Promise.all(answers)).every((answer) => answer?.ok === true)).toBe(true)
    await app.ended
    const idsOf = (list: readonly { callId: string | null }[]) => new Set(list.map(({ callId }) => callId))
    expect(made.posts.length).toBe(drafts.length)
    expect(idsOf(made.posts)).toEqual(idsOf(drafts))
  })

  it.each(['memory', 'system'])('with keys in %s writes none to its output or to a file', async (keychain) => {
    const made = await service()
    const dataFolder = join(temporaryFolder(), 'data')
    const { app, written } = start(dataFolder, keychain)
    await app.ready
    const { entryId } = await valueOf(app.run('stageKey', { from: 'typed', text: made.key }))
    const { profile } = await valueOf(
      app.run('addProfile', {
        kind: 'service',
        name: 'Acme',
        color: 'blue',
        origin: made.origin,
        entryId,
        keyStorage: 'session',
        unchecked: false,
      }),
    )
    expect((await app.run('listAgents', { profileId: profile.id }))?.ok).toBe(true)
    await app.run('listKeys', { profileId: profile.id, includeArchived: true })
    await app.end()
    expect(written()).toContain(entryId)
    expect(written() + app.stderr()).not.toContain(made.key)
    for (const file of filesIn(dataFolder)) expect([file, readFileSync(file).includes(made.key)]).toEqual([file, false])
  })
})

describe('the options', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', timeout: 10_000 })

  it.each([
    [[], '--data wants the folder'],
    [['--data', 'x', '--keychain', 'file'], '--keychain is system or memory'],
    [['--data', 'x', '--port', '1'], '--port'],
  ])('%j are refused with a message', (args, sentence) => {
    const { status, stderr, stdout } = run(...args)
    expect(stderr).toContain(sentence)
    expect(stdout).toBe('')
    expect(status).toBe(2)
  })
})

const onStop = join(import.meta.dirname, '..', '..', '..', 'src', 'main', 'headless', 'run.ts')

/** Runs `fault` in a child process that exits when the stop listener runs. */
const run = (fault: string) => {
  const file = join(temporaryFolder(), 'lines.mjs')
  writeFileSync(
    file,
    `import { createOnStop } from ${JSON.stringify(onStop)}
    const log = (level, event, { kind, message }) => console.log(level, event, kind, message)
    const alive = setInterval(() => undefined, 1_000)
    createOnStop(log)(() => (console.log('stopping'), clearInterval(alive)))
    ${fault}`,
  )
  return spawnSync(process.execPath, ['--no-warnings', file], { encoding: 'utf8', timeout: 20_000 })
}

it.each([
  ['setTimeout(() => { throw new TypeError("secret words") })', 'error uncaughtException TypeError secret words'],
  ['void Promise.reject(new Error("secret words"))', 'error unhandledRejection Error secret words'],
])('writes an uncaught error only to the log, and exits: %s', (fault, line) => {
  const { status, stdout, stderr } = run(fault)
  expect(stdout.trim().split('\n')).toEqual([line, 'stopping'])
  expect([status, stderr]).toEqual([1, ''])
})

it('exits on a signal without an error', () => {
  const { status, stdout } = run('process.kill(process.pid, "SIGTERM")')
  expect([status, stdout.trim()]).toEqual([0, 'stopping'])
})
