import { spawn } from 'node:child_process'

/** Windows has no process groups, so only the program itself is killed there. */
const hasGroups = process.platform !== 'win32'

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/**
 * Runs a program in its own process group and resolves with `{ code, output, timedOut }` when no process in the group
 * is left. The group gets SIGTERM at the timeout, and SIGKILL `graceMs` later or `graceMs` after the program's exit.
 * `output` contains stdout and stderr. If the program cannot be started, the code is 127.
 */
export function runGroup(command, args, { cwd, timeoutMs, graceMs = 5_000 }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: hasGroups })
    let [output, timedOut, force] = ['', false, undefined]
    for (const channel of [child.stdout, child.stderr]) channel.on('data', (text) => (output += text))

    const limit = setTimeout(() => {
      timedOut = true
      end()
    }, timeoutMs)
    // The terminal sends Ctrl+C only to its own process group, so forward the signal.
    const forward = (signal) => {
      sendTo(child, signal)
      process.exit(signals[signal])
    }
    for (const signal of Object.keys(signals)) process.on(signal, forward)

    function end() {
      sendTo(child, 'SIGTERM')
      force ??= setTimeout(() => settle(128), graceMs)
    }
    function settle(code) {
      clearTimeout(limit)
      clearTimeout(force)
      for (const signal of Object.keys(signals)) process.off(signal, forward)
      sendTo(child, 'SIGKILL')
      // A process that left the group may keep the pipes open; do not wait for it.
      for (const channel of [child.stdout, child.stderr]) channel.destroy()
      resolve({ code: child.exitCode ?? code, output, timedOut })
    }
    child.on('error', (error) => {
      output = error.message
      settle(127)
    })
    // The pipes close when the last process that writes to them exits; wait for that no longer than the grace period.
    child.on('exit', () => (force ??= setTimeout(() => settle(128), graceMs)))
    child.on('close', () => settle(128))
  })
}

/** Sends a signal to a program's whole group unless it has already exited. */
function sendTo(child, signal) {
  if (child.pid === undefined) return
  try {
    if (hasGroups) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
