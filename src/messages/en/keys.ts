import { common } from './common.ts'
import { type Failure, hasIssue } from '../../contract/failure.ts'
import { backSteps, type RotationStep } from '../../contract/key.ts'
import type { KeyState, KeyStorage } from '../../contract/profile.ts'

/** The Keys screen. */
export const keys = {
  title: 'Keys',
  text: 'This organization’s API keys, as listed by the service. A key has full access to the organization.',
  list: 'API keys',
  showArchived: 'Show archived keys',
  columns: {
    name: 'Name',
    prefix: 'Prefix',
    created: 'Created',
    used: 'Last used',
    state: 'State',
    actions: 'Actions',
  },
  active: 'active',
  archived: (when: string | null) => (when === null ? 'archived' : `archived ${when}`),
  usedBy: (profiles: readonly string[]) =>
    `Used on this computer by ${profiles.slice(0, 3).join(', ')}${profiles.length > 3 ? ` and ${common.count(profiles.length - 3)} more` : ''}`,
  compromisedTag: 'compromised',
  previouslyCompromised: 'previously compromised',
  sinceLabel: 'Created',
  since: {
    ever: 'Created at any time',
    day: 'Created in the last 24 hours',
    week: 'Created in the last 7 days',
    month: 'Created in the last 30 days',
    year: 'Created in the last 365 days',
  },
  older: (n: number) => `${common.count(n)} created earlier`,
  never: 'never',
  unknown: 'unknown',
  archive: 'Archive',
  archiveOf: (name: string) => `Archive ${name}`,
  reactivate: 'Reactivate',
  reactivateOf: (name: string) => `Reactivate ${name}`,
  archiveTitle: (name: string) => `Archive ${name}?`,
  archiveText:
    'Anything that uses this key will stop working immediately (401). You can reactivate it with another working key.',
  archiveOwnText: (profiles: readonly string[]) =>
    `Rundesk is using this key. Once it’s archived, ${common.list(profiles)} can’t place calls until you enter another key or this one is reactivated. To replace it safely, rotate the key of ${common.list(profiles)} instead.`,
  unreadTitle: 'The list may not show every profile that uses a key',
  unreadText: (profiles: readonly string[]) =>
    `The keychain couldn’t be read, so ${common.list(profiles)} may use any of these keys. Unlock the keychain, then refresh the list.`,
  archiveUnreadText: (profiles: readonly string[]) =>
    `The name is required because the keychain can’t be read now, so ${common.list(profiles)} may use this key. If so, ${common.list(profiles)} can’t place calls once it’s archived.`,
  compromised: 'This key may be compromised',
  compromisedReason: 'What happened',
  compromisedHint: 'Saved on this computer with your name and the time.',
  compromisedBy: (reason: string, when: string, who: string) =>
    `${who} archived this key as compromised on ${when}: “${reason}”.`,
  reactivateTitle: (name: string) => `Reactivate ${name}?`,
  archivedOn: (when: string) => `This key was archived on ${when}.`,
  replacedByRotation: (newKey: string) => `A rotation archived it after ${newKey} had replaced it.`,
  reactivateText:
    'Anyone who has a copy will be able to use it again immediately, with full access to the organization.',
  reactivateReason: 'Why it’s safe to use again',
  reactivateYes: 'Reactivate key',
  confirmLabel: (name: string) => `Type ${name} to confirm`,
  archiveYes: 'Archive key',
  onlyKeyTitle: (name: string) => `${name} can’t be archived`,
  onlyKeyText:
    'It’s the organization’s only active key, and an archived key can’t reactivate itself. Create another key first, or rotate this one.',
  done: { archived: (name: string) => `${name} archived.`, reactivated: (name: string) => `${name} reactivated.` },
  reasonNotSaved: (name: string) => `${name} archived, but saving the reason failed.`,
  reasonNotSavedNext: 'Note the reason elsewhere. Don’t reactivate this key: Rundesk may not ask for a reason.',
  working: { archived: (name: string) => `Archiving ${name}…`, reactivated: (name: string) => `Reactivating ${name}…` },
  notDone: {
    archived: (name: string) => `Couldn’t archive ${name}`,
    reactivated: (name: string) => `Couldn’t reactivate ${name}`,
  },
  /** The change was sent, and whether the service made it is unknown. */
  unconfirmed: {
    archived: (name: string) => `It’s unclear whether ${name} was archived`,
    reactivated: (name: string) => `It’s unclear whether ${name} was reactivated`,
  },
  emptyTitle: 'No keys listed',
  emptyText: 'No keys found. Create one here or in the service’s dashboard (Settings > API Keys).',
  onlyArchived: (n: number) => `${common.count(n)} archived`,
  age: (age: string) => `Updated ${age}`,
  failed: 'Couldn’t load keys',
  create: {
    open: 'New key',
    title: 'New key',
    text: 'Keys have full access and never expire. Create a separate key for each place you use one.',
    name: 'Name',
    nameHint: 'Must be unique.',
    confirm: 'Create key',
    creating: 'Creating…',
    createdTitle: (name: string) => `${name} created`,
    createdText: (prefix: string) =>
      `Starts with ${prefix}. Copy or save it before you close this dialog. The service won’t show it again.`,
    copy: 'Copy key',
    reveal: 'Reveal in a system dialog',
    saveAs: 'Save as a profile…',
    profileName: 'Profile name',
    save: 'Check and save',
    copied: (seconds: number) =>
      `Copied. Rundesk clears it from the clipboard ${common.count(seconds)} seconds after copying, or when you quit.`,
    cleared: 'The key is no longer on the clipboard. If you haven’t pasted it yet, copy it again.',
    revealed: 'Shown.',
    saved: (profile: string) => `Checked and saved as ${profile}.`,
    savedForSession: (profile: string) =>
      `Checked and added as ${profile}. The key is only in memory until Rundesk quits. Copy it if you need it after that.`,
    done: 'Done',
    discard: 'Discard key',
    closeAnyway: 'Close anyway',
    goBack: 'Go back',
    unsaved: (profile: string) => `A new key for ${profile} hasn’t been copied or saved yet.`,
    discardWarning:
      'You haven’t copied or saved this key. If you close now, it can’t be recovered but stays active, with full access. Archive it in the list.',
    clearedWarning:
      'The key is no longer on the clipboard. If you haven’t pasted it, go back and copy it again. After you close, Rundesk can’t copy it, and it stays active, with full access.',
    sessionWarning: (profile: string) =>
      `${profile} has the key only until Rundesk quits. To use it after that, go back and copy it. After you close, Rundesk can’t copy it, and it stays active, with full access.`,
    noResponse: 'No valid response from the service',
    createdWithoutText: (name: string, prefix: string) => `The key ${name} was created (${prefix}…)`,
    createdWithoutTextNext: 'Its value didn’t reach Rundesk and can’t be recovered. Archive it and create another.',
    uncertain: 'It’s unclear whether the key was created',
    uncertainNext: (name: string) =>
      `Refresh the list in a moment. If it includes ${name}, archive that key: its value didn’t reach Rundesk.`,
  },
}

