import { spawn } from 'node:child_process'

/** An error whose message is meant for the user; no stack is shown for it. */
export class PlainError extends Error {}

/**
 * Runs a program until it exits and resolves with `{ code, output, timedOut }`. `output` contains stdout and stderr,
 * unless `show` lets the program write to the terminal. The code is 127 if it cannot be started; it is killed after
 * `timeoutMs`.
 */
export function run(command, args, { cwd, env, input, timeoutMs, show = false } = {}) {
  return new Promise((resolve) => {
    const stdio = show ? ['inherit', 'inherit', 'inherit'] : [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe']
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio })
    let output = ''
    let timedOut = false
    const limit = timeoutMs && setTimeout(() => ((timedOut = true), child.kill('SIGKILL')), timeoutMs)
    child.stdout?.on('data', (text) => (output += text))
    child.stderr?.on('data', (text) => (output += text))
    child.stdin?.end(input)
    child.on('error', (error) => resolve({ code: 127, output: error.message, timedOut }))
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      resolve({ code: code ?? (signal ? 128 : 1), output, timedOut })
    })
  })
}

/** The last `count` lines of a program's output, for the end of an error message. */
export const lastLines = (output, count = 15) => output.trim().split('\n').slice(-count).join('\n')

/**
 * Runs the main function of a script. A PlainError is printed on one line, any other error with its stack; both exit
 * with 1.
 */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof PlainError ? `\nRundesk: ${error.message}` : error)
    process.exitCode = 1
  }
}
