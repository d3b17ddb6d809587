import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endGroup, type Environment, eventually, firstLine, run, start } from './processes.ts'

/**
 * The message bus: the usual one; one that cannot start a keychain; none; an address that no server is listening on;
 * one that accepts every connection and never responds.
 */
type BusKind = 'usual' | 'bare' | 'none' | 'unreachable' | 'silent'

export type SessionOptions = { bus: BusKind; keyring: boolean; screen: boolean }

/** A login session: home folder, message bus, keychain, and screen. */
export type Session = {
  readonly home: string
  readonly env: Environment
  keyringPid(): number
  lock(): Promise<void>
  close(): Promise<void>
}

export const keyringPassword = 'rundesk-lab'

const bareConfiguration = (socket: string): string =>
  `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=${socket}</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
`

const silentServer = (socket: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.on('error', () => connection.destroy()).resume())
    server.once('error', reject).listen(socket, () => resolve(server))
  })

type Started = { env: Environment; children: ChildProcess[]; server: Server | null }

const startBus = async (home: string, kind: BusKind, env: Environment, started: Started): Promise<void> => {
  const socket = join(home, 'bus')
  if (kind === 'none') return
  if (kind === 'unreachable' || kind === 'silent') {
    if (kind === 'silent') started.server = await silentServer(socket)
    started.env['DBUS_SESSION_BUS_ADDRESS'] = `unix:path=${socket}`
    return
  }
  const file = join(home, 'bus.conf')
  if (kind === 'bare') writeFileSync(file, bareConfiguration(socket))
  const address = kind === 'bare' ? [`--config-file=${file}`] : ['--session', `--address=unix:path=${socket}`]
  const bus = start('dbus-daemon', [...address, '--nofork', '--nopidfile', '--print-address=1'], env)
  started.children.push(bus)
  started.env['DBUS_SESSION_BUS_ADDRESS'] = (await firstLine(bus)).trim()
}

const startScreen = async (env: Environment, started: Started): Promise<void> => {
  const screen = start('Xvfb', ['-displayfd', '1', '-screen', '0', '800x600x24', '-nolisten', 'tcp'], env)
  started.children.push(screen)
  started.env['DISPLAY'] = `:${(await firstLine(screen)).trim()}`
}

const owner = (env: Environment): Promise<string | null> => {
  const destination = ['--session', '--print-reply=literal', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus']
  const method = ['org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets']
  return run('dbus-send', [...destination, ...method], env).then((output) => (output.includes('true') ? output : null))
}

const startKeyring = async (env: Environment, started: Started): Promise<number> => {
  const keyring = start(
    'gnome-keyring-daemon',
    ['--unlock', '--components=secrets', '--foreground'],
    env,
    keyringPassword,
  )
  started.children.push(keyring)
  await eventually('The keychain', 10_000, () => owner(env))
  return keyring.pid ?? 0
}

/** Returns a minimal environment for a program, without anything from the lab's own session. */
const environmentIn = (home: string): Environment => ({
  PATH: process.env['PATH'] ?? '',
  LANG: 'C.UTF-8',
  HOME: home,
  TMPDIR: join(home, 'tmp'),
  XDG_RUNTIME_DIR: join(home, 'run'),
  XDG_DATA_HOME: join(home, 'share'),
  // Desktop helpers are not needed for keys and would outlive the session.
  NO_AT_BRIDGE: '1',
  GSETTINGS_BACKEND: 'memory',
})

/** Starts a session. `close` ends its programs and removes its home. */
export const startSession = async ({ bus, keyring, screen }: SessionOptions): Promise<Session> => {
  const home = mkdtempSync(join(tmpdir(), 'rundesk-vault-'))
  for (const name of ['tmp', 'run', 'share', 'data']) mkdirSync(join(home, name), { mode: 0o700 })
  const env = environmentIn(home)
  const started: Started = { env, children: [], server: null }
  const close = async (): Promise<void> => {
    for (const child of started.children.toReversed()) endGroup(child)
    started.server?.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  try {
    if (screen) await startScreen(env, started)
    await startBus(home, bus, env, started)
    const pid = keyring ? await startKeyring(env, started) : 0
    const secrets = ['--session', '--print-reply', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets']
    const login = 'array:objpath:/org/freedesktop/secrets/collection/login'
    return {
      home,
      env,
      keyringPid: () => pid,
      lock: async () => void (await run('dbus-send', [...secrets, 'org.freedesktop.Secret.Service.Lock', login], env)),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
