import { spawn } from 'node:child_process'

/**
 * Runs a program in place of this one: it uses this terminal and receives this process's signals, and its exit code is
 * the result (130 after Ctrl+C, 143 after another signal, 127 if it could not be started).
 */
export function runInPlace(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' })
  const forward = (signal) => child.kill(signal)
  // The terminal sends Ctrl+C to the child as well; a second signal would interrupt its cleanup.
  const onInterrupt = () => process.stdin.isTTY || child.kill('SIGINT')
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, forward)
  process.on('SIGINT', onInterrupt)
  return new Promise((resolve) => {
    const end = (code) => {
      for (const signal of ['SIGTERM', 'SIGHUP']) process.off(signal, forward)
      process.off('SIGINT', onInterrupt)
      resolve(code)
    }
    child.on('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`)
      end(127)
    })
    child.on('exit', (code, signal) => end(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}
