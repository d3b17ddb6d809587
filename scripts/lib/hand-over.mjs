import { spawn } from 'node:child_process'

/**
 * Runs a program in this one's place: it has this terminal, gets the signals this process gets, and its exit code is
 * what the promise resolves with (130 after Ctrl+C, 143 after another signal, 127 when it could not be started).
 */
export function handOver(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' })
  const handOn = (signal) => child.kill(signal)
  // A terminal sends Ctrl+C to the child itself; a second one would cut its tidy end short.
  const onInterrupt = () => process.stdin.isTTY || child.kill('SIGINT')
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, handOn)
  process.on('SIGINT', onInterrupt)
  return new Promise((resolve) => {
    const end = (code) => {
      for (const signal of ['SIGTERM', 'SIGHUP']) process.off(signal, handOn)
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
