import type { SpawnVault, VaultLink } from './vault-link.ts'
import type { VaultAnswer, VaultMessage, VaultQuestion } from './vault-messages.ts'

export type VaultResult = VaultAnswer | { ok: false; fault: 'died' | 'timedOut' }

/** A question without the number that its child knows it by. */
export type QuestionBody = VaultQuestion extends infer Q ? (Q extends VaultQuestion ? Omit<Q, 'id'> : never) : never

/** One child that answers one question at a time. One that dies of a question is replaced and asked once more. */
export type ChildLine = {
  /** Answers at `until` (on the monotonic clock, in milliseconds) at the latest, whoever stands in line before. */
  ask(question: QuestionBody, until: number): Promise<VaultResult>
  close(): void
}

type Waiting = { id: number; settle: (result: VaultResult) => void }

/** What a timer may be early by, with room. With less left of its time, in milliseconds, a question is not asked. */
const leastMilliseconds = 2

const timedOut: VaultResult = { ok: false, fault: 'timedOut' }
const died: VaultResult = { ok: false, fault: 'died' }

/** One child from its start to its exit. Questions wait for "ready": a child that dies while loading never says a word. */
const startChild = (spawn: SpawnVault, onExit: () => void) => {
  const link: VaultLink = spawn()
  let waiting: Waiting | null = null
  let exited = false
  const settle = (result: VaultResult): void => {
    const waiter = waiting
    waiting = null
    waiter?.settle(result)
  }
  const ready = new Promise<void>((resolve) => {
    link.onMessage((message: VaultMessage) => {
      if ('ready' in message) resolve()
      else if (message.id === waiting?.id) settle(message)
    })
    link.onExit(() => {
      exited = true
      onExit()
      resolve()
      settle(died)
    })
  })
  return {
    kill: () => link.kill(),
    ask: (question: VaultQuestion) =>
      new Promise<VaultResult>((resolve) => {
        waiting = { id: question.id, settle: resolve }
        void ready.then(() => (exited ? settle(died) : link.send(question)))
      }),
  }
}

/** The result of the work, or `timedOut` when it is not there in time. */
const inTime = async (work: Promise<VaultResult>, milliseconds: number, onLate: () => void): Promise<VaultResult> => {
  const late = Promise.withResolvers<VaultResult>()
  const timer = setTimeout(() => {
    // First of all: a child that is killed now must not be told as one that died.
    late.resolve(timedOut)
    onLate()
  }, milliseconds)
  const result = await Promise.race([work, late.promise])
  clearTimeout(timer)
  return result
}

/** Starts no process until the first question. A question that passes its time kills the child that has it. */
export const createChildLine = (spawn: SpawnVault, monotonic: () => number): ChildLine => {
  let child: ReturnType<typeof startChild> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let nextId = 0
  let closed = false

  const askChild = (body: QuestionBody, until: number): Promise<VaultResult> => {
    const left = until - monotonic()
    // It stood in line until its time was over: the child behind it has done nothing wrong.
    if (left < leastMilliseconds) return Promise.resolve(timedOut)
    const current = (child ??= startChild(spawn, () => {
      if (child === current) child = null
    }))
    return inTime(current.ask({ ...body, id: (nextId += 1) }), left, () => {
      if (child === current) child = null
      current.kill()
    })
  }

  /** A child that cannot even be started is one that died. */
  const askOnce = (body: QuestionBody, until: number): Promise<VaultResult> =>
    Promise.resolve()
      .then(() => askChild(body, until))
      .catch(() => died)

  /** All that is asked may be asked twice; a second child that dies of it tells that a third would. */
  const askNow = async (body: QuestionBody, until: number): Promise<VaultResult> => {
    const result = await askOnce(body, until)
    const isDead = !result.ok && result.fault === 'died'
    return isDead && !closed ? askOnce(body, until) : result
  }

  return {
    ask(body, until) {
      const turn = last.then(() => askNow(body, until))
      last = turn
      return inTime(turn, until - monotonic(), () => undefined)
    },
    close() {
      closed = true
      child?.kill()
      child = null
    },
  }
}
