import type { Outcome } from '../../contract/failure.ts'
import type { KeylessGet } from './keyless-get.ts'
import { parseJson } from './parse-json.ts'
import { healthAnswerSchema } from './wire.ts'

/** Whatever answered at the health endpoint: `health` is null when it is not what the service says there. */
export type HealthAnswer = {
  status: number
  /** What the other side's clock said, ISO 8601; null when it did not tell. */
  date: string | null
  health: { status: string; version: string | null } | null
}

/** A health answer is a few hundred bytes. */
const largest = 64 * 1024

/** Asks the health endpoint of an origin, once and without any key, and tells of every kind of answer. */
export const askHealth = async (get: KeylessGet, origin: string): Promise<Outcome<HealthAnswer>> => {
  const got = await get(new URL('/api/v1/health', origin), largest)
  if (!got.ok) return got
  const { status, date, bytes } = got.value
  const parsed = status === 200 ? healthAnswerSchema.safeParse(parseJson(new TextDecoder().decode(bytes))) : null
  return { ok: true, value: { status, date, health: parsed?.success === true ? parsed.data : null } }
}
