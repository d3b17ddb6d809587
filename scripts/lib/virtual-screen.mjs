import { spawn } from 'node:child_process'
import { PlainError } from './run.mjs'

// File descriptor 4 is a pipe that closes when this process exits for any reason; the screen then exits as well.
const guarded = `
Xvfb "$@" 4<&- &
server=$!
( read -r _ <&4; kill "$server" ) 2>/dev/null 3>&- &
wait "$server"
code=$?
kill $! 2>/dev/null
exit "$code"`

/**
 * Starts a virtual screen of 1440 × 900 and resolves with `{ display, stop }`. Xvfb chooses a free display number and
 * writes it to a file descriptor, so it cannot collide with other screens.
 */
export function startVirtualScreen({ size = '1440x900x24' } = {}) {
  return new Promise((resolve, reject) => {
    const args = ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp']
    const stdio = ['ignore', 'ignore', 'pipe', 'pipe', 'pipe']
    const server = spawn('bash', ['-c', guarded, 'screen', ...args], { stdio })
    const stop = () => server.stdio[4].end()
    const limit = setTimeout(() => fail('it did not come up within 15 seconds'), 15_000)
    let errorOutput = ''
    let written = ''
    function fail(reason) {
      clearTimeout(limit)
      stop()
      reject(new PlainError(`the virtual screen could not be started: ${reason}`))
    }
    server.on('error', (error) => fail(error.message))
    server.on('exit', () => fail(errorOutput.trim() || 'Xvfb ended'))
    // Ignore write errors on a screen that has exited; its exit was reported above.
    server.stdio[4].on('error', () => undefined)
    server.stderr.on('data', (text) => (errorOutput = `${errorOutput}${text}`.slice(-2000)))
    server.stdio[3].on('data', (text) => {
      written += text
      if (!written.includes('\n')) return
      clearTimeout(limit)
      resolve({ display: `:${written.trim()}`, stop })
    })
  })
}
