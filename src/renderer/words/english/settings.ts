import { common } from './common.ts'
import { storage, storageNext } from './custody.ts'
import { outside } from './outside.ts'
import { time } from './time.ts'
import type { storageReasons } from '../../../contract/failure.ts'

type StorageReason = (typeof storageReasons)[number]

/** Words of the Settings screen. */
export const settings = {
  title: 'Settings',
  text: 'They hold for this computer, for every profile.',
  range: (from: number, to: number) => `A whole number from ${common.count(from)} to ${common.count(to)}.`,
  save: 'Save',
  saving: 'Saving …',
  saved: 'Saved.',
  revert: 'Take back',
  notSaved: 'Not saved',
  failed: 'The settings could not be read',
  calling: {
    title: 'Calling',
    repeat: 'Ask before calling a number again, in minutes',
    repeatHint:
      'A second call to the same number within this time asks first, from whichever profile; practice and real calls do not count for each other. 0 never asks.',
    dial: 'Keep a call’s request open, in seconds',
    dialHint:
      'The service itself gives up after 300 s. A shorter time makes more calls unknown and none of them faster.',
    keep: 'Keep numbers and contexts, in days',
    keepHint: 'Afterwards they are removed from the history; run ids and outcomes stay.',
  },
  person: 'Your name, for the log of what was done',
  personHint: 'Left empty, the log has the account of this computer alone. It goes nowhere else.',
  numbers: {
    title: 'Numbers',
    country: 'Numbers without a country code are from',
    noCountry: 'Nowhere: each number says its country',
    countryHint:
      'The call button always says the whole number. Left at nowhere, a number like (415) 555-0123 is not dialled before somebody has chosen its country.',
    quiet: 'Say when it is quiet hours at the callee',
    quietHint: 'A light beside the number, never more: no call is held back because of it.',
    quietFrom: 'Quiet from',
    quietTo: 'Quiet until',
    time: 'A time of day, for example 21:00.',
    sameTimes: 'The two times are the same.',
  },
  outside,
  network: {
    title: 'Network',
    proxy: 'Proxy',
    modes: {
      system: 'As the system says',
      none: 'No proxy',
      manual: 'This one',
    },
    modeHints: {
      system: 'The settings of this computer and its environment, a PAC file included.',
      none: 'Straight to the service.',
      manual: 'For every service but practice and this computer.',
    },
    url: 'Proxy address',
    urlHint: 'http://proxy.example.com:8080, without user or password.',
    user: 'User name',
    userHint: 'Left empty when the proxy asks for none.',
    password: 'Proxy password',
    passwordHint: 'Sent once to where keys are kept, and cleared here. It is never shown again.',
    passwordFirst: 'Save the proxy and its user name first.',
    passwordAct: 'Keep this password',
    passwordEmpty: 'Type the password first.',
    passwordKept: 'The password is kept.',
    passwordForget: 'Forget the kept one',
    passwordForgotten: 'The password is forgotten.',
    certificates: 'File of extra certificates',
    certificatesHint:
      'The full path of a PEM file with your company’s certificates. They are trusted besides the system’s own.',
  },
  history: {
    title: 'History',
    text: 'Every call is written to this computer before it is sent. Nothing is sent that cannot be written.',
    failed: 'The state of the history could not be read',
    fine: 'Calls can be written down.',
    stopped: 'Calls cannot be written down, so none is placed',
    why: (reason: StorageReason) => storage[reason],
    next: (reason: StorageReason) => storageNext[reason],
    recovered: 'A part of the history was lost',
    gap: (from: string | null, at: string) =>
      from === null
        ? `The history was damaged and mended ${time.full(at)}. Calls before that may be missing.`
        : `Calls between ${time.full(from)} and ${time.full(at)} may be missing: the history was damaged and mended.`,
    salvaged: (salvaged: number, unreadable: number) =>
      `${common.count(salvaged)} calls were taken over from the damaged file; ${common.count(unreadable)} could not be trusted.`,
    damagedFile: (name: string | null) =>
      name === null ? 'The damaged file itself had vanished.' : `The damaged file was kept as ${name}.`,
    before: 'Check in the service’s dashboard before you call a number of that time again: Rundesk asks for each.',
    acknowledge: 'I have read it',
    show: 'Show in Settings',
    backups: 'Backups',
    backupsOf: (count: number, newest: string | null) =>
      newest === null || count === 0 ? 'none yet' : `${common.count(count)}, the newest of ${time.full(newest)}`,
    backupFailed: (why: string) => `The last backup could not be made. ${why}`,
    lastCheck: 'Last check',
    unchecked: 'not since the start',
    intact: (events: number) => `${common.count(events)} entries, every one fits to the one before it`,
    broken: (first: number | null) =>
      first === null
        ? 'the entries do not fit together'
        : `entry ${common.count(first)} does not fit to the one before it`,
    brokenTitle: 'The history was changed from outside',
    brokenText:
      'Something else than this app has written to it, or the disk has. Show this to whoever looks after this computer; what follows that entry cannot be trusted.',
    check: 'Check the history now',
    checking: 'Checking …',
    checked: (events: number) => `Checked: all ${common.count(events)} entries fit together.`,
    erase: 'Erase a person …',
  },
  erase: {
    title: 'Erase a person',
    text: 'Removes a number and everything written with it (contexts, names, notes) from the history, its index, its logs and its backups.',
    stays:
      'Run ids, times and outcomes stay: they say nothing about the person. What the service itself keeps is not touched.',
    number: 'Number',
    numberHint: 'As it was dialled, for example +1 415 555 0123.',
    go: 'Continue',
    sureTitle: (number: string) => `Erase ${number}?`,
    sure: (number: string) => `Everything about ${number} is removed from this computer. This cannot be taken back.`,
    yes: (number: string) => `Erase ${number}`,
    working: 'Erasing …',
    doneTitle: 'Erased',
    done: (number: string, calls: number) =>
      calls === 0
        ? `There was no call to ${number} in the history.`
        : `${number} was removed from ${calls === 1 ? '1 call' : `${common.count(calls)} calls`}.`,
    remaining: 'Something may be left in these files, which could not be cleaned:',
    remainingNext: 'Delete them by hand, or ask whoever looks after this computer.',
  },
}

/** Words of the overlay while the app waits to close. */
export const quit = {
  title: 'Rundesk closes by itself',
  text: (calls: number) =>
    calls === 1
      ? 'A call still waits for its answer. Cutting it off would not stop the phone from ringing: it would only make the call unknown.'
      : `${common.count(calls)} calls still wait for their answers. Cutting them off would not stop a phone from ringing: it would only make the calls unknown.`,
  nothing: 'Nothing more is sent, and nothing needs to be pressed.',
  until: (countdown: string) => `At the latest in ${countdown}`,
  now: 'Closing now …',
  writing: 'Writing the last answers down …',
  unwritten: (calls: number) =>
    calls === 1
      ? 'A call’s answer is known, and this computer’s disk does not take it. Rundesk goes on trying.'
      : `The answers of ${common.count(calls)} calls are known, and this computer’s disk does not take them. Rundesk goes on trying.`,
  lost: 'Closed without it, the history will say “unknown” until the next start has looked in the service. Do not call the number again before that.',
  leave: 'Close now',
}
