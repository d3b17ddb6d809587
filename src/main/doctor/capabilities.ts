import type { CapabilityName } from '../../contract/doctor.ts'

/** A release of the service, such as `1.45.0`. */
export type Version = readonly [major: number, minor: number, patch: number]

/** The first release of the service that has each capability (service description, section 15). */
export const capabilities: readonly { name: CapabilityName; since: Version; needed: boolean }[] = [
  { name: 'configurationChoice', since: [1, 27, 0], needed: false },
  // Without it no call can be placed at all.
  { name: 'callByAgentUuid', since: [1, 32, 0], needed: true },
  { name: 'callLimit', since: [1, 42, 0], needed: false },
  { name: 'noTestDefaults', since: [1, 43, 0], needed: false },
  { name: 'failedRunsTold', since: [1, 44, 0], needed: false },
  { name: 'callerIdChoice', since: [1, 45, 0], needed: false },
  { name: 'readyConfigurations', since: [1, 46, 0], needed: false },
]

/** Reads `1.45.0` or `v1.45.0-rc1`; null for what is no release, such as `dev`. */
export const readVersion = (text: string): Version | null => {
  const [, major, minor, patch = '0'] = /^v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?(?:[-+].*)?$/.exec(text.trim()) ?? []
  return major === undefined || minor === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

const isBefore = (one: Version, other: Version): boolean => {
  const at = one.findIndex((part, index) => part !== other[index])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

/** What a release does not have yet. */
export const lacking = (version: Version): typeof capabilities =>
  capabilities.filter(({ since }) => isBefore(version, since))
