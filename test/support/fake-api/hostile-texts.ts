import type { Api } from '../../../src/contract/api.ts'

/**
 * Contains a character that reverses the text after it, hidden characters, half a surrogate pair, right-to-left
 * letters, and a long word.
 */
export const hostileText = `\u202egnp.\u200b\0\u2067אבג 12 \ud83d${'W'.repeat(80)}`

/** String fields that a service, a file or another person wrote. */
const foreignFields = new Set([
  'agentName',
  'callerIdText',
  'configurationName',
  'description',
  'detail',
  'disposition',
  'email',
  'error',
  'fileName',
  'fromPhoneNumberText',
  'label',
  'name',
  'note',
  'operator',
  'profileName',
  'provider',
  'telephonyConfigurationName',
  'text',
  'who',
  'words',
  'workflowName',
  'workflowRunName',
])

const makeHostile = (value: unknown, field: string): unknown => {
  if (typeof value === 'string') return foreignFields.has(field) && value !== '' ? `${value} ${hostileText}` : value
  if (Array.isArray(value)) return value.map((item) => makeHostile(item, field))
  if (typeof value !== 'object' || value === null) return value
  // Scenes find the context's fields by variable names, and the main process reduces numbers to digits, so keep both.
  if ('required' in value || 'display' in value) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, makeHostile(item, name)]))
}

/**
 * Returns an API whose responses contain `hostileText` in every string from outside. Events and requests are unchanged.
 */
export const withHostileTexts = (api: Api): Api => {
  const answering = (name: string, operation: unknown): unknown =>
    typeof operation !== 'function' || name.startsWith('on') || name === 'announce'
      ? operation
      : async (...given: unknown[]): Promise<unknown> => makeHostile(await Reflect.apply(operation, api, given), '')
  // Every operation is replaced by one with the same input and an output of the same shape.
  return Object.fromEntries(Object.entries(api).map(([name, operation]) => [name, answering(name, operation)])) as Api
}
