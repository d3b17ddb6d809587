import type { Desk } from '../contract/desk.ts'

declare global {
  interface Window {
    /** Put there by the preload: one function an operation, one subscription an event. */
    readonly desk: Desk
  }
}
