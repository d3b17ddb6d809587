import type { Issue, IssueCode } from '../../contract/failure.ts'
import { contextLimits } from '../../contract/initial-context.ts'
import { listLimits } from '../../contract/list.ts'
import { maxRecordId } from '../../contract/telephony.ts'
import { listRules } from '../../domain/lists/list-policy.ts'
import { common } from './common.ts'
import { start } from './list-check.ts'

const kibibytes = (bytes: number): string => common.count(Math.ceil(bytes / 1024))

/** What was chosen instead of a file. */
const otherThanFiles: Record<string, string> = {
  folder: 'This is a folder. Choose a file instead.',
  link: 'This is a link to another file. Choose the original file.',
  device: 'This isn’t a regular file.',
}

/** What was chosen instead of a table. */
const otherThanTables: Record<string, string> = {
  folder: 'This is a folder. Choose a file instead.',
  device: 'This isn’t a regular file.',
  encrypted: 'This workbook is password-protected. Save it without a password, then choose it again.',
  xls: 'This workbook uses the old Excel format (.xls). Save it as .xlsx or CSV, then choose it again.',
  pdf: 'This is a PDF. Save the table as CSV or XLSX, then choose that file.',
  image: 'This is an image. Save the table as CSV or XLSX, then choose that file.',
  document: 'This is a text document. Save the table as CSV or XLSX, then choose that file.',
  archive: 'This is an archive, not a table. Extract it, then choose the CSV or XLSX file.',
  database: 'This is a database. Save the table as CSV or XLSX, then choose that file.',
  webPage: 'This is a web page. Save the table as CSV or XLSX, then choose that file.',
  xml: 'This is an XML file. Save the table as CSV or XLSX, then choose that file.',
  json: 'This is a JSON file. Save the table as CSV or XLSX, then choose that file.',
}

/** The row with too many cells: its line, its cells and the columns. */
const wideRow = (words: string): string => {
  const [line, cells, columns] = words.split(':')
  return line && cells && columns
    ? `Line ${line} has ${cells} cells, but the table has ${columns} ${columns === '1' ? 'column' : 'columns'}.`
    : 'A row has more cells than the table has columns.'
}

const inLine = (line: string): string => (line ? `Line ${line}` : 'The file')

const positionIn = (fieldOf: string): string => {
  const [line, column] = fieldOf.split(':')
  return line && column ? `: error on line ${line}, column ${column}` : ''
}

/** The cell that contains a key: its line or, in a workbook, its row, and its column. */
const keyCell = (words: string): string => {
  const [unit, row, column] = words.split(':')
  return row && column
    ? `${unit === 'line' ? 'Line' : 'Row'} ${row}, column ${column} contains an API key.`
    : 'The name of the file or of its sheet contains an API key.'
}

