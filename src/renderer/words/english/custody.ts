import type { keychainReasons, storageReasons } from '../../../contract/failure.ts'

type KeychainReason = (typeof keychainReasons)[number]
type StorageReason = (typeof storageReasons)[number]

/** Why the key cannot be had. */
export const keychain: Record<KeychainReason, string> = {
  locked: 'The keychain of this computer is locked, or the key was removed from it.',
  missing: 'The key of this profile is not in the keychain.',
  unavailable: 'This computer has no keychain service that runs.',
  timedOut: 'The keychain did not answer in time.',
}

export const keychainNext: Record<KeychainReason, string> = {
  locked: 'Unlock the keychain (log in to your desktop session), then try again.',
  missing: 'Enter the key again under Profiles, Replace key.',
  unavailable:
    'On Linux, start a Secret Service such as GNOME Keyring or KWallet. Until then a key can be kept until you quit.',
  timedOut: 'Look for a password window of the keychain, answer it, and try again.',
}

/** Why the history cannot be written, and so nothing may be dialled. */
export const storage: Record<StorageReason, string> = {
  unavailable: 'The history on this computer could not be opened.',
  full: 'The disk is full.',
  locked: 'Another program holds the history open just now.',
  inUse: 'Another Rundesk, perhaps of another user or on another computer, works with this history.',
  readOnly: 'The history cannot be written: the folder or disk is read-only.',
  diskError: 'The disk reported an error while the history was written.',
  corrupt: 'The history file is damaged.',
  newerVersion: 'The history was written by a newer version of this app, so it is only read.',
  pragma: 'The history could not be opened in the safe way this app insists on.',
}

export const storageNext: Record<StorageReason, string> = {
  unavailable: 'Quit and open the app again. If it stays so, show this to whoever looks after this computer.',
  full: 'Free some space. Calls can be placed again as soon as there is room, without a restart.',
  locked: 'Close the other program, or wait a moment. Calls can be placed again as soon as it lets go.',
  inUse: 'Quit the other Rundesk first. Only one may place calls, so that nobody is called twice.',
  readOnly: 'Make the folder of the app writable. Calls can be placed again as soon as it is.',
  diskError: 'Have the disk looked at soon, by whoever looks after this computer, before you go on.',
  corrupt: 'Do not call before it is mended: show this to whoever looks after this computer.',
  newerVersion: 'Install the newer version again.',
  pragma: 'Show this to whoever looks after this computer.',
}
