import type { AuditEntry } from '../../src/contract/audit.ts'

/** One line of the log of acts: a key was archived, as far as `about` and what is written over it say. */
export const anAuditEntry = (about: string, over: Partial<AuditEntry> = {}): AuditEntry => ({
  actId: '00000000-0000-4000-8000-000000000001',
  at: '2026-11-21T10:00:00.000Z',
  phase: 'begun',
  act: 'archiveKey',
  account: 'ana',
  person: null,
  computer: 'desk-7',
  profileId: null,
  profileName: null,
  about,
  failure: null,
  ...over,
})
