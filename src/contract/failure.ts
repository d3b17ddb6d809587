import { z } from 'zod'
import { foundRuns } from './found-run.ts'

/** Conflicts that prevent an action on keys and do not concern a particular field. */
export const keyObstacles = [
  'practiceKey',
  'rejectedKey',
  'sessionKey',
  'ownKeyUnclear',
  'rotationOpen',
  'rotationNone',
  'keysBusy',
  'newKeyExpired',
  'clipboardRefused',
  'windowRefused',
  'passphraseUnshown',
  'passphraseUncopied',
] as const

/** Conflicts that stop a rotation after it has created a key and may have changed profiles. */
export const rotationStops = [
  'oldKeyStays',
  'oldKeyCompromised',
  'oldKeyUnused',
  'oldKeyLast',
  'newKeyUnused',
  'bothKeysRefused',
  'oldKeyAlive',
] as const

/** Why a file cannot be used. */
export const fileProblems = [
  'sealedFile',
  'sealedLarge',
  'sealedVersion',
  'sealedUnread',
  'sealedContent',
  'workflowKind',
  'workflowLarge',
  'workflowUnread',
  'workflowEncoding',
  'workflowJson',
  'workflowName',
  'workflowShape',
  'fileUnread',
] as const

/** Why a table cannot be used. It may come from a file or from pasted text. */
export const tableProblems = [
  'listNotTable',
  'listEmpty',
  'listTooLarge',
  'listRows',
  'listColumns',
  'listRowWide',
  'listQuotes',
  'listLineLong',
  'listEncoding',
  'listNul',
  'listZipBomb',
  'listDamaged',
  'listChanged',
  'listUnread',
  'listNumbers',
  'listKey',
] as const

/** Conflicts with the present state of a profile, call, list or computer, which no entry in a form can fix. */
export const stateConflicts = [
  'profile',
  'setByPolicy',
  'unresolvedCalls',
  'onlyKey',
  'exportFile',
  'chooseFileAgain',
  'listState',
  'listGroup',
  'listUnchecked',
  'listCount',
  'listBusy',
  'listRunning',
  'listAgent',
  'listAgentSilent',
  'listAgentChanged',
  'listRowState',
  'listPractice',
  'listPolicy',
  'resolved',
  'busyNumber',
] as const

/** Why a value was rejected; `service` means that the service gave the reason. */
export const issueCodes = [
  ...keyObstacles,
  ...rotationStops,
  ...fileProblems,
  ...tableProblems,
  ...stateConflicts,
  'containsKey',
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
  'typedCharacters',
  'phoneExtension',
  'phoneLetter',
  'severalNumbers',
  'nationalNumber',
  'shortNumber',
  'emergencyNumber',
  'sipEndpoint',
  'recordId',
  'origin',
  'originPath',
  'originCredentials',
  'originPlainHttp',
  'originScheme',
  'originTrialRuntime',
  'originNotAllowed',
  'keyBlank',
  'keyLineBreak',
  'keyShort',
  'keyLong',
  'keyCharacter',
  'keyExpired',
  'keySame',
  'otherOrganization',
  'confirmation',
  'keyNameTaken',
  'keyReason',
  'passphrase',
  'agentNameTaken',
  'agentUnclear',
  'referenceName',
  'proxyAddress',
  'certificateFile',
  'note',
  'doNotCallExpired',
  'runOfAnotherCall',
  'service',
] as const

export const issueSchema = z.object({
  /** The path to the value, starting with the outermost name: `['initialContext', 'customer', 'name']`. */
  path: z.array(z.union([z.string(), z.number()])),
  code: z.enum(issueCodes),
  /** Details for the code: a name, a limit, or the service's message. */
  words: z.string().optional(),
})

/** A problem with one value: its path, the violated rule, and details. */
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
  'otherServer',
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
  /** A programming error. The log has it. */
  'internal',
] as const

/**
 * Why a call needs a confirmation: a recent call to the number, an earlier one that may still be in progress, a gap in
 * the history, a do-not-call entry, or a short number, which reaches a different phone in each phone system.
 */
export const repeatReasons = ['calledRecently', 'inProgress', 'historyGap', 'doNotCall', 'shortNumber'] as const
export type RepeatReason = (typeof repeatReasons)[number]

/** The earlier call that prevents a new one. */
const earlierCallSchema = z.object({
  callId: z.string(),
  state: z.string(),
  at: z.iso.datetime(),
  profileName: z.string(),
  phoneNumberDisplay: z.string(),
  /** What was found although the call was resolved as not placed. */
  foundRun: z.enum(foundRuns).optional(),
  /** True if a user resolved the call and the service reported that its run ended. */
  hasEnded: z.boolean().optional(),
  /** True if a user resolved the call and its run ended, but another known run may be the call's, too. */
  hasOtherRun: z.boolean().optional(),
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
    /** The service's Retry-After, if it sent one. */
    retryAfterSeconds: z.int().min(1).optional(),
  }),
  z.object({ kind: z.literal('keychain'), reason: z.enum(keychainReasons) }),
  z.object({ kind: z.literal('storage'), reason: z.enum(storageReasons) }),
  /** The number has an unresolved call, which may be ringing, so it must not be called again. */
  z.object({ kind: z.literal('numberLocked'), call: earlierCallSchema }),
  /** The call needs a confirmation. To place it, submit the draft again with the `confirmation` token. */
  z.object({
    kind: z.literal('repeat'),
    reason: z.enum(repeatReasons),
    call: earlierCallSchema.nullable(),
    /** The do-not-call entry, with its reason and date; for an imported register, its source and when it expires. */
    doNotCall: z
      .object({
        /** Null if the entry's number is erased. */
        phoneNumber: z.string().nullable().optional(),
        reason: z.string(),
        addedAt: z.iso.datetime(),
        addedBy: z.string(),
        importExpiresAt: z.iso.datetime().nullable().optional(),
      })
      .optional(),
    confirmation: z.uuid(),
  }),
  /** The app is quitting: it is waiting for pending responses and starts nothing new. */
  z.object({ kind: z.literal('closing') }),
  z.object({ kind: z.literal('internal'), reference: z.string() }),
])

/**
 * All expected failures, as values.
 * A refusal (401, 403, 404 and others) contains the service's message, shortened and redacted.
 */
export type Failure = z.infer<typeof failureSchema>

/**
 * The result of an operation: its value, or its failure. `unconfirmed`: a change was sent, and whether the service made
 * it is unknown. `reasonFailure`: why the user's reason for such a change couldn't be stored.
 */
export type Outcome<T> =
  | { ok: true; value: T }
  | { ok: false; failure: Failure; unconfirmed?: true; reasonFailure?: Failure }

export const succeed = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const fail = (failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure })

/** Returns whether a value was rejected for this reason. */
export const hasIssue = (failure: Failure, code: IssueCode): boolean =>
  failure.kind === 'invalid' && failure.issues.some((issue) => issue.code === code)

/** Creates the failure for one rejected value. */
export const invalid = (path: Issue['path'], code: IssueCode, words?: string): { ok: false; failure: Failure } =>
  fail({ kind: 'invalid', issues: [words === undefined ? { path, code } : { path, code, words }] })
