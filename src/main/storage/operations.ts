import type { DatabaseSync } from 'node:sqlite'
import { createAuditTable } from './audit.ts'
import { createCalledAgents, createCallList } from './call-list.ts'
import {
  createCallProof,
  createCallReader,
  createCallsToNumber,
  createSentContexts,
  createUnfinishedCallsReader,
} from './call-reader.ts'
import { createCallNotes, createRemindersTable } from './call-rows.ts'
import { createCallResults } from './call-results.ts'
import { createDoNotCallTable } from './do-not-call.ts'
import { createDoNotCallImports } from './do-not-call-imports.ts'
import { createListCalls } from './lists/list-calls.ts'
import { createListChanges } from './lists/list-changes.ts'
import { createListLifecycle } from './lists/list-lifecycle.ts'
import { createListOutcomes } from './lists/list-outcomes.ts'
import { createListPages, createListResults } from './lists/list-pages.ts'
import { createListsTable } from './lists/lists-table.ts'
import { createCallWriter, createRecordCall, createRestoreCall } from './calls.ts'
import { createProfilesTable, createSettingsTable, createViewsTable } from './settings.ts'
import { cacheStatements } from './database.ts'
import { createWriteTogether } from './write-together.ts'
import { createMaintenanceOperations, type MaintenanceDeps } from './maintenance.ts'

/**
 * Creates every operation of the storage thread. Each takes one input object and returns a plain result or a promise of
 * one.
 */
export const createStorageOperations = (opened: DatabaseSync, deps: MaintenanceDeps) => {
  const database = cacheStatements(opened)
  const writer = createCallWriter(database)
  const { recordCall } = createRecordCall(database, writer)
  return {
    ...createCallReader(database),
    ...createCallProof(database),
    ...createCallList(database, deps.search),
    ...createCalledAgents(database, deps.search),
    ...createCallNotes(database),
    ...createCallResults(database),
    ...createRemindersTable(database),
    ...createDoNotCallTable(database),
    ...createDoNotCallImports(database),
    ...createListsTable(database),
    ...createListPages(database),
    ...createListCalls(database),
    ...createListOutcomes(database),
    ...createListResults(database),
    ...createListChanges(database),
    ...createListLifecycle(database),
    ...createViewsTable(database),
    ...createSentContexts(database),
    ...createCallsToNumber(database),
    ...createUnfinishedCallsReader(database),
    moveCall: writer.moveCall,
    recordCall,
    ...createWriteTogether(database, { recordCall, moveCall: writer.moveCall }),
    ...createRestoreCall(database, writer),
    ...createProfilesTable(database),
    ...createSettingsTable(database),
    ...createAuditTable(database),
    ...createMaintenanceOperations(database, deps),
  }
}

export type StorageOperations = ReturnType<typeof createStorageOperations>
export type StorageOperationName = keyof StorageOperations

/** Operations that only read. With a newer app's database, all others are refused. */
export const readOperations: ReadonlySet<StorageOperationName> = new Set<StorageOperationName>([
  'getCall',
  'callProof',
  'callsInStates',
  'callsToNumber',
  'recentCallsTo',
  'callsNotPlaced',
  'unresolvedCalls',
  'callsToLookUp',
  'unfinishedCalls',
  'listCalls',
  'callsOfRun',
  'calledAgents',
  'learnedFacets',
  'exportCalls',
  'notesOf',
  'listReminders',
  'listDoNotCall',
  'findDoNotCall',
  'listDoNotCallImports',
  'readLists',
  'readList',
  'readListPlan',
  'listFindings',
  'readListRows',
  'previewListRows',
  'takeDueRows',
  'rowsOfCalls',
  'otherListsToCall',
  'listCallsInProgress',
  'listRepeatableCalls',
  'listReportRows',
  'listLearnedNames',
  'listForecast',
  'countCopyableRows',
  'listOutcomes',
  'doNotCallProposals',
  'listChangedBetween',
  'listViews',
  'highestRunId',
  'listProfiles',
  'readSetting',
  'listAudit',
  'auditLinks',
  'checkAudit',
  'storageHealth',
])

/** Operations that commit before they return, so their success shows that calls can be recorded. */
export const writeOperations: ReadonlySet<StorageOperationName> = new Set<StorageOperationName>([
  'recordCall',
  'moveCall',
  'writeTogether',
  'setCallNote',
  'saveLearned',
  'setReminder',
  'removeReminder',
  'addDoNotCall',
  'removeDoNotCall',
  'saveListPlan',
  'pinShownVersion',
  'setListState',
  'changeListRow',
  'deferListRow',
  'holdListRow',
  'callListRowAgain',
  'saveView',
  'deleteView',
  'saveProfile',
  'changeProfile',
  'deleteProfile',
  'writeSetting',
  'appendAudit',
])