const sentences: Record<IssueCode, (words: string) => string> = {
  containsKey: (words) =>
    words === 'export'
      ? 'The search contains an API key, so nothing was exported. Remove the key from the search.'
      : 'This contains an API key, so it was neither saved nor sent. Remove the key.',
  required: () => 'Required.',
  invalid: () => 'Invalid value.',
  tooLong: (limit) => (limit ? `Too long (maximum ${limit} characters).` : 'Too long.'),
  notAnObject: () => 'The context must be a single JSON object in curly braces: { "name": "value" }.',
  loneSurrogate: () =>
    'Contains an incomplete character (often part of an emoji), which the service can’t handle. Retype it.',
  nul: () => 'Contains a NUL character (\\u0000), which the service can’t handle. Remove it.',
  tooDeep: () => `Nested too deeply (maximum ${contextLimits.depth} levels).`,
  tooLarge: (bytes) =>
    `The context is too large: ${kibibytes(Number(bytes) || 0)} KiB (maximum ${kibibytes(contextLimits.bytes)} KiB).`,
  reservedName: (name) => `“${name}” is reserved by the service. Choose another name.`,
  unsafeInteger: () => 'This number is too long to be sent exactly. Put it in quotes.',
  notFinite: () => 'This number is too large to be sent. Put it in quotes.',
  agentUuid: () => 'Not a valid Agent UUID. Example: 7f3c2a1e-5d4b-4c3a-9f8e-1a2b3c4d9b21.',
  triggerPath: () =>
    'This looks like the trigger path of an API Trigger node, not an Agent UUID. Copy the Agent UUID from the agent’s page.',
  phoneNumber: () => 'Not a valid phone number. Include the country code, for example, +1 415 555 0123.',
  typedCharacters: () =>
    'With “Dial exactly as typed”, enter only letters A to Z, digits and signs, without spaces (at most 200 characters).',
  phoneLetter: () => 'A letter beside the digits may be a mistyped digit. Enter only the number.',
  phoneExtension: () => 'Extensions of phone numbers can’t be dialed. Remove the extension.',
  severalNumbers: (read) =>
    read
      ? `Rundesk read more than one number: ${read}. Enter only the number to call, with its country code.`
      : 'This dials more than one number or extension. Enter only one, for example, +1 415 555 0123.',
  nationalNumber: () => 'Add the country code, for example, +1 415 555 0123.',
  shortNumber: () => 'This looks like an extension or short code. Turn on “Dial exactly as typed” to call it.',
  emergencyNumber: () => 'Rundesk doesn’t call emergency numbers. In an emergency, use a phone. Nothing was dialed.',
  sipEndpoint: () => 'This is a SIP address. Turn on “Dial exactly as typed” to call it.',
  recordId: () => `Enter a whole number from 1 to ${common.count(maxRecordId)}.`,
  origin: () => 'Not a valid web address. Example: https://voice.example.com.',
  originPath: () => 'Enter only the host, without a path: https://voice.example.com.',
  originCredentials: () => 'Remove the user name and password (everything before the @).',
  originPlainHttp: () => 'Plain HTTP would expose the key. Use https (http is allowed only for this computer).',
  originScheme: () => 'The address must start with https://.',
  originTrialRuntime: () =>
    'This test build can reach only practice and services on this computer. Install the release version to connect to other services.',
  originNotAllowed: () => 'Your organization’s policy doesn’t allow this service. Ask your administrator.',
  setByPolicy: () => 'Managed by your organization.',
  keyBlank: () => 'The key contains a space. Copy it again.',
  keyLineBreak: () => 'The key contains a line break. Copy only the key, on one line.',
  keyShort: () => 'Too short. A key has at least 8 characters.',
  keyLong: () => 'Too long. A key has at most 512 characters.',
  keyCharacter: () => 'The key contains an invalid character.',
  keyExpired: () => 'Your entry has timed out. Enter it again.',
  keySame: (profile) => `“${profile}” already has this key. Nothing was changed.`,
  otherOrganization: (ids) => {
    const [found, known] = ids.split(' ')
    return found && known
      ? `This key belongs to organization ${found}, but this profile belongs to organization ${known}. Nothing was changed.`
      : 'This key belongs to a different account than the profile’s key. Nothing was changed.'
  },
  unresolvedCalls: (count) =>
    `This profile has ${count === '1' ? 'an unresolved call' : `${count} unresolved calls`}, which only its current organization can resolve. Resolve ${count === '1' ? 'it' : 'them'} in Runs first, or add another profile.`,
  confirmation: () => 'The name doesn’t match. Type it exactly as shown.',
  onlyKey: () => 'This is the organization’s only active key. Create another one first.',
  keyNameTaken: (name) => `A key named “${name}” already exists. Choose another name.`,
  newKeyExpired: () => 'This key is no longer available because it’s shown only once. Archive it and create another.',
  clipboardRefused: () => 'Couldn’t use the clipboard. Try again, or reveal the key in a dialog.',
  windowRefused: () => 'Couldn’t open a dialog, so nothing was shown. Try again.',
  passphraseUnshown: () =>
    'The file was saved, but its passphrase couldn’t be shown. Delete the file, then export the key again.',
  passphraseUncopied: (fileName) =>
    `The file ${fileName ? `“${fileName}” ` : ''}was saved, but its passphrase couldn’t be copied. If you wrote it down, no action is needed. Otherwise, delete the file, then export the key again.`,
  sessionKey: () =>
    'This profile’s key is kept for this session only. Before you rotate it, save it in the keychain (Manage profiles > Replace key).',
  practiceKey: () => 'Practice keys can’t be rotated or exported.',
  rejectedKey: () =>
    'The service rejected this profile’s key, so it can’t be exported. Replace the key first (Manage profiles > Replace key).',
  ownKeyUnclear: () =>
    'Couldn’t tell which of the listed keys this profile uses. Create a new key and enter it manually.',
  rotationOpen: () => 'A rotation is in progress. Finish or undo it first.',
  rotationNone: () => 'No rotation is in progress.',
  keysBusy: () => 'Another key change is in progress. Try again when it finishes.',
  oldKeyStays: (detail) =>
    `The old key couldn’t be reactivated${detail ? ` (${common.serviceMessage(detail)})` : ''}. The new key worked when it was tested, so you can continue. Or enter another working key in the profile (Manage profiles > Replace key), then choose Undo rotation.`,
  oldKeyCompromised: () =>
    'The old key was archived as compromised and won’t be reactivated. The new key worked when it was tested, so you can continue. (To reactivate the old key yourself, find it in the list and enter a reason.)',
  oldKeyUnused: () =>
    'No profile on this computer uses the old key anymore, because a different working key was entered. Nothing was archived. If you continue, the key you entered is kept, the key created by the rotation is archived, and the saved copies are deleted.',
  oldKeyLast: () =>
    'No profile on this computer used the old key, and the key that was entered wasn’t a working key of the same organization. Nothing was archived. Unless you’ve replaced the profile’s key since then, enter a working key of that organization in the profile (Manage profiles > Replace key). Then continue.',
  newKeyUnused: () =>
    'No profile on this computer uses the new key, because other keys were entered. Both keys are kept. To continue, undo the rotation. If a key entered since then works, it’s kept; otherwise, the old key is restored.',
  bothKeysRefused: () =>
    'The service rejected both keys. Unless you’ve replaced the profile’s key since then, wait, or enter a working key in the profile (Manage profiles > Replace key). Then continue. If no key works when you continue, the rotation ends and the saved copies are deleted.',
  oldKeyAlive: () =>
    'The service lists the old key as archived but still accepts it. Wait, then continue. If this persists, contact the service’s administrator.',
  sealedFile: () => 'This isn’t a Rundesk key file, or it’s damaged. Nothing was changed. Ask for the file again.',
  sealedLarge: () => 'This file is too large to be a key file. Nothing was changed.',
  sealedVersion: () =>
    'This file was created by a newer version of Rundesk. Nothing was changed. Update Rundesk, then try again.',
  sealedUnread: (code) => `Couldn’t read the file${code ? ` (${code})` : ''}. Nothing was changed.`,
  chooseFileAgain: () => 'Choose the file again.',
  sealedContent: () => 'The file doesn’t contain a key. Nothing was changed. Ask for a new export.',
  passphrase: () =>
    'Couldn’t open the file: the passphrase is wrong, or the file was changed. Nothing was changed on this computer.',
  workflowKind: (kind) => `${otherThanFiles[kind] ?? 'This isn’t a regular file.'} Nothing was changed.`,
  workflowLarge: (bytes) =>
    `This file is too large to be an agent (maximum ${kibibytes(Number(bytes) || 0)} KiB). Nothing was changed.`,
  workflowUnread: (code) => `Couldn’t read the file${code ? ` (${code})` : ''}. Nothing was changed.`,
  workflowEncoding: () => 'This file isn’t UTF-8 text. Save it as UTF-8, then choose it again. Nothing was changed.',
  workflowJson: (position) => `This file isn’t valid JSON${positionIn(position)}. Nothing was changed.`,
  workflowName: () => 'The field name __proto__ isn’t allowed. Rename it.',
  workflowShape: () =>
    'This isn’t an agent definition: it has no list of nodes. Choose a definition exported from the service. Nothing was changed.',
  agentNameTaken: (name) => `An agent named “${name}” already exists. Choose another name.`,
  agentUnclear: (name) => `It’s not yet clear whether “${name}” was created. Wait two minutes, or choose another name.`,
  keyReason: () => 'This key was archived as compromised. Explain why it’s safe to use again.',
  profile: () => 'This profile no longer exists.',
  referenceName: (name) =>
    name
      ? `“${name}” is reserved for the call’s ID. Remove it from the context, or choose another name in the profile.`
      : 'Use only letters, digits and underscores. Start with a letter, and don’t use a reserved name.',
  proxyAddress: () =>
    'Not a valid proxy address. Example: http://proxy.example.com:8080, without a user name or password.',
  certificateFile: () =>
    'Couldn’t read the file, or it doesn’t contain a certificate in PEM format (-----BEGIN CERTIFICATE-----).',
  exportFile: (code) =>
    `Couldn’t write the file${code ? ` (${code})` : ''}. Choose another location, or free up some space.`,
  fileUnread: (code) =>
    code === 'EFBIG' ? 'The file is too large.' : `Couldn’t read the file${code ? ` (${code})` : ''}.`,
  listNotTable: (kind) =>
    `${otherThanTables[kind] ?? 'This isn’t a table: its lines have no columns and no phone numbers. Choose a CSV or XLSX file.'} Nothing was imported.`,
  listEmpty: () => 'The table has no rows. Nothing was imported.',
  listTooLarge: () =>
    `The table is too large (maximum ${common.count(listLimits.bytes / 1024 / 1024)} MiB). Split it, then open the parts one at a time. Nothing was imported.`,
  listRows: () =>
    `The table has too many rows (maximum ${common.count(listLimits.rows)}). Split it, then open the parts one at a time. Nothing was imported.`,
  listColumns: () =>
    `The table has too many columns (maximum ${common.count(listLimits.columns)}). Remove the columns you don’t need, then open it again. Nothing was imported.`,
  listRowWide: (words) =>
    `${wideRow(words)} Put cells that contain the separator in quotation marks, then open it again. Nothing was imported.`,
  listQuotes: (line) =>
    `${inLine(line)} has an unmatched quotation mark. Correct it, then open the table again. Nothing was imported.`,
  listLineLong: (line) =>
    `${inLine(line)} is too long (maximum ${common.count(listLimits.rowCharacters)} characters). Shorten it, then open the table again. Nothing was imported.`,
  listEncoding: (line) =>
    `${inLine(line)} contains characters that can’t be read. Save the file as UTF-8, then open it again. Nothing was imported.`,
  listNul: (line) =>
    `${inLine(line)} contains a NUL character, so this may not be a text file. Save it as CSV (UTF-8), then open it again. Nothing was imported.`,
  listZipBomb: () =>
    'The workbook is too large once it’s decompressed. Save the sheet as CSV, then open that file. Nothing was imported.',
  listDamaged: () =>
    'The workbook is damaged. Open it in a spreadsheet program, save it, then open it in Rundesk again. Nothing was imported.',
  listChanged: () =>
    'The file changed while it was being read. Close it in other programs, then open it again. Nothing was imported.',
  listUnread: (code) => `Couldn’t read the file${code ? ` (${code})` : ''}. Nothing was imported.`,
  listNumbers: () => 'No column contains phone numbers. Nothing was imported.',
  listKey: (words) => `${keyCell(words)} Remove the key, then open the table again. Nothing was imported.`,
  listState: () => 'The list has changed. Check it again.',
  listGroup: () => 'The group has more rows or newer calls now than were shown.',
  listUnchecked: () =>
    'The rows haven’t been checked yet. Choose an agent and the columns, then wait for the check to finish.',
  listCount: () =>
    'The number of ready rows changed. No one was called. Check the number of ready rows, then try again.',
  listBusy: () => 'Another list of this profile is running. Pause it before you start this one.',
  listRunning: (name) => `“${name}” is running with this profile. Pause or stop that list first.`,
  listAgent: () => 'The agent is archived, unpublished or unknown. Choose another agent.',
  listAgentSilent: () => 'The agent has no opening, so it wouldn’t say anything. Choose another agent.',
  listAgentChanged: () => 'The agent was published again. Check its opening, then start the list.',
  listRowState: () => 'The row or its list has changed. Check the row again.',
  listPolicy: (words) => {
    const rule = listRules.find((one) => one === words)
    const text = rule === undefined ? 'Your organization’s policy doesn’t allow this list.' : start.notAllowed(rule)
    return rule === 'noLists'
      ? `${text} Ask your administrator.`
      : `${text} If the list is a draft, change its type or its options; otherwise, ask your administrator.`
  },
  listPractice: () => 'The practice list requires a practice profile. Switch to one, then open the list again.',
  note: () => 'Explain how you know. This note is the only record.',
  doNotCallExpired: () =>
    'The last day on which the numbers are valid has passed, so they wouldn’t be blocked. Nothing was imported. Enter a later date, then choose the file again.',
  resolved: () => 'This call is already resolved.',
  busyNumber: () =>
    'A call to this number is being dialed or is unresolved. You can erase the number once the call’s outcome is known.',
  runOfAnotherCall: (runId) => `The service’s run ${runId} belongs to another call.`,
  service: (detail) => (detail ? `“${detail}” (message from the service)` : 'The service rejected this value.'),
}

