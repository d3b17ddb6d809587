import type { JsonObject, JsonValue, Printable } from '../json/json-value.ts'

/** Everything the practice service knows; times are milliseconds since 1970. Tables are flat, as in a database. */
export type World = {
  organizations: Organization[]
  agents: Agent[]
  keys: ApiKey[]
  configurations: TelephonyConfiguration[]
  phoneNumbers: PhoneNumber[]
  runs: Run[]
  /** Every phone that really rang, in order: what a test counts. */
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
  /** The Agent UUID of specification section 2, lower-case. */
  readonly uuid: string
  readonly name: string
  readonly status: 'active' | 'archived'
  readonly createdAt: number
  readonly hasOwner: boolean
  /** Answers 403: valid credentials without permission (specification section 7). */
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
  /** The key's text is kept by nobody: only its SHA-256 and its first eight characters. */
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
  readonly parked: { readonly since: number; readonly reason: string } | null
  /** Why no call can go out through it, or null when it is ready. */
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

/** What the callee and the carrier do with a call. */
export type LifeName = 'completed' | 'busy' | 'no-answer' | 'failed' | 'never-ends' | 'voicemail' | 'no-result'

export type Run = {
  readonly id: number
  readonly organizationId: number
  readonly agentId: number
  readonly definitionId: number
  readonly name: string
  readonly provider: string
  readonly createdAt: number
  /** When the carrier has taken the call; until then the run stands there without a call id. */
  readonly dialledAt: number
  readonly calledNumber: string
  readonly callerNumber: string | null
  readonly callId: string
  readonly publicToken: string
  readonly initialContext: JsonObject
  readonly start:
    | { readonly kind: 'dialled' }
    | { readonly kind: 'failed'; readonly error: string }
    | { readonly kind: 'orphaned' }
  readonly life: LifeName
  /** The context names another configuration: callbacks get lost, the run never ends and its slot stays taken (measured). */
  readonly isDeaf: boolean
  /** What reading this run breaks for the whole organization (measured). */
  readonly poisons: { readonly lists: boolean; readonly numberFilter: boolean }
}

export type Dial = { readonly runId: number; readonly phoneNumber: string; readonly at: number }

export type Context = ReadonlyMap<string, JsonValue>
