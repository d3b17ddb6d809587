import type { StorageOperationName } from './storage-operations.ts'

/** What only reads: a database of a newer app answers these, and refuses everything else. */
export const reading: ReadonlySet<StorageOperationName> = new Set<StorageOperationName>([
  'getCall',
  'callProof',
  'callsInStates',
  'callsToNumber',
  'unresolvedCalls',
  'listCalls',
  'callsOfRun',
  'calledAgents',
  'exportCalls',
  'listViews',
  'highestRunId',
  'listProfiles',
  'readSetting',
  'listAudit',
  'auditLinks',
  'checkAudit',
  'storageHealth',
])

/** What commits before it answers: whether it could tells whether calls can be recorded. */
export const writing: ReadonlySet<StorageOperationName> = new Set<StorageOperationName>([
  'placeCall',
  'moveCall',
  'noteCall',
  'saveView',
  'deleteView',
  'saveProfile',
  'deleteProfile',
  'writeSetting',
  'appendAudit',
])