/** The labels of the fields that the user fills in. */
const fieldLabels: ReadonlyMap<string | number, string> = new Map([
  ['agentUuid', 'Agent'],
  ['agentName', 'Agent'],
  ['apiKeyId', 'Key'],
  ['callId', 'Call'],
  ['callerId', 'Caller ID'],
  ['color', 'Color'],
  ['configurationId', 'Telephony configuration'],
  ['confirmation', 'Confirmation'],
  ['definition', 'Agent definition'],
  ['dialSeconds', 'Call request timeout'],
  ['dueAt', 'Reminder time'],
  ['extraCertificatesFile', 'Additional CA certificates'],
  ['file', 'File'],
  ['fromPhoneNumberId', 'Caller ID'],
  ['fromPhoneNumberText', 'Caller ID'],
  ['globalShortcut', 'Global shortcut'],
  ['homeCountry', 'Default country'],
  ['initialContext', 'Context'],
  ['keepPersonalDataDays', 'Days to keep numbers and contexts'],
  ['key', 'API key'],
  ['label', 'Label'],
  ['name', 'Name'],
  ['note', 'Note'],
  ['operatorName', 'Your name'],
  ['origin', 'Service address'],
  ['passphrase', 'Passphrase'],
  ['password', 'Password'],
  ['phoneNumber', 'Number'],
  ['profileId', 'Profile'],
  ['proxy', 'Proxy'],
  ['quietHours', 'Quiet hours'],
  ['reason', 'Reason'],
  ['redialOf', 'Earlier call'],
  ['referenceName', 'Name in the context'],
  ['repeatMinutes', 'Minutes before calling the same number again'],
  ['sealed', 'Key file'],
  ['search', 'Search'],
  ['telephonyConfigurationId', 'Telephony configuration'],
  ['telephonyConfigurationName', 'Telephony configuration'],
  ['text', 'Text'],
  ['url', 'Address'],
  ['user', 'User name'],
  ['workflowRunId', 'Run ID'],
  ['zone', 'Time zone'],
])

