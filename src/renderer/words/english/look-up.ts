import type { LookUp } from '../../../contract/look-up.ts'
import { common } from './common.ts'
import { time } from './time.ts'

const runs = (ids: readonly number[]): string => common.list(ids.map((id) => `run ${id}`))

/** Minutes and seconds until something, counted down; whole seconds, never below zero. */
const countdown = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  // Parts that belong together stay on one line.
  return seconds < 60
    ? `${seconds}\u00a0s`
    : `${Math.floor(seconds / 60)}\u00a0min\u00a0${String(seconds % 60).padStart(2, '0')}\u00a0s`
}

const listsWords: Record<LookUp['lists'], string> = {
  untried: 'not asked yet',
  readable: 'readable with this key',
  refused: 'not readable with this key',
}

/** Words about finding out what became of a call, and about a person's own decision. */
export const lookUp = {
  title: 'What Rundesk is doing about it',
  late: 'The answer is late. Rundesk looks for this call in the service’s run list meanwhile.',
  found: (id: number) =>
    `The service has it as run ${id}: the run carries this call’s reference. The answer itself is still out.`,
  checking: 'Rundesk reads the service’s run list until this call’s own reference stands in it, or surely does not.',
  withoutReference:
    'This call carries no reference, so a run can only be found by number, agent and time, and a person decides.',
  dialling: 'Rundesk looks again until the carrier has the run, or it is clear that it never will.',
  refused:
    'The service’s run lists cannot be read with this key, so Rundesk cannot find out by itself. Look in the service’s dashboard:',
  decide: 'Rundesk has found what there is to find. Look at it and decide.',
  candidates: (ids: readonly number[]) => (ids.length === 1 ? 'The run that fits' : `The ${ids.length} runs that fit`),
  foundList: 'The run that was found',
  meanwhile: 'Do not call this number again: it is locked until this is settled. Go on with other numbers.',
  lists: 'Run lists',
  listsOf: (lists: LookUp['lists']) => listsWords[lists],
  last: 'Last looked',
  never: 'not yet',
  lastAt: (age: string, attempts: number) => (attempts > 1 ? `${age}, ${common.count(attempts)} times in all` : age),
  next: 'Next look',
  now: 'looking now …',
  in: (ms: number) => (ms <= 0 ? 'now' : `in ${countdown(ms)}`),
  onlyYou: 'only when you ask',
  verdict: 'Verdict',
  notBefore: (ms: number) => `“not found” possible in ${countdown(ms)}`,
  failed: (why: string) => `The last look: ${why}`,
  window: 'Time',
  windowOf: (from: string, to: string) => `${time.clock(from)} to ${time.clock(to)}`,
  number: 'Number',
  agent: 'Agent',
  act: 'Look now',
  looking: 'Looking …',
  stillOpen: 'Looked: nothing new yet.',
  close: 'Close by hand …',
  show: 'Show that call',
  ask: 'Look up',
  askRun: (id: number) => `Look up run ${id}`,
  run: (id: number) => `run ${id}`,
  inShort: (ms: number | null) =>
    ms === null ? 'may be ringing, waits for you' : `may be ringing, checking … ${countdown(ms)}`,
  shortNow: 'may be ringing, checking now …',
  again: 'Call again …',
  againHint: 'Fills the form as it was; nothing is sent by itself.',
  againGone: 'The profile of this call was removed, so it cannot be called again from it.',
  countdown,
  dialog: {
    title: 'Close this call by hand',
    text: 'You say what became of it, and how you know. Your word is kept with the call and frees the number.',
    about: (number: string, at: string) => `${number}, sent ${time.full(at)}`,
    runs: (ids: readonly number[]) => `Rundesk found ${runs(ids)}.`,
    question: 'Was the call placed?',
    placed: 'Yes, it was placed',
    placedHint: 'The phone rang, or the dashboard shows the call.',
    notPlaced: 'No, it was not placed',
    notPlacedHint:
      'The dashboard shows no such call, or the person says the phone did not ring. It may be called again.',
    note: 'How do you know?',
    noteHint: 'For example: looked in the dashboard at 14:05, no such run.',
    needVerdict: 'Say whether it was placed.',
    act: 'Close the call',
    working: 'Closing …',
    settled: 'It is settled already',
    settledText: (title: string) => `Meanwhile Rundesk found out: ${title}. Nothing needs to be closed.`,
  },
}

/** Words of the question before a number is called a second time. */
export const repeat = {
  title: 'Call this number again?',
  lately: (number: string, age: string, profile: string) => `You called ${number} ${age} from profile ${profile}.`,
  stood: (standing: string) => `What became of it: ${standing}.`,
  gap: (number: string) =>
    `A part of this computer’s history was lost, so Rundesk cannot say whether ${number} was called a moment ago. Look at the service’s dashboard first.`,
  text: 'Calling again rings the phone a second time.',
  yes: (number: string) => `Call ${number} again`,
  cancelled: 'Not called again. Everything you typed is still there.',
}
