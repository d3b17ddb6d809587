import { spawn } from 'node:child_process'
import { PlainError } from './run.mjs'

/**
 * Starts a virtual screen of 1440 × 900 and resolves with `{ display, stop }`.
 * Xvfb looks for a free display number itself and tells it on a channel of its own: no race with other screens.
 */
export function startVirtualScreen({ size = '1440x900x24' } = {}) {
  return new Promise((resolve, reject) => {
    const args = ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp']
    const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
    const stop = () => server.kill()
    const limit = setTimeout(() => fail('it did not come up within 15 seconds'), 15_000)
    let complaint = ''
    let told = ''
    function fail(reason) {
      clearTimeout(limit)
      stop()
      reject(new PlainError(`The virtual screen could not be started: ${reason}`))
    }
    server.on('error', (error) => fail(error.message))
    server.on('exit', () => fail(complaint.trim() || 'Xvfb ended'))
    server.stderr.on('data', (text) => (complaint = `${complaint}${text}`.slice(-2000)))
    server.stdio[3].on('data', (text) => {
      told += text
      if (!told.includes('\n')) return
      clearTimeout(limit)
      process.on('exit', stop)
      resolve({ display: `:${told.trim()}`, stop })
    })
  })
}
