import type { DatabaseSync } from 'node:sqlite'
import { type Call, callSchema } from '../../contract/call.ts'
import { StorageError } from './storage-error.ts'

export type Row = NonNullable<ReturnType<ReturnType<DatabaseSync['prepare']>['get']>>

/** The columns of a call and the record's own names for them. */
const names = {
  call_id: 'callId',
  profile_id: 'profileId',
  profile_name: 'profileName',
  profile_color: 'profileColor',
  origin: 'origin',
  agent_uuid: 'agentUuid',
  agent_name: 'agentName',
  phone_number: 'phoneNumber',
  phone_number_display: 'phoneNumberDisplay',
  telephony_configuration_id: 'telephonyConfigurationId',
  telephony_configuration_name: 'telephonyConfigurationName',
  from_phone_number_id: 'fromPhoneNumberId',
  from_phone_number_text: 'fromPhoneNumberText',
  reference_name: 'referenceName',
  redial_of: 'redialOf',
  prepared_at: 'preparedAt',
  ended_at: 'endedAt',
  server_date: 'serverDate',
  changed_at: 'changedAt',
} as const

/** The value of a JSON column; a text that no version of this app can have written means the file is damaged. */
export const readJson = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    throw new StorageError('corrupt')
  }
}

/** Reads a row into a call; a row that no version of this app can have written means the file is damaged. */
export const readCall = (row: Row): Call => {
  const plain = Object.fromEntries(Object.entries(names).map(([column, name]) => [name, row[column]]))
  const outcome = readJson(row['outcome'])
  const parsed = callSchema.safeParse({ ...plain, practice: row['practice'] === 1, outcome })
  if (!parsed.success) throw new StorageError('corrupt')
  return parsed.data
}

export const workflowRunIdOf = (call: Call): number | null =>
  call.outcome.state === 'accepted' || call.outcome.state === 'failedAtProvider' ? call.outcome.workflowRunId : null
