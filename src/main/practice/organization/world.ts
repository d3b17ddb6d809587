import type { JsonObject, JsonValue, Printable } from '../json.ts'
import { createHash } from 'node:crypto'

/** The data of the practice service. Times are in milliseconds since 1970. */
export type World = {
  organizations: Organization[]
  agents: Agent[]
  keys: ApiKey[]
  configurations: TelephonyConfiguration[]
  phoneNumbers: PhoneNumber[]
  runs: Run[]
  /** Every dial that made a phone ring, in order. */
  dials: Dial[]
  next: { agent: number; definition: number; key: number; run: number }
}

export type Organization = {
  readonly id: number
  readonly name: string
  readonly owner: { readonly id: number; readonly email: string; readonly providerId: string }
  readonly concurrentCallLimit: number
}

export type Agent = {
  readonly id: number
  readonly organizationId: number
  /** The Agent UUID of specification section 2, in lowercase. */
  readonly uuid: string
  readonly name: string
  readonly status: 'active' | 'archived'
  readonly createdAt: number
  readonly hasOwner: boolean
  /** Triggering it is forbidden (specification section 7). */
  readonly isRestricted: boolean
  /** Oldest first. */
  readonly versions: AgentVersion[]
}

export type AgentVersion = {
  readonly id: number
  readonly versionNumber: number
  readonly status: 'draft' | 'published' | 'archived'
  readonly createdAt: number
  readonly publishedAt: number | null
  readonly definition: Printable
  readonly variables: Printable
}

export type ApiKey = {
  readonly id: number
  readonly organizationId: number
  readonly name: string
  /** SHA-256 of the key, which itself is not stored. */
  readonly hash: string
  readonly prefix: string
  readonly createdAt: number
  lastUsedAt: number | null
  archivedAt: number | null
}

export type TelephonyConfiguration = {
  readonly id: number
  readonly organizationId: number
  readonly name: string
  readonly provider: string
  readonly connectivity: 'api' | 'sip'
  readonly isDefault: boolean
  readonly deactivated: { readonly since: number; readonly reason: string } | null
  /** Why it cannot place calls, or null when it is ready. */
  readonly blockedReason: string | null
  readonly createdAt: number
}

export type PhoneNumber = {
  readonly id: number
  readonly organizationId: number
  readonly configurationId: number
  readonly address: string
  readonly normalized: string
  readonly type: 'pstn' | 'sip_uri' | 'sip_extension'
  readonly countryCode: string | null
  readonly label: string | null
  readonly isActive: boolean
  readonly isDefault: boolean
  readonly createdAt: number
}

/** How a call ends. */
export type CallEnding =
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'never-ends'
  | 'voicemail'
  | 'no-result'
  | 'no-transcript'
  | 'do-not-call'

/** What started a run: this API, a person in a browser, a caller, or a campaign. */
export type RunSource = 'api' | 'browser' | 'inbound' | 'campaign'

export type Run = {
  readonly id: number
  readonly organizationId: number
  readonly agentId: number
  readonly definitionId: number
  readonly name: string
  readonly source: RunSource
  /** The carrier, or `smallwebrtc` for a run in a browser. */
  readonly provider: string
  readonly createdAt: number
  /** When the carrier accepts the call. Until then, the run has no call ID. */
  readonly dialedAt: number
  /** Null for a run that the service lists without numbers. */
  readonly calledNumber: string | null
  readonly callerNumber: string | null
  readonly callId: string
  readonly publicToken: string
  readonly initialContext: JsonObject
  readonly start:
    | { readonly kind: 'dialed' }
    | { readonly kind: 'failed'; readonly error: string }
    | { readonly kind: 'orphaned' }
  readonly ending: CallEnding
  /** True if the context names an unknown configuration: the run never ends and keeps its slot (measured). */
  readonly losesCallbacks: boolean
  /** What this run causes to fail for the whole organization (measured). */
  readonly breaks: { readonly lists: boolean; readonly numberFilter: boolean }
}

type Dial = { readonly runId: number; readonly phoneNumber: string; readonly at: number }

export type Context = ReadonlyMap<string, JsonValue>

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Returns a number from 0 to below 1. Keys are made from it, so it must be unpredictable outside tests. */
export type Randomness = () => number

/** Creates a key: `dgr_` followed by 43 characters. */
export function makeKeyText(random: Randomness): string {
  return `dgr_${Array.from({ length: 43 }, () => letters[Math.floor(random() * letters.length)]).join('')}`
}

export function hashOfKey(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Creates a version 4 UUID in lowercase. */
export function makeUuid(random: Randomness): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16))
  digits[12] = '4'
  digits[16] = '89ab'[Math.floor(random() * 4)] ?? '8'
  const text = digits.join('')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}
