import type { PolicyReason, PolicySetting } from '../../../contract/policy.ts'
import type { Settings } from '../../../contract/settings.ts'

const reasons: Record<PolicyReason, (at: string | null) => string> = {
  unreadable: () => 'It cannot be read by the people who work here.',
  notAFile: () => 'It is no plain file.',
  tooLarge: () => 'It is larger than 64 KiB.',
  owner: () => 'It does not belong to the administrator of this computer.',
  writable: () => 'Others than the administrator may write to it.',
  notText: () => 'It is no text in UTF-8.',
  notJson: () => 'It is not JSON.',
  content: (at) =>
    at === null ? 'It is no policy of Rundesk.' : `“${at}” in it is not known, or has a value that cannot be.`,
}

const names: Record<keyof Settings, string> = {
  operatorName: 'name of the person',
  repeatMinutes: 'asking before a second call',
  dialSeconds: 'time of a request',
  keepPersonalDataDays: 'keeping of numbers',
  homeCountry: 'country of numbers',
  quietHours: 'quiet hours',
  proxy: 'proxy',
  extraCertificatesFile: 'extra certificates',
  links: 'links',
  globalShortcut: 'global shortcut',
  notifications: 'notifications',
}

/** What settings are called in a row of them; a name that this version does not know stands as it is. */
export const settingNames = (listed: readonly string[]): string =>
  listed.map((name) => new Map(Object.entries(names)).get(name) ?? name).join(', ')

/** Words of the policy by which an admin rules a computer. */
export const policy = {
  title: 'Policy of this computer',
  text: 'Whoever rules this computer has laid it down. Nobody can change it from here.',
  locked: 'Set by the policy of this computer.',
  refused: 'The policy file is not taken',
  why: (reason: PolicyReason, at: string | null): string => reasons[reason](at),
  kept: 'What the last good one said still holds.',
  withoutOne: 'Nothing of it holds: Rundesk works as on a computer without a policy.',
  next: 'Whoever rules this computer mends the file; Rundesk reads it when it starts.',
  file: 'File',
  origins: 'Services',
  everyOrigin: 'any may be connected',
  plainHttp: 'Plain http',
  plainHttpYes: 'on the local network too',
  plainHttpNo: 'on this computer only',
  settings: 'Kept settings',
  none: 'none',
  names: (locked: readonly PolicySetting[]): string => settingNames(locked),
}
