/** Words of the first run, and of adding a profile later. */
export const firstRun = {
  title: 'Welcome to Rundesk',
  text: 'The desk from which calls held by a voice agent are started. What will be dialled is written on the button; what is unknown is called unknown.',
  keptCalls:
    'Calls of earlier profiles are kept on this computer. They stand in Runs once there is a profile again; practice is enough.',
  addTitle: 'Add a profile',
  addText: 'A profile is one organization at one address with one key.',
  practice: {
    title: 'Try it in practice',
    text: 'A make-believe organization on this computer. No account, no key, and no phone rings.',
    act: 'Try it in practice',
    opening: 'Opening practice …',
    name: 'Practice',
  },
  connect: {
    title: 'Connect your organization',
    text: 'The address of your service and an API key from its dashboard (Settings, API Keys).',
    act: 'Connect your organization',
    origin: 'Service address',
    originHint: 'Scheme and host: https://voice.example.com',
    /** What is made of an address without a scheme. */
    takenAs: (host: string) =>
      `It will be taken as https://${host}. Write http:// before it where you mean a service on this computer without https.`,
    save: 'Check and save',
    checking: 'Checking the address and the key …',
    slow: 'Still checking. The service may take a while to answer.',
    saveAnyway: 'Save anyway',
    saveAnywayHint: 'Saves the profile without a check; the key is checked when the service can be reached.',
    needName: 'Give the profile a name.',
    needOrigin: 'Write the address of your service.',
    needKey: 'Enter the key and hold it.',
    nothingLost: 'Nothing is lost: what you entered stays, and the key is still held.',
  },
  sealed: {
    title: 'Open a sealed key',
    text: 'Another desk has handed you a key in a file, and told you its passphrase.',
    act: 'Go to the desk',
  },
  back: 'Back',
}
