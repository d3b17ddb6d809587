import type { Api } from '../contract/api.ts'

declare global {
  interface Window {
    /** Set by the preload script: one function per operation, and one per event to subscribe to. */
    readonly api: Api
  }
}
