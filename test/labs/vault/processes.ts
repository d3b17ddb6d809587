import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

export type Environment = Record<string, string>

const exec = promisify(execFile)

const isOnPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** Throws if a program that the lab needs is missing. */
export const requirePrograms = (programs: readonly string[]): void => {
  const absent = programs.filter((program) => !isOnPath(program))
  if (absent.length > 0)
    throw new Error(`This lab needs ${absent.join(', ')}. "node scripts/setup.mjs --tests" installs what is missing.`)
}

/** Runs a program and returns its output. Rejects if it fails or takes longer than five seconds. */
export const run = async (program: string, args: readonly string[], env: Environment): Promise<string> =>
  (await exec(program, args, { env, timeout: 5_000 })).stdout

/** Starts a program as the leader of a process group, so that `endGroup` also ends everything it starts. */
export const start = (program: string, args: readonly string[], env: Environment, input?: string): ChildProcess => {
  const child = spawn(program, args, {
    env,
    detached: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
  })
  // If a program cannot start, it has no output, and `firstLine` reports that.
  child.on('error', () => undefined)
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  return child
}

/** Kills a program that `start` started, and its process group. */
export const endGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has exited.
  }
}

/** Returns the first line of a program's output. Rejects if it exits without any output, or after five seconds. */
export const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    const limit = setTimeout(() => reject(new Error(`${child.spawnfile} writes nothing.`)), 5_000)
    child.once('close', () => reject(new Error(`${child.spawnfile} exited before it wrote a line.`)))
    child.stdout?.on('data', (text: Buffer) => {
      output += text.toString()
      const [line, ...rest] = output.split('\n')
      if (rest.length === 0 || line === undefined) return
      clearTimeout(limit)
      resolve(line)
    })
  })

/** Repeats a query until its result is not null. Rejects after the given number of milliseconds. */
export const eventually = async <T>(
  what: string,
  milliseconds: number,
  query: () => T | null | Promise<T | null>,
): Promise<T> => {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    const found = await query()
    if (found !== null) return found
    await wait(50)
  }
  throw new Error(`${what} did not come within ${milliseconds} ms.`)
}

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    // It has exited.
    return ''
  }
}

const parentOf = (pid: string): number => {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    // It has exited.
    return 0
  }
}

/** Returns the children of a process whose command line contains a word. */
export const childrenOf = (parent: number, word: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent && commandOf(name).includes(word))
    .map(Number)
