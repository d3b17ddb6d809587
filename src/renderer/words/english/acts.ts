import type { NotedAct } from '../../../contract/audit.ts'
import { common } from './common.ts'
import { settingNames } from './policy.ts'

const names: Record<NotedAct, string> = {
  addProfile: 'Profile added',
  updateProfile: 'Profile changed',
  replaceKey: 'Key of a profile replaced',
  removeProfile: 'Profile removed',
  createKey: 'Key created',
  copyMadeKey: 'New key copied',
  revealMadeKey: 'New key shown',
  saveMadeKey: 'New key saved as a profile',
  archiveKey: 'Key archived',
  reactivateKey: 'Key reactivated',
  rotateKey: 'Key rotated',
  resumeRotation: 'Rotation gone on with',
  undoRotation: 'Rotation taken back',
  handOverKey: 'Key handed over in a sealed file',
  openSealedFile: 'Sealed file opened',
  createWorkflow: 'Agent created from a file',
  changeSettings: 'Settings changed',
  enterProxyPassword: 'Proxy password entered',
  erasePerson: 'Person erased',
  closeCall: 'Call closed by hand',
  exportCalls: 'Calls exported',
  saveEvidence: 'Evidence of a call saved',
  saveDiagnostics: 'Diagnostics saved',
  acknowledgeRecovery: 'Lost history acknowledged',
  exportAudit: 'Log of acts exported',
  recoverHistory: 'History restored after damage',
}

/** Words of the log of acts. */
export const acts = {
  title: 'What was done here',
  text: 'Each act is written down before it is begun, with who and when, and bound to the one before it. Calls are in the history.',
  failed: 'The log could not be read',
  empty: 'Nothing yet. Changes to keys, profiles, settings and the history are written down here.',
  columns: { at: 'Time', act: 'Act', profile: 'Profile', who: 'Who', end: 'End' },
  act: (act: NotedAct): string => names[act],
  /** What it was about: settings by the names that people know. */
  about: (act: NotedAct, about: string): string => (act === 'changeSettings' ? settingNames(about.split(', ')) : about),
  who: (person: string | null, account: string, computer: string): string =>
    person === null ? `${account} on ${computer}` : `${person} (${account} on ${computer})`,
  ends: { done: 'done', failed: 'not done', cut: 'cut short', running: 'under way' },
  everyProfile: 'all',
  older: 'Show older',
  check: 'Check the log now',
  checking: 'Checking …',
  intact: (entries: number): string => `Checked: all ${common.count(entries)} entries fit together.`,
  broken: (first: number): string =>
    `Entry ${common.count(first)} does not fit to the one before it: the log was changed from outside.`,
  export: 'Export the log …',
  exported: (file: string, entries: number): string => `${common.count(entries)} entries were written to ${file}.`,
}
