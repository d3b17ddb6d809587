import { fork } from 'node:child_process'
import type { SpawnVault } from './vault-link.ts'
import type { VaultMessage } from './vault-messages.ts'

/** Spawns the vault's child with plain Node: for the headless desk and for tests. */
export const createForkVault =
  (file: string): SpawnVault =>
  () => {
    // What native code writes (stack traces of libsecret, GTK warnings) is nobody's log.
    const child = fork(file, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' })
    return {
      send: (question) => void child.send(question, () => undefined),
      // The child sends nothing but VaultMessage: see vault-child.ts.
      onMessage: (listener) => void child.on('message', (message) => listener(message as VaultMessage)),
      // A child that could not be started says "error" and never "exit".
      onExit: (listener) => void child.once('exit', () => listener()).once('error', () => listener()),
      kill: () => void child.kill('SIGKILL'),
    }
  }