/** The present key of a profile that may get an imported key. */
const keyStates: Record<KeyState, string> = {
  works: 'its key works and would be replaced',
  rejected: 'the service rejects its key (401)',
  missing: 'its key is missing on this computer',
  same: 'has this key already',
  unchecked: 'its key couldn’t be checked',
}

/** Exporting a key to another computer, and importing one. */
export const keyExport = {
  exportKey: 'Export key…',
  importKey: 'Import key file…',
  exported: (file: string) => `Key exported to ${file}`,
  exportedNext:
    'Send the file and the passphrase separately, ideally the passphrase by phone. Anyone who has both has the key. Delete the file once it’s imported.',
  importTitle: (file: string) => `Import ${file}`,
  importText: {
    keychain: 'The key is saved to this computer’s keychain once the service accepts it.',
    session:
      'Once the service accepts the key, it’s kept only until Rundesk quits. Keep the key file and its passphrase.',
  } satisfies Record<KeyStorage, string>,
  passphrase: 'Passphrase',
  passphraseHint: 'Five groups of five, with hyphens. Not case-sensitive.',
  submitPassphrase: 'Use this passphrase',
  passphraseEntered: (length: number) => `Passphrase entered (${length} characters)`,
  anotherPassphrase: 'Enter a different passphrase',
  confirmImport: 'Import and check',
  importing: 'Importing…',
  keyRejectedNext: 'Ask for a new key file with an active key.',
  existsTitle: 'This organization already has a profile',
  existsText:
    'The key works. The import hasn’t changed any profile yet. After a rotation, use it in the profile that has the old key; Rundesk selects that profile.',
  replaceKeyOf: (profile: string, state: KeyState) =>
    state === 'works' ? `Replace the working key of ${profile}` : `Use it in ${profile}`,
  profileOf: (host: string, color: string, state: KeyState) => `${host} · ${color} · ${keyStates[state]}`,
  addProfile: 'Add another profile',
  imported: (profile: string) => `“${profile}” added`,
  replaced: (profile: string) => `Key of “${profile}” replaced`,
  importedNext: {
    keychain: 'Its key works and is saved in this computer’s keychain. Delete the key file.',
    session:
      'Its key works and is kept only until Rundesk quits. Keep the key file and its passphrase: after that, you need them again.',
  } satisfies Record<KeyStorage, string>,
}

