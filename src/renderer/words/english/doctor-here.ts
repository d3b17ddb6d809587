import type { DoctorFacts, DoctorFindingCode } from '../../../contract/doctor.ts'
import { policyReasons, policySettings } from '../../../contract/policy.ts'
import { storage, storageNext } from './custody.ts'
import { policy } from './policy.ts'

/** Gives one fact of a finding; empty when it is not known. */
export type FactOf = (name: keyof DoctorFacts) => string
/** What was found, and what to do about it, or null. */
export type Say = (fact: FactOf) => [found: string, next: string | null]

type Here = Extract<
  DoctorFindingCode,
  `${'runtime' | 'policy' | 'keychain' | 'database' | 'history' | 'disk' | 'certificates'}${string}` | 'late' | 'broken'
>

const gigabytes = (bytes: string): string => `${(Number(bytes) / 1024 ** 3).toFixed(1)} GB`

const isReason = (text: string): text is keyof typeof storage => Object.hasOwn(storage, text)
const storageSays = (fact: FactOf): [string, string] => {
  const reason = fact('reason')
  return isReason(reason)
    ? [storage[reason], storageNext[reason]]
    : ['The history could not be asked.', 'Start the app again; if it stays so, save the diagnostics below.']
}

const policySets = (fact: FactOf): string => {
  const locked = policySettings.options.filter((name) => fact('locked').split(' ').includes(name))
  const parts = [
    ...(fact('origins') === '' ? [] : [`It allows: ${fact('origins')}.`]),
    ...(locked.length === 0 ? [] : [`It sets: ${policy.names(locked)}.`]),
  ]
  return parts.length === 0 ? 'It sets nothing that shows here.' : parts.join(' ')
}

const policyFault = (fact: FactOf): string => {
  const reason = policyReasons.find((one) => one === fact('reason'))
  const why = reason === undefined ? '' : policy.why(reason, fact('at') || null)
  return `${policy.refused} (${fact('file')}). ${why}`.trim()
}

const unlock: Record<string, string> = {
  linux:
    'Unlock it: open “Passwords and Keys” (or your wallet program) and enter its password, or sign out and in again with your password. A desk that signs in by itself never unlocks it.',
  darwin: 'Open Keychain Access and unlock the login keychain.',
}

/** Words for everything the doctor may find on this computer. */
export const doctorHere: Record<Here, Say> = {
  runtimeSupported: (fact) => [
    `Rundesk ${fact('version')} on Electron ${fact('electron')}, which still gets security fixes.`,
    null,
  ],
  runtimeTrial: (fact) => [
    `Electron ${fact('electron')} gets no security fixes any more. Rundesk reaches practice and this computer only.`,
    'Install the packaged app, which brings a supported Electron.',
  ],
  runtimeWithoutWindow: (fact) => [`Rundesk ${fact('version')} without a window, on Node.js ${fact('node')}.`, null],
  policyNone: () => ['Nobody rules this computer by a policy.', null],
  policyInForce: (fact) => [`A policy is in force (${fact('file')}). ${policySets(fact)}`, null],
  policyKept: (fact) => [`${policyFault(fact)} ${policy.kept} ${policySets(fact)}`, policy.next],
  policyRefused: (fact) => [`${policyFault(fact)} ${policy.withoutOne}`, policy.next],
  keychainUsable: () => ['The keychain is there and open.', null],
  keychainLocked: (fact) => [
    'The keychain of this computer is locked: no key can be read or kept.',
    unlock[fact('platform')] ?? 'Unlock it, then look again.',
  ],
  keychainUnavailable: (fact) => [
    'There is no keychain that can be used.',
    fact('platform') === 'linux'
      ? 'Install and start a Secret Service (gnome-keyring or KWallet) in the same session as this app.'
      : 'Sign out and in again; if it stays so, ask whoever looks after this computer.',
  ],
  keychainTimedOut: () => [
    'The keychain did not answer in time.',
    'Look for a window of the keychain that waits for a password; otherwise sign out and in again.',
  ],
  databaseWritable: (fact) => [`Calls can be written down. Backups: ${fact('backups')}.`, null],
  databaseStopped: storageSays,
  historyWhole: (fact) => [`Every one of ${fact('events')} events is as it was written.`, null],
  historyBroken: (fact) => [
    `The history is not as it was written, from event ${fact('firstBroken')} on: the file was damaged or changed.`,
    'Do not rely on calls after that one. Save the diagnostics, and restore a backup (Settings tells which there are).',
  ],
  historyUnreadable: storageSays,
  diskEnough: (fact) => [`${gigabytes(fact('free'))} are free where the history is.`, null],
  diskLow: (fact) => [`Only ${gigabytes(fact('free'))} are free where the history is.`, 'Make room on this disk soon.'],
  diskFull: (fact) => [
    `${gigabytes(fact('free'))} are free: the next call may not be written down, and then it is not placed.`,
    'Make room on this disk now.',
  ],
  diskNotTold: () => ['This system does not tell how much room is left.', null],
  certificatesTrusted: (fact) => [
    Number(fact('extra')) > 0
      ? `This computer’s ${fact('system')} certificates and ${fact('extra')} of your company’s are trusted.`
      : `This computer’s ${fact('system')} certificates are trusted.`,
    null,
  ],
  certificatesBundledOnly: () => [
    'This computer’s own certificates could not be read; those that come with the app are trusted.',
    'If your company signs its own services, name its certificate file under Settings.',
  ],
  certificatesFileBad: (fact) => [
    `The certificate file ${fact('file')} cannot be used: ${fact('code')}. Nothing is connected without it.`,
    'Choose a readable PEM file under Settings, or none.',
  ],
  late: (fact) => [
    `This took longer than ${fact('seconds')} s and was given up.`,
    'Look again; if it stays so, save the diagnostics below.',
  ],
  broken: (fact) => [
    `The look itself failed. Reference ${fact('reference')}.`,
    'Save the diagnostics below and tell us the reference.',
  ],
}
