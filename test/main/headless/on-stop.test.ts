import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const onStop = join(import.meta.dirname, '..', '..', '..', 'src', 'main', 'headless', 'on-stop.ts')

/** Runs a few lines in a process of its own, after which it is to end when it is told to. */
const run = (fault: string) => {
  const file = join(temporaryFolder(), 'lines.mjs')
  writeFileSync(
    file,
    `import { createOnStop } from ${JSON.stringify(onStop)}
    const log = (level, event, { kind, message }) => console.log(level, event, kind, message)
    const alive = setInterval(() => undefined, 1_000)
    createOnStop(log)(() => (console.log('told to end'), clearInterval(alive)))
    ${fault}`,
  )
  return spawnSync(process.execPath, ['--no-warnings', file], { encoding: 'utf8', timeout: 20_000 })
}

it.each([
  ['setTimeout(() => { throw new TypeError("secret words") })', 'error uncaughtException TypeError secret words'],
  ['void Promise.reject(new Error("secret words"))', 'error unhandledRejection Error secret words'],
])('writes an error that nobody caught into the log alone, and ends: %s', (fault, line) => {
  const { status, stdout, stderr } = run(fault)
  expect(stdout.trim().split('\n')).toEqual([line, 'told to end'])
  expect([status, stderr]).toEqual([1, ''])
})

it('ends at a signal, and that is no error', () => {
  const { status, stdout } = run('process.kill(process.pid, "SIGTERM")')
  expect([status, stdout.trim()]).toEqual([0, 'told to end'])
})
