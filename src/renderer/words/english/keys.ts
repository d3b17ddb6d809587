import { common } from './common.ts'

/** Words of the Keys screen. */
export const keys = {
  title: 'Keys',
  text: 'The API keys of this organization, as the service lists them. A key works for everything in the organization.',
  list: 'API keys',
  showArchived: 'Show archived keys',
  columns: { name: 'Name', prefix: 'Begins with', created: 'Created', used: 'Last used', state: 'State', act: 'Act' },
  active: 'active',
  archived: (when: string | null) => (when === null ? 'archived' : `archived ${when}`),
  usedHere: 'this app uses it',
  never: 'never',
  unknown: 'not told',
  archive: 'Archive',
  archiveOf: (name: string) => `Archive ${name}`,
  reactivate: 'Reactivate',
  reactivateOf: (name: string) => `Reactivate ${name}`,
  archiveTitle: (name: string) => `Archive ${name}?`,
  archiveText: 'Everything that uses this key gets 401 at once. It can be reactivated later with another working key.',
  archiveOwnText:
    'This app uses this key for this profile. Once it is archived, this profile can do nothing until its key is replaced, and an archived key cannot reactivate itself.',
  confirmLabel: (name: string) => `Type ${name} to confirm`,
  archiveYes: 'Archive the key',
  archiving: 'Archiving …',
  done: { archived: (name: string) => `${name} was archived.`, reactivated: (name: string) => `${name} works again.` },
  emptyTitle: 'No keys listed',
  emptyText: 'The service lists no key for this organization. Keys are made in its dashboard under Settings, API Keys.',
  onlyArchived: (n: number) => `${common.count(n)} archived`,
  age: (age: string) => `Listed ${age}`,
  failed: 'The keys could not be listed',
}
