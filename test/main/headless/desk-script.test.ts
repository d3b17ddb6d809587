import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { invalid } from '../../../src/contract/failure.ts'
import { maxQuestionLength } from '../../../src/main/ipc/open-question.ts'
import { type DeskProcess, startDeskProcess, valueOf } from '../../labs/support/desk-process.ts'
import { connectDesk, houseOf, type LabHouse } from '../../labs/support/lab-house.ts'
import { type LabService, startLabService } from '../../labs/support/lab-service.ts'
import { createSeededRandom } from '../../labs/seeded-random.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'desk.mjs')

type Started = { desk: DeskProcess; written: () => string; dataFolder: string }

const start = (dataFolder = join(temporaryFolder(), 'data'), keychain = 'memory'): Started => {
  const desk = startDeskProcess({
    command: process.execPath,
    args: [script, '--data', dataFolder, '--keychain', keychain],
  })
  let written = ''
  desk.child.stdout?.on('data', (text: Buffer) => (written += text.toString()))
  onTestFinished(async () => {
    if (desk.child.exitCode === null) await desk.kill()
  })
  return { desk, written: () => written, dataFolder }
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

/** A running desk that is connected to a service with a key typed in. */
const connect = async (made: LabService): Promise<Started & { house: LabHouse }> => {
  const started = start()
  await started.desk.ready
  const profileId = await connectDesk(started.desk, made)
  return { ...started, house: houseOf(started.dataFolder, profileId, made, createSeededRandom(2)) }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())

describe('the desk without a window', () => {
  it('says that it is ready, answers each question under its id, announces, and ends with its input', async () => {
    const { desk, written } = start()
    expect(await desk.ready).toEqual({ started: { ok: true, value: null } })
    const answers = await Promise.all([
      desk.ask('appInfo', {}),
      desk.ask('addProfile', { kind: 'practice', name: 'Practice', color: 'teal' }),
      desk.ask('listProfiles', {}),
    ])
    expect(answers.every((answer) => answer?.ok === true)).toBe(true)
    expect(await desk.end()).toEqual({ code: 0, signal: null })
    const lines = written().trimEnd().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ ready: true })
    expect(lines).toContain('{"event":"profilesChanged","payload":{}}')
  })

  it('answers what is no question, and goes on', async () => {
    const { desk, written } = start()
    await desk.ready
    const odd = ['{', '{"id":7,"operation":"quit","input":{}}', '{"id":8,"operation":"appInfo"}']
    const long = JSON.stringify({ id: 9, operation: 'copyText', input: { text: 'x'.repeat(maxQuestionLength) } })
    const huge = 'x'.repeat(3 * maxQuestionLength)
    for (const line of [...odd, long, huge]) desk.child.stdin?.write(`${line}\n`)
    expect((await desk.ask('appInfo', {}))?.ok).toBe(true)
    await desk.end()
    const refusals = written()
      .split('\n')
      .filter((line) => line.includes('"ok":false'))
    const issue = (path: string[], code = 'invalid') => ({ failure: { kind: 'invalid', issues: [{ path, code }] } })
    const told = refusals.map((line): unknown => JSON.parse(line))
    expect(told).toHaveLength(5)
    expect(told).toEqual(
      expect.arrayContaining([
        { id: null, outcome: { ok: false, ...issue([]) } },
        { id: 7, outcome: { ok: false, ...issue(['operation']) } },
        { id: 8, outcome: { ok: false, ...issue([]) } },
        { id: 9, outcome: invalid([], 'tooLong', String(maxQuestionLength)) },
        { id: null, outcome: { ok: false, ...issue([], 'tooLong') } },
      ]),
    )
  })

  it('has no clipboard, and says so without falling', async () => {
    const { desk } = start()
    await desk.ready
    expect(await desk.ask('copyText', { text: 'x' })).toMatchObject({ failure: { kind: 'internal' } })
    expect(await desk.ask('enterKey', { from: 'clipboard' })).toMatchObject({ failure: { kind: 'internal' } })
    expect((await desk.ask('appInfo', {}))?.ok).toBe(true)
  })

  it.each(['the end of its input', 'SIGTERM'])('waits at %s until a call on its way has its answer', async (what) => {
    const answer = Promise.withResolvers<void>()
    const made = await service(answer.promise)
    const { desk, house, dataFolder } = await connect(made)
    const { callId } = await valueOf(desk.ask('triggerCall', house.nextDraft()))
    if (what === 'SIGTERM') desk.child.kill('SIGTERM')
    else desk.child.stdin?.end()
    const early = await Promise.race([desk.ended, new Promise((resolve) => setTimeout(resolve, 700, 'still there'))])
    expect(early).toBe('still there')
    answer.resolve()
    expect(await desk.ended).toEqual({ code: 0, signal: null })
    expect(made.posts.length).toBe(1)

    const again = start(dataFolder)
    await again.desk.ready
    expect((await valueOf(again.desk.ask('getCall', { callId }))).call.outcome).toMatchObject({ state: 'accepted' })
  })

  it('takes no call after its input has ended, and loses none that it took before', async () => {
    const made = await service()
    const { desk, house } = await connect(made)
    const drafts = Array.from({ length: 5 }, () => house.nextDraft())
    const answers = drafts.map((draft) => desk.ask('triggerCall', draft))
    desk.child.stdin?.end()
    expect((await Promise.all(answers)).every((answer) => answer?.ok === true)).toBe(true)
    await desk.ended
    const idsOf = (list: readonly { callId: string | null }[]) => new Set(list.map(({ callId }) => callId))
    expect(made.posts.length).toBe(drafts.length)
    expect(idsOf(made.posts)).toEqual(idsOf(drafts))
  })

  it.each(['memory', 'system'])(
    'with keys in %s never writes one, neither to its output nor to a file',
    async (keychain) => {
      const made = await service()
      const dataFolder = join(temporaryFolder(), 'data')
      const { desk, written } = start(dataFolder, keychain)
      await desk.ready
      const { entryId } = await valueOf(desk.ask('enterKey', { from: 'typed', text: made.key }))
      const { profile } = await valueOf(
        desk.ask('addProfile', {
          kind: 'service',
          name: 'Acme',
          color: 'blue',
          origin: made.origin,
          entryId,
          custody: 'session',
          unchecked: false,
        }),
      )
      expect((await desk.ask('listAgents', { profileId: profile.id }))?.ok).toBe(true)
      await desk.ask('listKeys', { profileId: profile.id, includeArchived: true })
      await desk.end()
      expect(written()).toContain(entryId)
      expect(written() + desk.complaints()).not.toContain(made.key)
      for (const file of filesIn(dataFolder))
        expect([file, readFileSync(file).includes(made.key)]).toEqual([file, false])
    },
  )
})

describe('its options', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', timeout: 10_000 })

  it.each([
    [[], '--data wants the folder'],
    [['--data', 'x', '--keychain', 'file'], '--keychain is system or memory'],
    [['--data', 'x', '--port', '1'], '--port'],
  ])('%j are refused in a sentence', (args, sentence) => {
    const { status, stderr, stdout } = run(...args)
    expect(stderr).toContain(sentence)
    expect(stdout).toBe('')
    expect(status).toBe(2)
  })
})
