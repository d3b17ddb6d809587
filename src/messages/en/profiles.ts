import type { KeyStorage, ProfileColor } from '../../contract/profile.ts'

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

const keyStorageLabels: Record<KeyStorage, string> = {
  keychain: 'Key in the keychain',
  session: 'Key not saved on this computer',
}

/** Profiles: switcher, management, key entry. */
export const profiles = {
  switcher: 'Profile: ',
  practiceHost: 'practice',
  manage: 'Manage profiles…',
  add: 'Add a profile…',
  title: 'Profiles',
  name: 'Name',
  nameHint: 'Your name for this organization, for example, Acme Billing.',
  color: 'Color',
  colorOf: (color: ProfileColor) => colors[color],
  keyStorage: (keyStorage: KeyStorage) => keyStorageLabels[keyStorage],
  keyUnreadable: 'Key can’t be read',
  save: 'Save',
  saved: 'Saved.',
  reference: {
    title: 'Call reference',
    switch: 'Send a unique ID with each call',
    text: 'Lets Rundesk find out what happened to a call when no valid response arrives. The ID is sent in the call’s context.',
    name: 'Name in the context',
    nameHint: 'Letters, digits and underscores. The agent can use it as a variable.',
    withoutReference:
      'Without it, you must resolve calls without a valid response manually, and their numbers stay locked until you do.',
  },
  check: 'Check now',
  checked: (latency: string, version: string | null) =>
    version ? `Up, key works · ${latency} · v${version}` : `Up, key works · ${latency}`,
  account: (email: string | null, organization: number | null) =>
    [email, organization === null ? null : `organization ${organization}`].filter((part) => part !== null).join(' · '),
  replaceKey: 'Replace key…',
  replaceTitle: (name: string) => `Replace the key of ${name}`,
  replaceText: 'Rundesk checks the new key first and keeps the old one until the new one works.',
  replaceMissingText: 'The profile’s key is missing on this computer. Rundesk checks the new key before it saves it.',
  replaceYes: 'Check and replace',
  otherOrganizationText:
    'Change the profile only if you want to place its new calls in the key’s organization. Otherwise, enter another key, or add a profile for this one.',
  changeOrganization: 'Change the profile to this organization',
  replaced: 'Key replaced.',
  notReplaced: 'The key wasn’t replaced',
  remove: 'Remove…',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: {
    working:
      'Unless another profile uses its key, the key is removed from this computer and can’t be recovered. To keep a copy, export it first (Keys > Export key). It remains valid at the service until you archive it there. The call history is kept.',
    rejected:
      'Unless another profile uses its key, the key is removed from this computer and can’t be recovered. The service rejects this key. The call history is kept.',
    unreadable:
      'The keychain can’t be used right now, so the key can’t be exported or deleted, and the profile can’t be removed until it works again. Unless another profile uses its key, the key is then removed from this computer and can’t be recovered.',
    missing:
      'Its key is missing on this computer, so it can’t be exported. It stays valid at the service unless it’s archived there. The call history is kept.',
  },
  removePracticeText: 'The practice profile is removed; its call history is kept.',
  removeUnresolved: (n: number) =>
    n === 1
      ? 'This profile has an unresolved call. Without the profile, Rundesk can’t look for its run. Unless the service still responds to its request, you’ll have to resolve the call manually; its number stays locked until then.'
      : `This profile has ${n} unresolved calls. Without the profile, Rundesk can’t look for their runs. Unless the service still responds to their requests, you’ll have to resolve the calls manually; their numbers stay locked until then.`,
  removeWaitingLists: (n: number) =>
    n === 1
      ? 'A list of this profile isn’t finished. Without the profile, its remaining rows can’t be called.'
      : `${n} lists of this profile aren’t finished. Without the profile, their remaining rows can’t be called.`,
  removeListsFailed: 'Couldn’t load this profile’s lists.',
  removeYes: 'Remove profile',
  notRemoved: (keychain: boolean): string =>
    keychain ? 'Nothing was removed: couldn’t delete the key from the keychain' : 'Couldn’t remove the profile',
  sameLookAsNew: 'A profile with this name and color already exists. Choose another name or color.',
  unsaved: 'Unsaved changes.',
  sameLook: 'Another profile has the same name and color. Change one of them so you can tell them apart.',
  back: 'Back',
  key: {
    label: 'API key',
    hint: 'Once saved, it’s never shown again.',
    use: 'Use this key',
    paste: 'Paste from clipboard',
    entered: (length: number) => `Key entered (${length} characters)`,
    another: 'Enter a different key',
    empty: 'Type or paste the key first.',
    saving: 'Saving…',
  },
  keyStorageChoice: {
    unavailable: 'Keys can’t be saved in the keychain right now',
    session: 'Keep the key for this session only',
    needed: 'The keychain isn’t available. Choose to keep the key for this session only.',
    again: 'Check again',
  },
}

/** Onboarding, and adding a profile later. */
export const onboarding = {
  title: 'Welcome to Rundesk',
  text: 'Place phone calls handled by a voice agent. The call button shows exactly what will be dialed, and Rundesk reports an outcome only when it is confirmed.',
  existingCalls:
    'Calls from earlier profiles are still on this computer. Add any profile, even Practice, to see them in Runs.',
  addTitle: 'Add a profile',
  addText: 'A profile connects to one organization, at one address, with one key.',
  practice: {
    title: 'Try practice mode',
    text: 'A simulated organization on this computer: no account, no key, and no real calls.',
    action: 'Try practice mode',
    opening: 'Starting practice mode…',
    name: 'Practice',
  },
  connect: {
    title: 'Connect your organization',
    text: 'You need your service’s address and an API key from its dashboard (Settings > API Keys).',
    action: 'Connect your organization',
    origin: 'Service address',
    originHint: 'Scheme and host: https://voice.example.com',
    /** Shown for an address without a scheme. */
    assumedHttps: (host: string) =>
      `Rundesk will use https://${host}. For a local service without HTTPS, type http:// first.`,
    save: 'Check and save',
    checking: 'Checking the address and the key…',
    slow: 'Still checking. The service may take a while to respond.',
    saveAnyway: 'Save anyway',
    saveAnywayHint: 'Saves without checking. The key is checked once the service is reachable.',
    needName: 'Enter a profile name.',
    needOrigin: 'Enter the service address.',
    needKey: 'Enter the API key.',
    keyRejected: 'The profile wasn’t added: its key is archived or isn’t valid',
    nothingLost: 'Your entries are still here.',
  },
  keyFile: {
    title: 'Import a key file',
    text: 'Someone sent you a key file and its passphrase.',
    action: 'Start calling',
  },
  back: 'Back',
}
