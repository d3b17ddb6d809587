import type { Outcome } from '../../../contract/failure.ts'
import { type Check, found } from '../check.ts'

export type KeyParts = {
  /** Asks with the key whose it is, and under which path this service lists keys; each null where it does not tell. */
  ask: () => Promise<Outcome<{ organization: number | null; adminPath: 'prefixed' | 'bare' | null }>>
  /** The key lies in the keychain: then that has to be open first, so that nobody is asked to unlock it here. */
  inKeychain: boolean
}

/** Does the service take this profile's key? */
export const checkKey = ({ ask, inKeychain }: KeyParts): Check => ({
  name: 'key',
  after: inKeychain ? ['keychain', 'service'] : ['service'],
  milliseconds: 60_000,
  look: async () => {
    const told = await ask()
    if (told.ok) return found('keyWorks', told.value)
    const { failure } = told
    if (failure.kind === 'unauthorized' || failure.kind === 'forbidden') return found('keyRefused')
    if (failure.kind === 'keychain') return found('keyMissing', { reason: failure.reason })
    return found('keyNotAsked', { kind: failure.kind })
  },
})
