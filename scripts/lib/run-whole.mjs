import { spawn } from 'node:child_process'

/** Windows has no groups of processes: there the program alone is ended. */
const hasGroups = process.platform !== 'win32'

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/**
 * Runs a program with all that it starts, as a group of its own, and resolves with `{ code, output, timedOut }`. Nothing of
 * the group is left when it resolves: what outlives the program, or `timeoutMs`, is asked to end and after `graceMs` made
 * to. `output` is what was written to both channels. A program that cannot be started resolves with code 127.
 */
export function runWhole(command, args, { cwd, timeoutMs, graceMs = 5_000 }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: hasGroups })
    let [output, timedOut, force] = ['', false, undefined]
    for (const channel of [child.stdout, child.stderr]) channel.on('data', (text) => (output += text))

    const limit = setTimeout(() => {
      timedOut = true
      end()
    }, timeoutMs)
    // In a group of its own it does not hear of a Ctrl+C: it is handed on.
    const handOn = (signal) => {
      sendTo(child, signal)
      process.exit(signals[signal])
    }
    for (const signal of Object.keys(signals)) process.on(signal, handOn)

    function end() {
      sendTo(child, 'SIGTERM')
      force ??= setTimeout(() => tell(128), graceMs)
    }
    function tell(code) {
      clearTimeout(limit)
      clearTimeout(force)
      for (const signal of Object.keys(signals)) process.off(signal, handOn)
      sendTo(child, 'SIGKILL')
      // What has left the group may hold them still; nobody waits for it.
      for (const channel of [child.stdout, child.stderr]) channel.destroy()
      resolve({ code: child.exitCode ?? code, output, timedOut })
    }
    child.on('error', (error) => {
      output = error.message
      tell(127)
    })
    // Its channels close with the last one who writes to them: one who stays is given the grace, no more.
    child.on('exit', () => (force ??= setTimeout(() => tell(128), graceMs)))
    child.on('close', () => tell(128))
  })
}

/** Sends a signal to a program's whole group; one that has gone needs none. */
function sendTo(child, signal) {
  if (child.pid === undefined) return
  try {
    if (hasGroups) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
