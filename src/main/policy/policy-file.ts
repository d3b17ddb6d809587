import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { errorCode } from '../../contract/error-code.ts'
import { type Policy, type PolicyReason, policySchema } from '../../contract/policy.ts'

export type PolicyFile =
  | { found: 'none' }
  | { found: 'policy'; policy: Policy }
  | { found: 'refused'; reason: PolicyReason; at: string | null }

export type PolicyFileParts = {
  file: string
  /** Whose files are believed: the ids of the users who may rule this computer. Empty where the system has no such ids. */
  owners: readonly number[]
}

const largest = 64 * 1024
/** Anybody but the owner may write. */
const writableByOthers = 0o022

const refuse = (reason: PolicyReason, at: string | null = null): PolicyFile => ({ found: 'refused', reason, at })

const decode = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Bytes that are no text are told as that.
    return null
  }
}

const parse = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** Reads a policy out of the bytes of a file: whole, or refused with the reason. */
export const readPolicy = (bytes: Uint8Array): PolicyFile => {
  if (bytes.length > largest) return refuse('tooLarge')
  const text = decode(bytes)
  if (text === null) return refuse('notText')
  const json = parse(text)
  if (json === null) return refuse('notJson')
  const policy = policySchema.safeParse(json.value)
  if (policy.success) return { found: 'policy', policy: policy.data }
  const [first] = policy.error.issues
  const at = [...(first?.path ?? []), ...(first?.code === 'unrecognized_keys' ? first.keys : [])]
  return refuse('content', at.join('.').slice(0, 200) || null)
}

const readOpened = async (handle: Awaited<ReturnType<typeof open>>, owners: readonly number[]): Promise<PolicyFile> => {
  const stat = await handle.stat()
  if (!stat.isFile()) return refuse('notAFile')
  // SECURITY: a policy is the word of whoever rules the computer; a file that others can write is not.
  if (owners.length > 0 && !owners.includes(stat.uid)) return refuse('owner')
  if (owners.length > 0 && (stat.mode & writableByOthers) !== 0) return refuse('writable')
  if (stat.size > largest) return refuse('tooLarge')
  const bytes = new Uint8Array(largest + 1)
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
  return readPolicy(bytes.subarray(0, bytesRead))
}

/** Reads the policy of this computer. It never throws: what cannot be taken is told with its reason. */
export const readPolicyFile = async ({ file, owners }: PolicyFileParts): Promise<PolicyFile> => {
  try {
    // Not blocking: a pipe in the place of the file must not hold the start up.
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
