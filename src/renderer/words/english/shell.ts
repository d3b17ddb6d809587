/** Words of the frame around every screen. */
export const shell = {
  app: 'Rundesk',
  skip: 'Skip to the screen',
  nav: 'Screens',
  screens: { call: 'Call', runs: 'Runs', keys: 'Keys', support: 'Support', settings: 'Settings' },
  practice: 'Practice',
  trial: 'Test runtime: practice and this computer only',
  trialShort: 'Test runtime',
  sessionKey: 'Key forgotten on quit',
  health: {
    label: 'Service health',
    checking: 'checking …',
    up: (latency: string, version: string | null) => (version ? `up · ${latency} · v${version}` : `up · ${latency}`),
    down: (title: string) => `not up: ${title}`,
    age: (age: string) => `checked ${age}`,
    check: 'Check now',
  },
  fault: {
    title: 'This screen stopped working',
    text: 'What is on disk is safe, and a call on its way goes on. Load the screen again; look at Runs before you call anyone a second time.',
    reload: 'Load again',
    lost: 'The app did not answer',
    lostText: 'A question to the app got no answer. If it was a call, look at Runs before you call again.',
  },
  loading: 'Opening the desk …',
  notOpened: {
    title: 'The desk could not be opened',
    text: 'A part of Rundesk could not be read. Close it and start it again; if this stays, install it again. A call on its way goes on: look at Runs before you call anyone a second time.',
  },
  profilesFailed: 'The profiles could not be read',
}
