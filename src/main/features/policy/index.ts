import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ListPolicy,
  type Policy,
  type PolicyReason,
  policySchema,
  type PolicySetting,
  type PolicyStatus,
} from '../../../contract/policy.ts'
import { defaultSettings, type Settings } from '../../../contract/settings.ts'
import { errorCode } from '../../../domain/error-code.ts'
import { isLoopback } from '../../../domain/origin.ts'
import { canonicalOrigin } from '../../lib/service-origin.ts'
import type { Storage } from '../../storage/storage.ts'
import { parseJson } from '../../../domain/json.ts'

/** This computer's policy, read once at startup. */
export type PolicyStore = {
  read(): Promise<void>
  status(): PolicyStatus
  /** Returns the settings with the values that the policy sets or locks. */
  apply(settings: Settings): Settings
  isLocked(name: string): boolean
  /** Returns whether the app may connect to an origin. Loopback is always allowed. */
  allows(origin: string): boolean
  plainHttpOnLan(): boolean
  /** Returns what call lists may do. */
  lists(): ListPolicy
}

const settingName = 'policy'

/** Creates the policy store. A `source` of null means that there is no policy file. */
export const createPolicyStore = (storage: Pick<Storage, 'run'>, source: PolicySource | null): PolicyStore => {
  let policy: Policy | null = null
  let file: PolicyFile = { found: 'none' }
  /** True if the file was refused and the last valid policy could not be read; then only loopback is allowed. */
  let isUnknown = false

  const currentPolicy = async (): Promise<Policy | null> => {
    const stored = await storage.run('readSetting', { name: settingName })
    const last = stored.ok ? stored.value : null
    // A mistake in the file must not disable the policy: the last valid one applies until the file is fixed.
    if (file.found === 'refused') {
      isUnknown = !stored.ok
      return parseStored(last)
    }
    const current = file.found === 'policy' ? file.policy : null
    // A start without a file also replaces the last policy, so that a later invalid file does not restore it.
    const value = JSON.stringify(current)
    if (value !== (last ?? 'null')) await storage.run('writeSetting', { name: settingName, value })
    return current
  }

  const stateOf = (): PolicyStatus['state'] => {
    if (file.found === 'none') return 'none'
    if (file.found === 'policy') return 'inForce'
    return policy === null ? 'refused' : 'kept'
  }

  const status = (): PolicyStatus => ({
    state: stateOf(),
    file: source?.file ?? null,
    reason: file.found === 'refused' ? file.reason : null,
    at: file.found === 'refused' ? file.at : null,
    allowedOrigins: policy?.allowedOrigins ?? null,
    plainHttpOnLan: policy?.plainHttpOnLan ?? false,
    locked: lockedSettings(policy),
    lists: policy?.lists ?? null,
  })

  return {
    async read() {
      if (source === null) return
      file = await readPolicyFile(source)
      policy = await currentPolicy()
    },
    status,
    apply(settings) {
      const locked = lockedSettings(policy).map((name) => [name, policy?.settings?.[name] ?? defaultSettings[name]])
      // The names and values come from the settings.
      return { ...settings, ...(Object.fromEntries(locked) as Partial<Settings>) }
    },
    isLocked: (name) => lockedSettings(policy).some((locked) => locked === name),
    allows: (origin) =>
      isLoopback(new URL(origin).hostname) ||
      (!isUnknown &&
        policy?.allowedOrigins?.some((allowed) => canonicalOrigin(allowed) === canonicalOrigin(origin)) !== false),
    plainHttpOnLan: () => policy?.plainHttpOnLan ?? false,
    // While the policy is unknown, no list may call.
    lists: () => (isUnknown ? { types: [] } : (policy?.lists ?? {})),
  }
}

const lockedSettings = (policy: Policy | null): PolicySetting[] => [
  // The schema has validated these names.
  ...new Set([...(Object.keys(policy?.settings ?? {}) as PolicySetting[]), ...(policy?.lockedSettings ?? [])]),
]

/** A damaged record is treated as if there were no policy. */
const parseStored = (text: string | null): Policy | null =>
  text === null ? null : (policySchema.safeParse(parseJson(text)).data ?? null)

type PolicyFile =
  | { found: 'none' }
  | { found: 'policy'; policy: Policy }
  | { found: 'refused'; reason: PolicyReason; at: string | null }

export type PolicySource = {
  file: string
  /** User IDs that may own the file; empty on systems without user IDs. */
  owners: readonly number[]
}

type PolicySourceOptions = {
  platform: NodeJS.Platform
  packaged: boolean
  /** Another path, for tests. A packaged app ignores it. */
  override: string
  /** ID of the user who runs this process; undefined on systems without user IDs. */
  userId: number | undefined
}

/**
 * Returns the path of the policy file and its permitted owners. SECURITY: in a packaged app no argument or environment
 * variable changes the path; otherwise, the users that it restricts could bypass it.
 */
export const policySource = ({ platform, packaged, override, userId }: PolicySourceOptions): PolicySource => {
  if (!packaged && override !== '') return { file: override, owners: userId === undefined ? [] : [0, userId] }
  return { file: join(policyFolder(platform), 'policy.json'), owners: userId === undefined ? [] : [0] }
}

/** Only administrators can write to these folders. */
const policyFolder = (platform: NodeJS.Platform): string => {
  // Do not use %ProgramData%, because users can set environment variables.
  if (platform === 'win32') return 'C:\\ProgramData\\Rundesk'
  return platform === 'darwin' ? '/Library/Application Support/Rundesk' : '/etc/rundesk'
}

/** Maximum size of a policy file, in bytes. */
const maxBytes = 64 * 1024
const groupOrOthersWrite = 0o022

/** Reads the policy file. Never throws; a refusal contains the reason. */
export const readPolicyFile = async ({ file, owners }: PolicySource): Promise<PolicyFile> => {
  try {
    // Non-blocking, so that a pipe in place of the file does not block startup.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      return await readOpened(handle, owners)
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = errorCode(error)
    return code === 'ENOENT' ? { found: 'none' } : refuse(code === 'ENXIO' ? 'notAFile' : 'unreadable')
  }
}

const readOpened = async (handle: Awaited<ReturnType<typeof open>>, owners: readonly number[]): Promise<PolicyFile> => {
  const stat = await handle.stat()
  if (!stat.isFile()) return refuse('notAFile')
  // SECURITY: only an administrator may set the policy, so the file must not be writable by others.
  if (owners.length > 0 && !owners.includes(stat.uid)) return refuse('owner')
  if (owners.length > 0 && (stat.mode & groupOrOthersWrite) !== 0) return refuse('writable')
  if (stat.size > maxBytes) return refuse('tooLarge')
  const bytes = new Uint8Array(maxBytes + 1)
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
  return readPolicy(bytes.subarray(0, bytesRead))
}

/** Reads a policy from bytes, or refuses it as a whole with the reason. */
export const readPolicy = (bytes: Uint8Array): PolicyFile => {
  if (bytes.length > maxBytes) return refuse('tooLarge')
  const text = decode(bytes)
  if (text === null) return refuse('notText')
  const json = parseJson(text)
  if (json === undefined) return refuse('notJson')
  const policy = policySchema.safeParse(json)
  if (policy.success) return { found: 'policy', policy: policy.data }
  const [first] = policy.error.issues
  const at = [...(first?.path ?? []), ...(first?.code === 'unrecognized_keys' ? first.keys : [])]
  return refuse('content', at.join('.').slice(0, 200) || null)
}

const refuse = (reason: PolicyReason, at: string | null = null): PolicyFile => ({ found: 'refused', reason, at })

const decode = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