/** Fields whose inner names are chosen by the user, not the app. */
const ownNames: ReadonlySet<string | number> = new Set(['initialContext', 'definition'])

/** A part of a path: a name chosen by the user as it is, a name of the service in quotes, and no name from the app's code. */
const partName = ({ path, code }: Issue, part: string | number, index: number): string[] => {
  if (index > 0 && ownNames.has(path[0] ?? '')) return [String(part)]
  const name = fieldLabels.get(part)
  if (name !== undefined) return [name]
  return code === 'service' ? [`“${part}”`] : []
}

/** Where an issue is, in words; '' if the screen has no word for it. */
const place = (one: Issue): string => one.path.flatMap((part, index) => partName(one, part, index)).join(' › ')

/** Issues whose message doesn't say which value it is about. */
const codesWithoutSubject: ReadonlySet<IssueCode> = new Set<IssueCode>([
  'containsKey',
  'required',
  'invalid',
  'tooLong',
  'loneSurrogate',
  'nul',
  'tooDeep',
  'unsafeInteger',
  'notFinite',
  'recordId',
  'setByPolicy',
  'service',
])

/** One rejected value. */
export const issue = {
  text: ({ code, words }: Issue): string => sentences[code](words ?? ''),
  /** The message as it is shown away from the field, with the field's label unless the message says what it is about. */
  withField: (one: Issue): string => {
    const where = codesWithoutSubject.has(one.code) ? place(one) : ''
    return where === '' ? issue.text(one) : `${where}: ${issue.text(one)}`
  },
}
