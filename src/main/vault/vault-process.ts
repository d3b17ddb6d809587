import { type ChildLine, createChildLine, type QuestionBody, type VaultResult } from './child-line.ts'
import type { SpawnVault } from './vault-link.ts'

export type { VaultResult } from './child-line.ts'

/** Everything one wish of ours asks of the keychain: however many questions it takes, they share one time. */
export type Turn = { ask(question: QuestionBody): Promise<VaultResult> }

/**
 * The processes that hold keys. Each answers one question at a time and is restarted when it dies or hangs. Keys that
 * are kept until the app quits have one of their own: a keychain that hangs must not take them along.
 */
export type VaultProcess = {
  begin(): Turn
  /** A clock that only goes forward, in milliseconds. */
  monotonic: () => number
  close(): void
}

export type VaultProcessParts = { spawn: SpawnVault; deadlineMilliseconds: number; monotonic?: () => number }

/** How long a keychain may take for one wish, in milliseconds: within ten seconds a person has an answer. */
export const keychainMilliseconds = 9_500

/** Makes the two lines of questions. No process is started before its first question. */
export const createVaultProcess = ({ spawn, deadlineMilliseconds, ...parts }: VaultProcessParts): VaultProcess => {
  const monotonic = parts.monotonic ?? (() => performance.now())
  const lines: Record<'keychain' | 'session', ChildLine> = {
    keychain: createChildLine(spawn, monotonic),
    session: createChildLine(spawn, monotonic),
  }
  return {
    monotonic,
    begin() {
      const until = monotonic() + deadlineMilliseconds
      return { ask: (question) => lines['store' in question ? question.store : 'keychain'].ask(question, until) }
    },
    close() {
      lines.keychain.close()
      lines.session.close()
    },
  }
}
