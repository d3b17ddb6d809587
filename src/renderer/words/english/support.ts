import { common } from './common.ts'
import { time } from './time.ts'

type Figures = { asked: number; failed: number; median: number | null; slowest: number | null }

/** The last hour of health in one sentence. */
const hourInWords = ({ asked, failed, median, slowest }: Figures): string => {
  const questions = asked === 1 ? 'Asked once in the last hour' : `Asked ${asked} times in the last hour`
  const answers =
    median === null || slowest === null
      ? 'no answer came'
      : `answers took ${time.milliseconds(median)} as a rule, ${time.milliseconds(slowest)} at most`
  return median === null
    ? `${questions}: ${answers}.`
    : `${questions}: ${answers}; ${failed === 0 ? 'every question got one' : `${failed} got none`}.`
}

/** Words of the Support screen. */
export const support = {
  title: 'Support',
  health: {
    title: 'Service',
    act: 'Check health now',
    text: 'Whether the service answers. It says nothing about what lies behind it.',
  },
  hour: {
    sentence: hourInWords,
    versions: (versions: readonly { version: string; since: string }[]) =>
      `Versions: ${versions.map(({ version, since }) => `${version} since ${time.clock(since)}`).join(', ')}.`,
    hourAgo: 'an hour ago',
    now: 'now',
    asTable: 'Every question as a table',
    columns: { at: 'Time', latency: 'Round trip', version: 'Version' },
  },
  key: {
    title: 'Key',
    act: 'Check the key now',
    works: 'The key works.',
    text: 'Asks the service with this profile’s key.',
  },
  run: {
    title: 'Look up a run',
    text: 'What is known of a run, from where, and how old it is: in this computer’s history and at the service of every profile.',
    label: 'Run id',
    placeholder: 'Run id: just type it',
    act: 'Look up',
    bad: 'A run id is a whole number from 1 to 2,147,483,647.',
    here: 'This computer',
    byHere: 'this computer',
    byHereAsCandidate: 'this computer (as a candidate)',
    candidate: 'candidate',
    mayHave: 'This call may have become the run; nobody can say for sure yet.',
    of: (profile: string) => `Service of ${profile}`,
    again: 'Read again',
    read: (age: string) => `read ${age}`,
    reading: 'Reading the history …',
    notHere: 'No call of this computer became this run, or may have.',
    notThere: 'This organization has no such run.',
    lastChange: (age: string) => `last news ${age}`,
    show: 'Show in Runs',
    knownTo: (id: number, names: readonly string[]) => `Run ${id} is known to ${common.list(names)}.`,
    looking: (id: number) => `Looking for run ${id} …`,
    unknown: (id: number) => `Nobody knows run ${id}: neither this computer nor the service of any profile.`,
    uncertain: (id: number) => `Run ${id} was not found, and not everybody could be asked.`,
  },
  evidence: {
    act: 'Save evidence …',
    hint: 'Everything known of this call in one sealed file, with masked numbers and without the key',
    saving: 'Gathering …',
    saved: (file: string) => `Saved as ${file}. Note its seal; with it, any change is told:`,
    failed: 'The evidence was not saved',
  },
  verify: {
    title: 'Verify evidence',
    text: 'Whether a file of evidence is, to the last letter, what Rundesk wrote. It is only read, and stays where it is.',
    noted: 'Its seal, if you have it',
    notedHint: 'It tells also a file that was changed and sealed anew.',
    bad: 'A seal has 64 letters and digits, from 0 to 9 and from a to f.',
    act: 'Verify a file …',
    sound: (file: string) => `${file} is sound: nothing was changed since its seal was noted`,
    fits: (file: string) => `${file} fits its own seal`,
    notNoted: 'Only the seal that was noted when it was made tells whether it was changed and sealed anew.',
    not: (file: string) => `${file} is not to be believed`,
    ofRun: (id: number) => `It is about run ${id}.`,
    ofCall: (id: string) => `It is about the call ${id}.`,
    made: (who: string, when: string, app: string) => `Made by ${who}, ${when}, with ${app}.`,
    events: (n: number) => `${n === 1 ? 'The one event' : `All ${n} events`} of the call fit their proofs.`,
    whole: 'The whole history of that desk was intact then.',
    notWhole: 'The history of that desk was not whole then.',
    seal: 'Seal:',
    failed: 'The file could not be verified',
    faults: {
      seal: () => 'It was changed after it was made, or is no sealed evidence at all: the seal does not fit.',
      otherSeal: () =>
        'It is sealed, and its seal is not the one that was noted: it is another file, or was changed and sealed anew.',
      notEvidence: () => 'It is sealed, and holds no evidence that this version understands.',
      event: (event: number | null) =>
        `It is sealed, and event ${event ?? ''} in it does not fit its own proof: it was changed before it was sealed.`,
    },
  },
  diagnostics: {
    title: 'Diagnostics',
    text: 'What this desk can tell about itself: settings, what the doctor found, the last hour of health, the end of the log. No keys, calls, numbers or contexts.',
    act: 'Show the diagnostics',
    dialog: 'Diagnostics',
    exactly:
      'This is all of it, to the letter. Nothing leaves this computer: you save it, and hand it to whom you choose.',
    save: 'Save …',
    saved: (file: string) => `Saved as ${file}.`,
    failed: 'The diagnostics were not saved',
  },
  keychain: {
    title: 'Keychain',
    usable: 'Keys are kept in the keychain of this computer.',
    notUsable: 'Keys cannot be kept in the keychain',
    act: 'Look again',
    asking: 'Asking the keychain …',
  },
  app: {
    title: 'This app',
    version: 'Rundesk',
    electron: 'Electron',
    chromium: 'Chromium',
    node: 'Node.js',
    platform: 'System',
    runtime: 'Runtime',
    product: 'product',
    trial: 'test runtime: practice and this computer only',
  },
  facts: {
    status: 'Status',
    latency: 'Round trip',
    version: 'Version',
    checked: 'Checked',
    account: 'Account',
    notTold: 'not told',
  },
  step: (status: string, at: string) => `${at} ${status}`,
  runFacts: {
    name: 'Name',
    state: 'State',
    completed: 'completed',
    running: 'not completed yet',
    created: 'Created',
    called: 'Called number',
    caller: 'Caller number',
    disposition: 'How it ended',
    error: 'Error',
    duration: 'Duration',
    recording: 'Recording',
    transcript: 'Transcript',
    there: 'there',
    notThere: 'not there',
    steps: 'What the carrier reported',
    noSteps: 'nothing yet',
  },
}
