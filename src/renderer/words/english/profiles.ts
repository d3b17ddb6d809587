import type { KeyCustody, ProfileColor } from '../../../contract/profile.ts'

const colors: Record<ProfileColor, string> = {
  blue: 'Blue',
  teal: 'Teal',
  green: 'Green',
  amber: 'Amber',
  red: 'Red',
  magenta: 'Magenta',
  violet: 'Violet',
  slate: 'Slate',
}

const custodies: Record<KeyCustody, string> = {
  keychain: 'Key in the keychain',
  session: 'Key kept until you quit',
}

/** Words for profiles: switcher, management, key entry. */
export const profiles = {
  switcher: 'Profile: ',
  practiceHost: 'practice',
  manage: 'Manage profiles …',
  add: 'Add a profile …',
  title: 'Profiles',
  name: 'Name',
  nameHint: 'How you call this organization, for example Acme Billing.',
  color: 'Colour',
  colorOf: (color: ProfileColor) => colors[color],
  custody: (custody: KeyCustody) => custodies[custody],
  save: 'Save',
  saved: 'Saved.',
  reference: {
    title: 'Reference of a call',
    switch: 'Send each call’s own id along in its context',
    text: 'The service keeps it on the run and gives it back in its lists. By it Rundesk finds out by itself what became of a call whose answer was lost.',
    name: 'Name in the context',
    nameHint: 'Letters, digits and underscores. The agent can read it as a variable of this name.',
    price:
      'Without it, a lost answer can only be resolved by a person: number, agent and time may fit to several runs, and the number stays locked until somebody has looked.',
  },
  check: 'Check now',
  checked: (latency: string, version: string | null) =>
    version ? `Up, the key works · ${latency} · v${version}` : `Up, the key works · ${latency}`,
  account: (email: string | null, organization: number | null) =>
    [email, organization === null ? null : `organization ${organization}`].filter((part) => part !== null).join(' · '),
  replaceKey: 'Replace key …',
  replaceTitle: (name: string) => `Replace the key of ${name}`,
  replaceText: 'The new key is checked first. The old one stays until the new one works.',
  replaceYes: 'Check and replace',
  replaced: 'The key was replaced.',
  remove: 'Remove …',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText:
    'Its key is removed from this computer too. The history of its calls stays, and the key itself stays valid at the service until you archive it there.',
  removePracticeText: 'The practice profile goes; the history of its calls stays.',
  removeYes: 'Remove profile and key',
  removePracticeYes: 'Remove profile',
  notRemoved: (keychain: boolean) =>
    keychain ? 'Nothing was removed: the key could not be taken out of the keychain' : 'Nothing was removed',
  removed: (name: string) => `${name} was removed.`,
  back: 'Back',
  key: {
    label: 'API key',
    hint: 'Sent once to the app’s own key holder and cleared here. It is never shown again.',
    hold: 'Hold this key',
    paste: 'Paste from clipboard',
    held: (length: number) => `Key held, ${length} characters`,
    another: 'Enter another',
    empty: 'Type or paste the key first.',
    holding: 'Handing it over …',
  },
  custodyChoice: {
    unavailable: 'Keys cannot be kept in the keychain now',
    session: 'Keep the key until I quit (it is forgotten then)',
    needed: 'Without a keychain, tick that the key is kept only until you quit.',
    again: 'Look again',
  },
}
