import type { Outcome } from '../../contract/failure.ts'
import type { Storage } from '../storage/storage.ts'

/** The same storage, which says so whenever it begins to fail, fails for another reason, or works again (null). */
export const watchStorage = (storage: Storage, changed: (reason: string | null) => void): Storage => {
  let last: string | null = null

  const note = ({ ok, ...rest }: Outcome<unknown>): void => {
    const reason = !ok && 'failure' in rest && rest.failure.kind === 'storage' ? rest.failure.reason : null
    if (reason === last) return
    last = reason
    changed(reason)
  }

  return {
    async ask(name, input) {
      const outcome = await storage.ask(name, input)
      note(outcome)
      return outcome
    },
    close: () => storage.close(),
  }
}
