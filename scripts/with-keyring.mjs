// node scripts/with-keyring.mjs <program> [arguments]
// Runs a program with its own unlocked keychain: a private message bus and home folder, both removed at the end.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { main, PlainError } from './lib/run.mjs'

// gnome-keyring reads its password from standard input and continues in the background, where it is ready after a
// moment. The bus reports the process ID, which the script needs to stop gnome-keyring at the end.
const session = `
exec 2>&3 3>&- 1>&4 4>&-
printf rundesk-tests | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1
keyring=
for _ in $(seq 100); do
  keyring=$(dbus-send --print-reply=literal --dest=org.freedesktop.DBus /org/freedesktop/DBus \\
    org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets 2>/dev/null | awk '{ print $2 }') || true
  [ -n "$keyring" ] && break
  sleep 0.05
done
[ -n "$keyring" ] || { echo 'The keychain did not come up within five seconds.' >&2; exit 1; }
trap 'kill "$keyring" 2>/dev/null || true' EXIT
"$@"`

/** Runs `command` inside the keychain session and resolves with its exit code. */
export function runWithKeyring(command, args, { env } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'rundesk-home-'))
  for (const name of ['run', 'data']) mkdirSync(join(home, name), { mode: 0o700 })
  const ours = {
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_RUNTIME_DIR: join(home, 'run'),
    XDG_CONFIG_HOME: '',
  }
  const bash = ['bash', '-euo', 'pipefail', '-c', session, 'keyring', command, ...args]
  const child = spawn('dbus-run-session', ['--', ...bash], {
    stdio: ['inherit', 'ignore', 'pipe', 2, 1],
    env: { ...process.env, ...env, ...ours },
  })
  // Hide the bus's messages about programs it starts and limits it cannot raise. The program writes its stderr to file
  // descriptor 3 and its stdout to 4.
  createInterface(child.stderr).on('line', (line) => line.startsWith('dbus-daemon[') || console.error(line))
  const stop = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new PlainError(`the keychain session could not be started: ${error.message}`)))
    // A program that the bus started, such as the accessibility service that Chromium requests, can outlive the session
    // and keep the bus's output open, so wait only a second for its end.
    child.on('exit', () => setTimeout(() => child.stderr.destroy(), 1_000).unref())
    child.on('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop)
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
      resolve(code ?? 1)
    })
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const [command, ...args] = process.argv.slice(2)
    if (!command) throw new PlainError('usage: node scripts/with-keyring.mjs <program> [arguments]')
    process.exitCode = await runWithKeyring(command, args)
  })
}
