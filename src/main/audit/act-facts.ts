import { type AuditedAct, stoppedActSchema } from '../../contract/audit.ts'
import { changedSettings } from '../../contract/changed-settings.ts'
import type { Settings } from '../../contract/settings.ts'
import type { Input } from '../../contract/operations.ts'

type About = { [A in AuditedAct]?: (input: Input<A>, known: Settings) => string | null }

const keyIn = ({ apiKeyId }: { apiKeyId: number }): string => `key ${apiKeyId}`

/** What each act is about, from what was asked: never a number that was called and never a key. */
const about: About = {
  addProfile: ({ name }) => name,
  updateProfile: ({ name }) => name,
  createKey: ({ name }) => name,
  saveMadeKey: ({ name }) => name,
  archiveKey: (input) => keyIn(input) + (input.compromised === null ? '' : `, compromised: ${input.compromised}`),
  reactivateKey: (input) => keyIn(input) + (input.reason === '' ? '' : `: ${input.reason}`),
  createWorkflow: ({ name }) => `agent ${name}`,
  // Their names alone: the values may be addresses and users, and stay out.
  changeSettings: (wanted, known) => changedSettings(wanted, known).join(', ') || null,
  closeCall: ({ callId, verdict }) => `call ${callId}: ${verdict}`,
  exportCalls: ({ format }) => format,
  saveEvidence: ({ callId }) => `call ${callId}`,
}

/** The words about one act, as they were typed; null where there is nothing to say. */
export const aboutAct = <A extends AuditedAct>(act: A, input: Input<A>, known: Settings): string | null =>
  about[act]?.(input, known) ?? null

/** The profile that an act names; null for those that hold for the whole computer. */
export const profileOf = (input: object): string | null =>
  'profileId' in input && typeof input.profileId === 'string' ? input.profileId : null

/** Some acts end well and yet not where they were meant to: the kind of that end, or null. */
export const stoppedShort = (value: unknown): string | null => {
  const found = stoppedActSchema.safeParse(value)
  return found.success ? found.data.failure.kind : null
}
