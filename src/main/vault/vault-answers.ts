import type { KeyStore } from './key-store.ts'
import type { VaultAnswer, VaultFault, VaultQuestion } from './vault-messages.ts'

const probeAccount = 'probe'

const faultOf = (error: unknown): VaultFault =>
  error instanceof Error && /locked/i.test(error.message) ? 'locked' : 'unavailable'

const runProbe = async (keychain: KeyStore): Promise<void> => {
  await keychain.set(probeAccount, 'not a secret')
  await keychain.delete(probeAccount)
}

type Stores = {
  keychain: KeyStore
  session: KeyStore
  /** Whether the keychain is locked, found out without asking anybody to unlock it; null where nobody can tell. */
  isLocked?: () => Promise<boolean | null>
}
type Found = { text: string | null; found: boolean }

const perform = async (stores: Stores, question: VaultQuestion): Promise<Found> => {
  switch (question.act) {
    case 'get': {
      const text = await stores[question.store].get(question.account)
      return { text, found: text !== null }
    }
    case 'set':
      await stores[question.store].set(question.account, question.text)
      return { text: null, found: true }
    case 'delete':
      return { text: null, found: await stores[question.store].delete(question.account) }
    case 'probe':
      await runProbe(stores.keychain)
      return { text: null, found: true }
    case 'reach':
      // A locked keyring answers every question for a key that is not there as if it were open.
      if ((await stores.isLocked?.()) === true) throw new Error('The keychain is locked.')
      await stores.keychain.get(probeAccount)
      return { text: null, found: true }
  }
}

/** Answers questions from the stores; what a store throws becomes `locked` or `unavailable`, and its words stay here. */
export const createVaultAnswers =
  (stores: Stores) =>
  async (question: VaultQuestion): Promise<VaultAnswer> => {
    try {
      return { id: question.id, ok: true, ...(await perform(stores, question)) }
    } catch (error) {
      return { id: question.id, ok: false, fault: faultOf(error) }
    }
  }
