/** What a canary desk is told before it starts, over a channel that shows in no list of processes. */
export type DeskOrder = {
  dataFolder: string
  /** Where exports are written. */
  exportFolder: string
  /** What lies in the keychain already, by the names under which the desk puts it there. */
  keychain: readonly (readonly [account: string, text: string])[]
  /** The variables that name proxies. */
  environment: Record<string, string>
  /** What the system says about proxies; null when it says nothing. */
  proxyRules: string | null
  /** A log that no scrubber stands before: the planted mistake. */
  bareLog?: boolean
}

/** How the keychain behaves: as it should, with the key in what it throws, or in one of the ways of real keychains. */
export type KeychainMood = 'well' | 'throws' | 'locked' | 'empty' | 'mangles' | 'hangs'

/** What a running canary desk can be told. */
export type DeskWish =
  | { wish: 'keychain'; mood: KeychainMood }
  /** Storage and vault break in a way that nobody foresaw, with these words. */
  | { wish: 'explode'; words: string | null }
  | { wish: 'storageFull'; full: boolean }
  | { wish: 'clipboard'; text: string }
  /** The global shortcut is pressed: what lies on the clipboard may be on its way to the page. */
  | { wish: 'shortcut' }
  /** A link arrives. */
  | { wish: 'link'; link: string }
  | { wish: 'backUp' }
  /** Something throws these words that nobody catches. */
  | { wish: 'fall'; words: string }
  /** Puts a text where it does not belong: onto the error channel, into the log, a file, a child's arguments and environment. */
  | { wish: 'plant'; text: string }

export type DeskTold =
  | { clipboard: string }
  | { done: DeskWish['wish'] }
  | { warm: true }
  | { keychain: DeskOrder['keychain'] }
