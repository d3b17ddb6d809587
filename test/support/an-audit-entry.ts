import type { AuditEntry } from '../../src/contract/audit.ts'

/** An audit entry of an archived key; pass the fields to change. */
export const anAuditEntry = (about: string, over: Partial<AuditEntry> = {}): AuditEntry => ({
  actionId: '00000000-0000-4000-8000-000000000001',
  at: '2026-11-21T10:00:00.000Z',
  phase: 'started',
  action: 'archiveKey',
  account: 'ana',
  person: null,
  computer: 'desk-7',
  profileId: null,
  profileName: null,
  about,
  failure: null,
  ...over,
})
