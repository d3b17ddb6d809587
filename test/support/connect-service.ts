import type { Input } from '../../src/contract/operations.ts'
import type { App } from '../../src/main/app/create-app.ts'
import { valueOf } from './value-of.ts'

type ServiceForm = Partial<Extract<Input<'addProfile'>, { kind: 'service' }>> & { origin: string; key: string }

/** Adds a profile with a typed key. */
export const connectService = async (operations: App['operations'], { key, ...form }: ServiceForm) => {
  const { entryId } = await valueOf(operations.stageKey({ from: 'typed', text: key }))
  const usual = { kind: 'service', name: 'Acme', color: 'blue', keyStorage: 'keychain', unchecked: false } as const
  return (await valueOf(operations.addProfile({ ...usual, ...form, entryId }))).profile
}
