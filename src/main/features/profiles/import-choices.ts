import type { KeyImport, KeyState, ServiceProfile } from '../../../contract/profile.ts'
import { type Secret, secretsAreSame } from '../../vault/secret.ts'
import { type Connections, keychainReason } from './connections.ts'

type Opened = Awaited<ReturnType<Connections['open']>>
type Choices = Extract<KeyImport, { step: 'exists' }>

/**
 * Creates the choice of the profile that gets an imported key. SECURITY: a working key that is replaced may be lost, so
 * a profile whose key doesn't work is suggested first.
 */
export const createImportChoices = ({ open, check }: Pick<Connections, 'open' | 'check'>) => {
  const stateOf = async (opened: Opened, imported: Secret): Promise<KeyState> => {
    if (!opened.ok) return keychainReason(opened) === 'missing' ? 'missing' : 'unchecked'
    if (secretsAreSame(opened.value.key, imported)) return 'same'
    const checked = await check(opened.value)
    if (checked.ok) return 'works'
    return checked.failure.kind === 'unauthorized' ? 'rejected' : 'unchecked'
  }

  /** Reads the keys one by one, and none after a failure of the keychain, because each read may open a prompt. */
  const readKeyStates = async (profiles: readonly ServiceProfile[], imported: Secret): Promise<KeyState[]> => {
    const states: Promise<KeyState>[] = []
    for (const { id } of profiles) {
      const opened = await open(id)
      states.push(stateOf(opened, imported))
      const reason = keychainReason(opened)
      if (reason !== null && reason !== 'missing') break
    }
    return Promise.all(states)
  }

  return async (profiles: readonly ServiceProfile[], imported: Secret, selectedId: string | null): Promise<Choices> => {
    const states = await readKeyStates(profiles, imported)
    const choices = profiles.map(({ id, name, color, origin }, index) => ({
      id,
      name,
      color,
      origin,
      keyState: states[index] ?? 'unchecked',
    }))
    const selectedFirst = choices.toSorted((a, b) => Number(b.id === selectedId) - Number(a.id === selectedId))
    const suggested =
      selectedFirst.find(({ keyState }) => keyState === 'rejected' || keyState === 'missing') ??
      choices.find(({ id, keyState }) => id === selectedId && keyState !== 'same')
    return {
      step: 'exists',
      profiles: choices.toSorted((a, b) => Number(b === suggested) - Number(a === suggested)),
      suggestedId: suggested?.id ?? null,
    }
  }
}
