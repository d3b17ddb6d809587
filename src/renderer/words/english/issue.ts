import type { Issue, IssueCode } from '../../../contract/failure.ts'
import { contextLimits } from '../../../contract/initial-context.ts'
import { maxRecordId } from '../../../contract/telephony.ts'
import { common } from './common.ts'

const kibibytes = (bytes: number): string => common.count(Math.ceil(bytes / 1024))

/** What was chosen in the place of a file. */
const otherThanFiles: Record<string, string> = {
  folder: 'This is a folder. Choose the file in it.',
  link: 'This is a link to another file. Choose that file itself.',
  device: 'This is a device or a pipe, and no file.',
}

const stoppedAt = (place: string): string => {
  const [line, column] = place.split(':')
  return line && column ? `: it breaks off in line ${line}, at character ${column}` : ''
}

const sentences: Record<IssueCode, (words: string) => string> = {
  required: () => 'This is needed.',
  invalid: () => 'This value is not taken.',
  tooLong: (limit) => (limit ? `This is too long: ${limit} characters at most.` : 'This is too long.'),
  notAnObject: () => 'The context must be one JSON object, in curly braces: { "name": "value" }.',
  loneSurrogate: () => 'There is half a character here (often half an emoji). The service breaks on it: type it anew.',
  nul: () => 'There is a NUL character (\\u0000) here. The service breaks on it: remove it.',
  tooDeep: () => `Objects and lists are nested too deep here: ${contextLimits.depth} levels at most.`,
  tooLarge: (bytes) =>
    `The context is too large: ${kibibytes(Number(bytes) || 0)} KiB, and ${kibibytes(contextLimits.bytes)} KiB at most.`,
  reservedName: (name) => `“${name}” is a name the service writes itself. Choose another name.`,
  unsafeInteger: () => 'This whole number has too many digits and would lose some on the way. Put it in quotes.',
  notFinite: () => 'This number is too large to be sent. Put it in quotes.',
  agentUuid: () => 'This is not an Agent UUID. It looks like 7f3c2a1e-5d4b-4c3a-9f8e-1a2b3c4d9b21.',
  triggerPath: () =>
    'This looks like the trigger path of an API Trigger node, not an Agent UUID. Copy the Agent UUID from the agent’s page.',
  phoneNumber: () => 'This is no telephone number. Write it with its country code, for example +1 415 555 0123.',
  phoneExtension: () =>
    'The number has an extension, and extensions cannot be dialled here. Remove it, or dial exactly as typed.',
  severalNumbers: () => 'There are several numbers in it, and one call goes to one number. Choose one.',
  nationalNumber: () =>
    'The number has no country code, so it could be a number of many countries. Write it in full, for example +1 415 555 0123.',
  shortNumber: () =>
    'This is an extension or a service number, which is known in one network only. It can be dialled exactly as typed.',
  sipEndpoint: () => 'This is a SIP endpoint and no telephone number. It can be dialled exactly as typed.',
  recordId: () => `An id is a whole number from 1 to ${common.count(maxRecordId)}.`,
  origin: () => 'This is not a web address. It looks like https://voice.example.com.',
  originPath: () => 'Only the host belongs here, without a path: https://voice.example.com.',
  originCredentials: () => 'A user name or password does not belong in the address. Remove everything before the @.',
  originPlainHttp: () =>
    'Plain http would show the key to the network. Use https (http is taken for this computer only).',
  originScheme: () => 'The address must begin with https://.',
  originTrialRuntime: () =>
    'This test runtime reaches practice and this computer only. Install the product runtime to connect a far service.',
  originNotAllowed: () =>
    'The policy of this computer does not allow this service. Ask whoever rules this computer to add it.',
  setByPolicy: () => 'The policy of this computer sets this. Whoever rules this computer can change it.',
  keyBlank: () => 'There is a blank in the key. A key has none: copy it again.',
  keyLineBreak: () => 'There is a line break in the key. Copy the key alone, on one line.',
  keyShort: () => 'This is too short to be a key: a key has at least 8 characters.',
  keyLong: () => 'This is too long to be a key: a key has at most 512 characters.',
  keyCharacter: () => 'There is a character in it that no key has. A key is plain letters, digits and signs.',
  keyExpired: () => 'The key was held for a few minutes and has been let go. Enter it again.',
  confirmation: () => 'The text does not match. Type the name exactly as it is shown.',
  onlyKey: () =>
    'This is the only working key of the organization. Make another one first: an archived key cannot reactivate itself.',
  keyNameTaken: (name) =>
    `There is a key named “${name}” already. Choose another name: a lost answer is looked up by it.`,
  keyGone: () => 'This key is not held any more: it can be seen only once. Archive it, and make another one.',
  clipboardRefused: () =>
    'The system does not let the clipboard be used just now. Try once more, or have it shown in a window of the system.',
  windowRefused: () => 'The system could not open a window for it, so nothing was shown. Try once more.',
  passphraseUnshown: () =>
    'The file was written, but the system could not show its passphrase, so nobody can open it. Delete the file, and hand the key over once more.',
  passphraseUncopied: (fileName) =>
    `The file ${fileName ? `“${fileName}” ` : ''}was written and its passphrase was shown, but the system did not let it be copied. If it was noted, give the file and speak it. Otherwise delete the file, and hand the key over once more.`,
  sessionKey: () =>
    'This profile keeps its key until you quit only, and a new one would be lost with it. Save the key in the keychain first (Manage profiles, Replace the key), then rotate it.',
  practiceKey: () =>
    'Practice makes a key of its own each time it starts, so there is none to rotate or to hand over. Connect an organization to do it.',
  ownKeyUnclear: () =>
    'The service’s list does not tell which key this profile uses: none, or more than one, begins as it does. Make a new key, and put it in by hand.',
  rotationOpen: () => 'A rotation of this key is not over yet. Go on with it, or take it back, before anything else.',
  rotationNone: () => 'There is no rotation here that is not over.',
  keysBusy: () =>
    'A key of this service is being changed just now: rotated, replaced, or removed with its profile. Wait until that is over, and try again.',
  oldKeyStays: (said) =>
    `The old key does not come back${said ? ` (${common.serviceSays(said)})` : ''}. The new key works: go on with it. Or put another working key of the organization into the profile (Manage profiles, Replace the key), and take it back.`,
  oldKeyCompromised: () =>
    'The old key was archived as compromised, so the rotation does not bring it back. The new key works: go on with it. Whoever needs the old one after all reactivates it in the list, with a reason.',
  oldKeyUnused: () =>
    'No profile here has the old key: another one was put in meanwhile, and it works. Nothing was archived, and both keys of the rotation are kept. If you go on, the profile keeps the key that was put in, the new one is archived, and the copies are dropped.',
  oldKeyLast: () =>
    'No profile here has the old key, and what was put in meanwhile is no working key of its organization. Nothing was archived, and both keys of the rotation are kept. Put a working key of that organization into the profile (Manage profiles, Replace the key), and go on.',
  newKeyUnused: () =>
    'No profile here has the new key: other keys were put in meanwhile. Both keys of the rotation are kept, and the old one is not brought back unasked. Take it back: a working key of the organization that was put in is kept, and otherwise the old one comes back.',
  bothKeysRefused: () =>
    'The service takes neither the old key nor a new one. If that is for a moment only, wait and go on. Or put a working key of the organization into the profile (Manage profiles, Replace the key), and go on. If you go on and neither works, the rotation ends, and the copies that were kept are dropped.',
  oldKeyAlive: () =>
    'The service lists the old key as archived, and still answers to it. Wait a moment and go on; if it stays so, tell whoever runs the service.',
  sealedFile: () => 'This is no sealed file of Rundesk, or it is damaged. Nothing was changed. Ask for it once more.',
  sealedLarge: () => 'This file is too large to be a sealed key. Nothing was read from it, and nothing was changed.',
  sealedVersion: () =>
    'A newer Rundesk sealed this file. Nothing was changed. Update Rundesk here, or seal it once more there.',
  sealedUnread: (code) => `The file could not be read${code ? ` (${code})` : ''}. Nothing was changed.`,
  sealedGone: () => 'The file is not held any more. Choose it once more.',
  sealedContent: () =>
    'The seal was opened, and what is in it is no key. Nothing was changed. Seal it once more with Rundesk.',
  passphrase: () =>
    'The passphrase does not open this file: it is mistyped, or it belongs to another file, or the file was changed on its way. Nothing was changed.',
  workflowKind: (kind) =>
    `${otherThanFiles[kind] ?? 'This is no ordinary file.'} Nothing was read, and nothing was changed.`,
  workflowLarge: (bytes) =>
    `This file is too large to be an agent: ${kibibytes(Number(bytes) || 0)} KiB at most. Nothing was changed.`,
  workflowUnread: (code) => `The file could not be read${code ? ` (${code})` : ''}. Nothing was changed.`,
  workflowEncoding: () => 'This file is not UTF-8 text. Save it as UTF-8, and choose it again. Nothing was changed.',
  workflowJson: (place) => `This file is not whole JSON${stoppedAt(place)}. Nothing was changed.`,
  workflowName: () => 'There is a field named __proto__ here, which programs take for something else. Rename it.',
  workflowShape: () =>
    'This JSON holds no agent: it has no list of nodes. Choose the definition of an agent, as the service exports it. Nothing was changed.',
  workflowGone: () => 'The file is not held any more. Choose it once more.',
  agentNameTaken: (name) =>
    `There is an agent named “${name}” already. Choose another name: a lost answer is looked up by it.`,
  agentUnclear: (name) =>
    `Nobody knows yet whether “${name}” was created a moment ago. Wait two minutes, or choose another name.`,
  keyReason: () => 'This key was archived as compromised. Write down why it may be used again.',
  profile: () => 'This profile is not there any more, or it is of another kind.',
  referenceName: (name) =>
    name
      ? `“${name}” is the name under which this profile sends the call’s own id. Take it out of the context, or choose another name for it in the profile.`
      : 'A name is made of letters, digits and underscores, begins with a letter, and is none that the service writes itself.',
  proxyAddress: () =>
    'This is no address of a proxy. It looks like http://proxy.example.com:8080, without user or password.',
  certificateFile: () =>
    'This file cannot be read, or it holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).',
  exportFile: (code) =>
    `The file could not be written${code ? ` (${code})` : ''}. Nothing of it is left. Choose another place, or make room on the disk.`,
  fileUnread: (code) =>
    code === 'EFBIG'
      ? 'This file is too large for what was to be read.'
      : `The file could not be read${code ? ` (${code})` : ''}.`,
  note: () => 'Write down how you know it: the next person who asks has nothing else.',
  resolved: () => 'This call is settled already, so there is nothing to look up or to close.',
  busyNumber: () =>
    'A call to this number is not settled yet. Erase it afterwards: until then its number is what keeps people from being called twice.',
  service: (said) => (said ? common.serviceSays(said) : 'The service did not take this value.'),
}

/** What the parts of a call are called on the screen. */
const places: Record<string, string> = {
  phoneNumber: 'number',
  agentUuid: 'agent',
  initialContext: 'context',
  telephonyConfigurationId: 'configuration',
  fromPhoneNumberId: 'caller ID',
}

const place = (path: Issue['path']): string => path.map((part) => places[part] ?? String(part)).join(' › ')

/** Words for one refused value. */
export const issue = {
  sentence: ({ code, words }: Issue): string => sentences[code](words ?? ''),
  /** The sentence with its place, for lists away from the field. */
  located: (one: Issue): string =>
    one.path.length === 0 ? issue.sentence(one) : `${place(one.path)}: ${issue.sentence(one)}`,
}
