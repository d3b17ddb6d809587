import type { Api } from '../contract/api.ts'

declare global {
  interface Window {
    /** Set by the preload: one function per operation, and one per event to subscribe to it. */
    readonly api: Api
  }
}
