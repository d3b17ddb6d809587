import { utilityProcess } from 'electron'
import type { SpawnVault } from '../vault/vault-link.ts'
import type { VaultMessage } from '../vault/vault-messages.ts'

/** Spawns the vault's child as an Electron utility process. What native code writes there is nobody's log. */
export const createUtilityVault =
  (file: string): SpawnVault =>
  () => {
    const child = utilityProcess.fork(file, [], { serviceName: 'Rundesk vault', stdio: 'ignore' })
    return {
      send: (question) => child.postMessage(question),
      onMessage: (listener) => void child.on('message', (message: VaultMessage) => listener(message)),
      onExit: (listener) => void child.once('exit', () => listener()),
      kill: () => void child.kill(),
    }
  }
