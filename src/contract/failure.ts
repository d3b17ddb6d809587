import { z } from 'zod'

/** What stands in the way of an act about keys, and is no value that somebody could mend in a field. */
export const keyObstacles = [
  'practiceKey',
  'sessionKey',
  'ownKeyUnclear',
  'rotationOpen',
  'rotationNone',
  'keysBusy',
  'keyGone',
  'clipboardRefused',
  'windowRefused',
  'passphraseUnshown',
  'passphraseUncopied',
] as const

/** What stops a rotation on its way: a key was made by then, and profiles may have been given another one. */
export const rotationStops = [
  'oldKeyStays',
  'oldKeyCompromised',
  'oldKeyUnused',
  'oldKeyLast',
  'newKeyUnused',
  'bothKeysRefused',
  'oldKeyAlive',
] as const

/** Why a value was not taken; `service` means the service said so in its own words. */
export const issueCodes = [
  ...keyObstacles,
  ...rotationStops,
  'required',
  'invalid',
  'tooLong',
  'notAnObject',
  'loneSurrogate',
  'nul',
  'tooDeep',
  'tooLarge',
  'reservedName',
  'unsafeInteger',
  'notFinite',
  'agentUuid',
  'triggerPath',
  'phoneNumber',
  'phoneExtension',
  'severalNumbers',
  'nationalNumber',
  'shortNumber',
  'sipEndpoint',
  'recordId',
  'origin',
  'originPath',
  'originCredentials',
  'originPlainHttp',
  'originScheme',
  'originTrialRuntime',
  'originNotAllowed',
  'setByPolicy',
  'keyBlank',
  'keyLineBreak',
  'keyShort',
  'keyLong',
  'keyCharacter',
  'keyExpired',
  'confirmation',
  'onlyKey',
  'keyNameTaken',
  'keyReason',
  'sealedFile',
  'sealedLarge',
  'sealedVersion',
  'sealedUnread',
  'sealedGone',
  'sealedContent',
  'passphrase',
  'workflowKind',
  'workflowLarge',
  'workflowUnread',
  'workflowEncoding',
  'workflowJson',
  'workflowName',
  'workflowShape',
  'workflowGone',
  'agentNameTaken',
  'agentUnclear',
  'profile',
  'referenceName',
  'proxyAddress',
  'certificateFile',
  'exportFile',
  'fileUnread',
  'note',
  'resolved',
  'busyNumber',
  'service',
] as const

export const issueSchema = z.object({
  /** Where: names and indexes from the outside in, `['initialContext', 'customer', 'name']`. */
  path: z.array(z.union([z.string(), z.number()])),
  code: z.enum(issueCodes),
  /** What the code needs to be understood: a name, a limit, or the service's own sentence. */
  words: z.string().optional(),
})

/** One thing wrong with one value: where, which rule, and what the rule needs to be explained. */
export type Issue = z.infer<typeof issueSchema>
export type IssueCode = Issue['code']

export const unreachableCauses = [
  'refused',
  'noHost',
  'noRoute',
  'connectTimeout',
  'certificate',
  'notTls',
  'proxy',
  'proxyAuthentication',
  'proxyTimeout',
  'policy',
  'other',
] as const

export const unavailableCauses = [
  'timedOut',
  'cut',
  'notJson',
  'wrongShape',
  'tooLarge',
  'serverError',
  'busy',
  'redirected',
] as const

export const keychainReasons = ['locked', 'missing', 'unavailable', 'timedOut'] as const

export const storageReasons = [
  'unavailable',
  'full',
  'locked',
  'inUse',
  'readOnly',
  'diskError',
  'corrupt',
  'newerVersion',
  'pragma',
] as const

/** Why a second call to the same number is asked about: called lately, or the history has a gap and cannot tell. */
export const repeatReasons = ['calledLately', 'historyGap'] as const

/** The earlier call that stands in the way of a new one. */
const earlierCallSchema = z.object({
  callId: z.string(),
  state: z.string(),
  at: z.iso.datetime(),
  profileName: z.string(),
  phoneNumberDisplay: z.string(),
})

export const failureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unauthorized'), detail: z.string() }),
  z.object({ kind: z.literal('forbidden'), detail: z.string() }),
  z.object({ kind: z.literal('notFound'), detail: z.string() }),
  z.object({ kind: z.literal('invalid'), issues: z.array(issueSchema) }),
  z.object({ kind: z.literal('refused'), status: z.int(), detail: z.string() }),
  z.object({ kind: z.literal('unreachable'), cause: z.enum(unreachableCauses) }),
  z.object({
    kind: z.literal('unavailable'),
    cause: z.enum(unavailableCauses),
    /** For how long the service has asked to be left alone, where it has. */
    retryAfterSeconds: z.int().min(1).optional(),
  }),
  z.object({ kind: z.literal('keychain'), reason: z.enum(keychainReasons) }),
  z.object({ kind: z.literal('storage'), reason: z.enum(storageReasons) }),
  /** The number has a call whose outcome is not known yet: it may be ringing, so nobody is rung again. */
  z.object({ kind: z.literal('numberLocked'), call: earlierCallSchema }),
  /** The number was called a moment ago. Sending the draft again with `confirmation` calls it once more, once. */
  z.object({
    kind: z.literal('repeat'),
    reason: z.enum(repeatReasons),
    call: earlierCallSchema.nullable(),
    confirmation: z.uuid(),
  }),
  /** The app is about to close: it waits for the answers it has asked for, and begins nothing new. */
  z.object({ kind: z.literal('closing') }),
  z.object({ kind: z.literal('internal'), reference: z.string() }),
])

/**
 * Everything that can go wrong and was foreseen, as a value.
 * 401, 403, 404 and other refusals carry the service's own words, capped and scrubbed.
 */
export type Failure = z.infer<typeof failureSchema>

/** The answer to any operation: the value, or the failure that stood in its way. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure }

export const succeed = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const fail = (failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure })

/** A failure that says one value was not taken. */
export const invalid = (path: Issue['path'], code: IssueCode, words?: string): { ok: false; failure: Failure } =>
  fail({ kind: 'invalid', issues: [words === undefined ? { path, code } : { path, code, words }] })
