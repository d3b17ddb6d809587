import type { Api } from '../contract/api.ts'

declare global {
  interface Window {
    /** Set by the preload: one function per operation, one subscription per event. */
    readonly api: Api
  }
}
