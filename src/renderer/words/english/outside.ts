import type { Asked, CallLink, LinkTrouble, SystemTies } from '../../../contract/asked.ts'
import type { GlobalShortcut } from '../../../contract/settings.ts'
import { common } from './common.ts'

const shortcuts: Record<GlobalShortcut, string> = {
  'CommandOrControl+Alt+C': 'Ctrl Alt C',
  'CommandOrControl+Alt+D': 'Ctrl Alt D',
  'CommandOrControl+Alt+R': 'Ctrl Alt R',
  'CommandOrControl+Shift+F9': 'Ctrl Shift F9',
  'CommandOrControl+Shift+F12': 'Ctrl Shift F12',
}

const ties: Record<SystemTies['telLinks'], string | null> = {
  off: null,
  taken: 'The system was asked to hand telephone links to Rundesk. Its own settings have the last word.',
  refused: 'The system did not take the wish. Choose Rundesk for telephone links in the system’s own settings.',
  notInstalled: 'This Rundesk is not installed, so the system cannot be asked: it hands its links to another program.',
}

/** Words of the settings about what reaches the app from outside its window, and what it says there. */
export const outside = {
  title: 'Outside this window',
  rundesk: 'Fill in what a rundesk: link asks for',
  rundeskHint: 'A link fills the form and says so. It never calls, and does nothing while this computer is locked.',
  tel: 'Be the program for telephone links (tel:)',
  telHint: 'Other programs may want them too. Turned off again, choose another program in the system’s own settings.',
  telTie: (tie: SystemTies['telLinks']) => ties[tie],
  shortcut: 'Keys that bring Rundesk to the front from anywhere',
  shortcutHint: 'A number that lies on the clipboard is filled in, as Ctrl V does. Nothing is called.',
  noShortcut: 'None',
  shortcutKeys: (keys: GlobalShortcut) => shortcuts[keys],
  shortcutRefused: 'The system did not give these keys to Rundesk: another program has them. Choose others.',
  notifications: 'Notify me when a call or the history needs me',
  notificationsHint:
    'Only while the window is not in front, and never of what went well. Of a number they show the last three digits.',
}

const schemes: Record<CallLink['scheme'], string> = { rundesk: 'A rundesk: link', tel: 'A telephone link' }

const troubles: Record<LinkTrouble, string> = {
  off: 'Links of this kind are turned off. Settings, “Outside this window”, turns them on.',
  locked: 'It came while this computer was locked. Whoever needs it follows it once more.',
  tooLong: 'It is longer than any link for a call.',
  malformed: 'It is not written as a link for a call is.',
  unknownScheme: 'It is no tel: and no rundesk: link.',
  unknownAct: 'Rundesk knows no such link. One for a call begins with rundesk://call?number=',
  unknownPart: 'It says something that Rundesk does not know, so nothing of it was taken.',
  partTwice: 'It says the same thing twice, so nobody can know what it means.',
  noNumber: 'It has no number.',
  notANumber: 'What it has for a number is none.',
  code: 'It has a code for a carrier or a device (with * or #), not a number.',
  agentUuid: 'What it names as the agent is no Agent UUID.',
  tooManyValues: 'It brings more values than a call takes.',
}

const values = (count: number): string => (count === 1 ? '1 value' : `${common.count(count)} values`)

/** Words about what was asked from outside: by whom, for what, and what became of it. */
export const asked = {
  by: ({ scheme }: CallLink) => `${schemes[scheme]} asked for this call`,
  waits: ({ scheme }: CallLink) => `${schemes[scheme]} asks for a call`,
  unknownWho: 'Which page or program it stood in, the system does not tell. Nothing is called before you do it.',
  keeps: 'What you have typed is untouched.',
  number: 'Number',
  agent: 'Agent',
  context: 'Context',
  values: (names: readonly string[]) => `${values(names.length)}: ${names.join(', ')}`,
  extension: (extension: string) => `Its extension ${extension} is not dialled: the service knows none.`,
  fill: 'Fill it in',
  undo: 'Undo',
  undone: 'The form is as it was before the link.',
  dismiss: 'Close what the link asked',
  show: 'Show it',
  toNumber: (what: string, number: string) => `${what}: ${number}`,
  refused: 'A link was not followed',
  why: (why: LinkTrouble) => troubles[why],
  nothingCopied: 'There is no number on the clipboard.',
  /** What people who listen hear as soon as something arrives. */
  told: (found: Asked): string | null => {
    switch (found.by) {
      case 'link':
        return `${schemes[found.link.scheme]} asks for a call to ${found.display}. Nothing is called before you do it.`
      case 'refusedLink':
        return `A link was not followed. ${troubles[found.why]}`
      case 'shortcut':
      case 'notification':
        return null
    }
  },
}
