import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

export type Environment = Record<string, string>

const exec = promisify(execFile)

const isOnPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** Fails with a sentence when this computer lacks a program that the lab stands on. */
export const demandPrograms = (programs: readonly string[]): void => {
  const absent = programs.filter((program) => !isOnPath(program))
  if (absent.length > 0)
    throw new Error(`This lab needs ${absent.join(', ')}. "node scripts/setup.mjs --tests" installs what is missing.`)
}

/** Runs a program to its end and gives what it said; rejects when it fails or takes longer than five seconds. */
export const run = async (program: string, args: readonly string[], env: Environment): Promise<string> =>
  (await exec(program, args, { env, timeout: 5_000 })).stdout

/** Starts a program that goes on, as the head of a group of its own: what it starts ends with it. */
export const start = (program: string, args: readonly string[], env: Environment, input?: string): ChildProcess => {
  const child = spawn(program, args, {
    env,
    detached: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
  })
  // One that cannot be started says nothing; whoever waits for its words tells.
  child.on('error', () => undefined)
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  return child
}

/** Ends a program that `start` began, with all that it started. */
export const endGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** The first line that a program says; rejects when it ends without one, or says none in five seconds. */
export const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    const limit = setTimeout(() => reject(new Error(`${child.spawnfile} says nothing.`)), 5_000)
    child.once('close', () => reject(new Error(`${child.spawnfile} ended before it said a line.`)))
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString()
      const [line, ...rest] = said.split('\n')
      if (rest.length === 0 || line === undefined) return
      clearTimeout(limit)
      resolve(line)
    })
  })

/** Looks again and again until there is something; rejects after so many milliseconds. */
export const eventually = async <T>(
  what: string,
  milliseconds: number,
  look: () => T | null | Promise<T | null>,
): Promise<T> => {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    const found = await look()
    if (found !== null) return found
    await wait(50)
  }
  throw new Error(`${what} did not come within ${milliseconds} ms.`)
}

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    // It has ended since.
    return ''
  }
}

const parentOf = (pid: string): number => {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    // It has ended since.
    return 0
  }
}

/** The children of a process whose command line holds a word. */
export const childrenOf = (parent: number, word: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent && commandOf(name).includes(word))
    .map(Number)
