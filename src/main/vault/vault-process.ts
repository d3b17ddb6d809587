import type { SpawnVault, VaultLink } from './vault-link.ts'
import type { VaultAnswer, VaultMessage, VaultQuestion } from './vault-messages.ts'

export type VaultResult = VaultAnswer | { ok: false; fault: 'died' | 'timedOut' }

type QuestionBody = VaultQuestion extends infer Q ? (Q extends VaultQuestion ? Omit<Q, 'id'> : never) : never

/** A child that answers one question at a time, each within a deadline; it is restarted when it dies or hangs. */
export type VaultProcess = { ask(question: QuestionBody): Promise<VaultResult>; close(): void }

export type VaultProcessParts = { spawn: SpawnVault; deadlineMilliseconds: number }

type Waiting = (result: VaultResult) => void

/** One child from its start to its exit. Questions wait for "ready": a child that dies while loading never says a word. */
const startChild = (spawn: SpawnVault, onExit: () => void) => {
  const link: VaultLink = spawn()
  let waiting: Waiting | null = null
  const settle = (result: VaultResult): void => {
    const waiter = waiting
    waiting = null
    waiter?.(result)
  }
  let exited = false
  const ready = new Promise<void>((resolve) => {
    link.onMessage((message: VaultMessage) => ('ready' in message ? resolve() : settle(message)))
    link.onExit(() => {
      exited = true
      onExit()
      resolve()
      settle({ ok: false, fault: 'died' })
    })
  })
  return {
    kill: () => link.kill(),
    ask: (question: VaultQuestion) =>
      new Promise<VaultResult>((resolve) => {
        waiting = resolve
        void ready.then(() => (exited ? settle({ ok: false, fault: 'died' }) : link.send(question)))
      }),
  }
}

/** Starts no process until the first question. A question that passes the deadline kills the child and answers `timedOut`. */
export const createVaultProcess = ({ spawn, deadlineMilliseconds }: VaultProcessParts): VaultProcess => {
  let child: ReturnType<typeof startChild> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let nextId = 0

  const askNow = async (body: QuestionBody): Promise<VaultResult> => {
    const current = (child ??= startChild(spawn, () => {
      if (child === current) child = null
    }))
    const late = Promise.withResolvers<VaultResult>()
    const timer = setTimeout(() => late.resolve({ ok: false, fault: 'timedOut' }), deadlineMilliseconds)
    const result = await Promise.race([current.ask({ ...body, id: (nextId += 1) }), late.promise])
    clearTimeout(timer)
    if (!result.ok && result.fault === 'timedOut') {
      child = null
      current.kill()
    }
    return result
  }

  return {
    ask(body) {
      // A child that cannot even be started is one that died; the next question starts another.
      const turn = last.then(() => askNow(body)).catch((): VaultResult => ({ ok: false, fault: 'died' }))
      last = turn
      return turn
    },
    close() {
      child?.kill()
      child = null
    },
  }
}
