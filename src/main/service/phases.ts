import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

const created = 'undici:request:create'
const sendHeaders = 'undici:client:sendHeaders'
const exchange = new AsyncLocalStorage<object>()

/** Watches one exchange for the moment its first byte may leave. `stop` must be called when it is over. */
export type Phases = {
  /** Runs the work that hands the request to undici. */
  watch<T>(work: () => T): T
  /** False only when it is certain that no byte of the request left. */
  mayHaveLeft(): boolean
  stop(): void
}

const requestOf = (message: unknown): object | null =>
  typeof message === 'object' &&
  message !== null &&
  'request' in message &&
  typeof message.request === 'object' &&
  message.request !== null
    ? message.request
    : null

/**
 * Ties undici's diagnostics channels to one exchange: they are global, and late events of other exchanges mix in.
 * A request is ours when it was created inside `watch` (the channel fires synchronously), and from then on it is known
 * by its own object. Until undici has been seen to create one, the doubtful answer is given: it may have left.
 */
export const createPhases = (onMayHaveLeft: () => void): Phases => {
  const token = {}
  const ours = new WeakSet<object>()
  let step: 'waiting' | 'handedOver' | 'created' | 'left' = 'waiting'

  const onCreate = (message: unknown): void => {
    const request = requestOf(message)
    if (exchange.getStore() !== token || request === null) return
    ours.add(request)
    if (step === 'handedOver') step = 'created'
  }
  // SECURITY: undici says sendHeaders just before it writes: without it, not a byte of this request has left.
  const onSendHeaders = (message: unknown): void => {
    const request = requestOf(message)
    if (request === null || !ours.has(request) || step === 'left') return
    step = 'left'
    onMayHaveLeft()
  }
  subscribe(created, onCreate)
  subscribe(sendHeaders, onSendHeaders)

  return {
    watch(work) {
      step = 'handedOver'
      return exchange.run(token, work)
    },
    mayHaveLeft: () => step === 'handedOver' || step === 'left',
    stop() {
      unsubscribe(created, onCreate)
      unsubscribe(sendHeaders, onSendHeaders)
    },
  }
}
