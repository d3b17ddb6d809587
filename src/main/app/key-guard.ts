import { invalid, type Issue, type Outcome } from '../../contract/failure.ts'
import { type OperationName, operationNames } from '../../contract/names.ts'
import type { Operations } from '../../contract/operations.ts'
import { containsKey, type KeyFingerprint } from '../log/key-fingerprint.ts'
import type { createKnownKeys } from '../vault/known-keys.ts'

type Path = Issue['path']

type KnownKeys = Pick<ReturnType<typeof createKnownKeys>, 'fingerprints' | 'enteredFingerprints'>

/**
 * Operations whose input may contain a key: those that take a secret or redact it, the import, which names the cell,
 * those that only read a pasted text, and those that find and erase what an earlier version stored.
 */
const exempt: ReadonlySet<OperationName> = new Set<OperationName>([
  'stageKey',
  'setProxyPassword',
  'archiveKey',
  'reactivateKey',
  'openListText',
  'readPasted',
  'suggestPhoneNumbers',
  'listCalls',
  'listRows',
  'readPerson',
  'recentCalls',
  'erasePerson',
])

/** Returns the path of the first text in a value that contains a key; null if none does. */
const findKey = (value: unknown, path: Path, keys: readonly KeyFingerprint[]): Path | null => {
  if (typeof value === 'string') return containsKey(value, keys) ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, child] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    // SECURITY: a name that contains a key must not be in the path.
    const isName = typeof name === 'string' && containsKey(name, keys)
    const found = isName ? path : findKey(child, [...path, name], keys)
    if (found !== null) return found
  }
  return null
}

/** SECURITY: refuses inputs that contain a key, so that no key is written to disk or sent as another value. */
export const createKeyGuard = ({ fingerprints, enteredFingerprints }: KnownKeys) => {
  const refuseThese = (value: unknown, keys: readonly KeyFingerprint[], words?: 'export') => {
    const path = findKey(value, [], keys)
    return path === null ? null : invalid(path, 'containsKey', words)
  }

  return {
    /** Returns the refusal of a value that contains a key; null for any other value. */
    refuse: (value: unknown) => refuseThese(value, fingerprints()),
    /**
     * Returns the operations with this check before each of them. What a user enters is also compared with the text in
     * an open form's key field. Rows of a list are not, because that text may be no key and would hold every row.
     */
    guard(operations: Operations): Operations {
      const keysOfUser = () => [...fingerprints(), ...enteredFingerprints()]
      const guarded = operationNames
        .filter((name) => !exempt.has(name))
        .map((name) => {
          // Each name has its own input and output; TypeScript cannot follow that through a union of names.
          const run = operations[name] as (input: unknown) => Promise<Outcome<unknown>>
          // An export saves the input nowhere, but would contain the keys that an earlier version stored.
          const words = name === 'exportCalls' ? 'export' : undefined
          return [name, async (input: unknown) => refuseThese(input, keysOfUser(), words) ?? run(input)] as const
        })
      // Each entry is the guarded operation of that name.
      return { ...operations, ...(Object.fromEntries(guarded) as Partial<Operations>) }
    },
  }
}
