import type { Broken, NotSent } from './answer.ts'

/**
 * Carries the end of an exchange through ky, which knows only thrown things.
 * SECURITY: it has no cause, no request and no stack, so nothing of what was sent can be printed with it.
 */
export class TransportError extends Error {
  readonly end: NotSent | Broken

  constructor(end: NotSent | Broken) {
    super(`The exchange ended without an answer: ${end.cause}.`)
    this.name = 'TransportError'
    this.end = end
    this.stack = `${this.name}: ${this.message}`
  }
}