/** Rotating a key. */
export const rotation = {
  title: 'Key rotation',
  open: 'Rotate key',
  confirmTitle: (profile: string) => `Rotate the key of ${profile}?`,
  sessionKeyTitle: (profile: string) => `The key of ${profile} can’t be rotated yet`,
  confirmText:
    'Rundesk creates, saves and tests a new key, and updates every profile on this computer that uses the old one. Then it archives the old key and checks that the service rejects it (401).',
  confirmProfiles: (names: readonly string[]) =>
    names.length === 1
      ? `One profile will get the new key: ${common.list(names)}.`
      : `${common.count(names.length)} profiles will get the new key: ${common.list(names)}.`,
  confirmUnread: (names: readonly string[]) =>
    `${common.list(names)} may also use it: the keychain couldn’t be read. Unlock the keychain first.`,
  confirmOthers:
    'Anything else that uses the old key, including on other computers, will stop working. If something goes wrong, a working key remains and you can continue or undo.',
  confirm: 'Rotate key',
  steps: 'Rotation steps',
  step: {
    keeping: 'back up the old key',
    creating: 'create a new key',
    storing: 'save the new key and read it back',
    proving: 'test the new key',
    switching: 'update the profiles',
    archiving: 'archive the old key',
    provingOld: 'confirm that the old key is rejected',
    tidying: 'clean up',
    done: 'done',
    restoring: 'restore the old key',
    switchingBack: 'update the profiles',
    archivingNew: 'archive the new key',
    tidyingBack: 'clean up',
    undone: 'undone',
  },
  /**
   * What is true while the rotation is stopped at a step. The keys may be archived or replaced elsewhere at any time, so it
   * says when a key worked.
   */
  status: {
    keeping: 'Nothing has been changed yet. The old key worked when the rotation started.',
    creating:
      'The old key worked when the rotation started. If a new key was created, its value is lost, and that key is archived before another is created.',
    storing: 'The old key worked when the rotation started. A new key was created but may not be in the keychain yet.',
    proving: 'The old key worked when the rotation started. The new key is in the keychain but hasn’t been tested yet.',
    switching:
      'The new key worked when it was tested. Some profiles may have it already; others may still have the old one.',
    archiving:
      'The new key worked when it was tested, and every profile with the old key got it. The old one may still work.',
    provingOld:
      'The new key worked when it was tested, and every profile with the old key got it. The old one was archived; Rundesk hasn’t confirmed yet that the service rejects it.',
    tidying:
      'The new key worked when it was tested, and the old one was archived. A copy may still be in the keychain.',
    done: 'The rotation is complete.',
    restoring: 'The rotation is being undone. If the old key is archived, Rundesk reactivates it with the new key.',
    switchingBack:
      'The restored key worked when it was tested. Some profiles may have it already; others may still have the new one.',
    archivingNew: 'No profile uses the new key anymore. It may still work.',
    tidyingBack: 'A copy of a key may still be in the keychain.',
    undone: 'The rotation is undone.',
  },
  /** Replaces the status of a step where the reason for stopping makes it untrue. */
  statusOverride: (step: RotationStep, failure: Failure): string | null => {
    if (failure.kind === 'unauthorized') return 'The service rejected a key. No copies were deleted.'
    if (step === 'archiving' && (hasIssue(failure, 'oldKeyStays') || hasIssue(failure, 'oldKeyCompromised')))
      return 'The new key worked when it was tested, and every profile with the old key got it. The old key wasn’t restored.'
    return hasIssue(failure, 'newKeyUnused')
      ? 'The new key worked when it was tested, but no profile has it. The old one may be archived.'
      : null
  },
  /** What to do if the service rejects the profile's key while the rotation is stopped at a step. */
  keyRejected: (step: RotationStep): string => {
    const rejected = 'The service is rejecting this profile’s key now.'
    if (backSteps.some((one) => one === step))
      return `${rejected} Enter a working key in the profile (Manage profiles > Replace key), then choose Continue undo.`
    return step === 'tidying'
      ? `${rejected} Choose Continue to check the new key again, or enter a working key in the profile (Manage profiles > Replace key).`
      : `${rejected} Choose Undo rotation to restore the old key, if possible, or enter a working key in the profile (Manage profiles > Replace key).`
  },
  inProgress: (old: string) => `Rotating ${old}`,
  undoing: 'Undoing the rotation',
  stopped: (step: RotationStep): string =>
    `${backSteps.some((one) => one === step) ? 'Undo' : 'Rotation'} stopped at: ${rotation.step[step]}`,
  resume: 'Continue',
  resumeUndo: 'Continue undo',
  undo: 'Undo rotation',
  // Results stay on the screen after the keys changed again, so they say only what happened, in the past tense.
  done: (old: string, newKey: string) => `${newKey} replaced ${old}`,
  oldKeyRejected: (time: string) =>
    `The service rejected the old key (401) ${time} after the rotation was started or continued.`,
  oldKeyNotTested: 'The service listed the old key as archived. It couldn’t be tested because no copy was left.',
  switched: (profiles: readonly string[]) => `Switched to the new key: ${common.list(profiles)}.`,
  notSwitched: (profiles: readonly string[]) =>
    profiles.length === 1
      ? `Not switched, because its key was missing on this computer: ${common.list(profiles)}. If it still is, enter a working key (Manage profiles > Replace key).`
      : `Not switched, because their keys were missing on this computer: ${common.list(profiles)}. If they still are, enter a working key in each (Manage profiles > Replace key).`,
  undone: (old: string) => `Rotation undone: ${old} was kept`,
  /** Unplanned ends, each with what is true and what to do. */
  ending: {
    otherKey: {
      title: 'Rotation ended: the profile kept the key entered in the meantime',
      text: (old: string) =>
        `That key worked. No profile on this computer used ${old} anymore; the rotation didn’t change it.`,
    },
    noKey: {
      title: 'Rotation ended: none of its keys worked',
      text: (old: string) =>
        `The service rejected both ${old} and the new key. Unless you’ve replaced the profile’s key since then, enter a working key for the organization in the profile (Manage profiles > Replace key).`,
    },
    newKeyLost: {
      title: 'The old key was archived, and no profile got the new one',
      text: (old: string) =>
        `${old} was archived. Other keys were entered in the profiles during the rotation and kept. If the new key is in the list, archive it: its value can’t be recovered.`,
    },
  },
  byAt: (who: string, when: string) => `By ${who} on ${when}.`,
}
