import type { CallLink, ExternalRequest, LinkProblem, OsIntegrationStatus } from '../../contract/external-request.ts'
import type { GlobalShortcut } from '../../contract/settings.ts'
import { common } from './common.ts'

const shortcuts: Record<GlobalShortcut, string> = {
  'CommandOrControl+Alt+C': 'Ctrl+Alt+C',
  'CommandOrControl+Alt+D': 'Ctrl+Alt+D',
  'CommandOrControl+Alt+R': 'Ctrl+Alt+R',
  'CommandOrControl+Shift+F9': 'Ctrl+Shift+F9',
  'CommandOrControl+Shift+F12': 'Ctrl+Shift+F12',
}

const telStatuses: Record<OsIntegrationStatus['telLinks'], string | null> = {
  off: null,
  registered: 'The system was asked to open tel: links with Rundesk. You can change this in system settings.',
  refused: 'The system rejected the change. Choose Rundesk for tel: links in system settings.',
  notInstalled: 'This copy of Rundesk isn’t installed, so the system can’t open tel: links with it.',
}

/** The settings for requests from outside the window: links, the global shortcut, notifications. */
export const systemIntegration = {
  title: 'System integration',
  rundesk: 'Open rundesk: links',
  rundeskHint: 'A link fills in the form but never places a call. Links are ignored while the screen is locked.',
  tel: 'Open tel: links with Rundesk',
  telHint: 'Other apps can also open these links. To undo this on Linux, choose another app in system settings.',
  telStatus: (status: OsIntegrationStatus['telLinks']) => telStatuses[status],
  shortcut: 'Global shortcut',
  shortcutHint:
    'Brings Rundesk to the front. A number on the clipboard is filled in, as with Ctrl+V. Nothing is dialed.',
  noShortcut: 'None',
  shortcutKeys: (keys: GlobalShortcut) => shortcuts[keys],
  shortcutRefused: 'This shortcut is used by another app. Choose another.',
  notifications: 'Notify me when something needs my attention',
  notificationsHint:
    'Only while Rundesk is in the background, and only for problems. Notifications show only the last three digits of a number.',
}

const schemes: Record<CallLink['scheme'], string> = { rundesk: 'A rundesk: link', tel: 'A tel: link' }

const linkProblemTexts: Record<LinkProblem, string> = {
  off: 'Links of this type are turned off. You can turn them on in Settings, “System integration”.',
  locked: 'It was opened while the screen was locked. Open it again.',
  tooLong: 'It’s too long for a call link.',
  malformed: 'Invalid call link.',
  unknownScheme: 'Not a tel: or rundesk: link.',
  unknownAction: 'Unknown link. Call links start with rundesk://call?number=',
  unknownParameter: 'It contains an unknown parameter and was ignored.',
  repeatedParameter: 'It contains the same parameter twice and was ignored.',
  noNumber: 'It doesn’t contain a number.',
  notANumber: 'Invalid phone number.',
  code: 'It contains a carrier or device code (with * or #), not a number.',
  agentUuid: 'Invalid Agent UUID.',
  tooManyValues: 'Too many values.',
}

const valueCount = (count: number): string => (count === 1 ? '1 value' : `${common.count(count)} values`)

/** A request from outside the window: its source, its contents and what happened to it. */
export const externalRequest = {
  filledInBy: ({ scheme }: CallLink) => `${schemes[scheme]} filled in this call`,
  pending: ({ scheme }: CallLink) => `${schemes[scheme]} can fill in this call`,
  unknownSource: 'The source of the link is unknown. Nothing is dialed until you press Call.',
  entriesKept: 'Your entries haven’t been changed.',
  number: 'Number',
  agent: 'Agent',
  context: 'Context',
  values: (names: readonly string[]) => `${valueCount(names.length)}: ${names.join(', ')}`,
  extension: (extension: string) => `Extension ${extension} can’t be dialed.`,
  fill: 'Fill in',
  undo: 'Undo',
  undone: 'Your earlier entries were restored.',
  dismiss: 'Dismiss link',
  show: 'Show',
  toNumber: (what: string, number: string) => `${what}: ${number}`,
  ignored: 'Link ignored',
  why: (why: LinkProblem) => linkProblemTexts[why],
  nothingCopied: 'No number on the clipboard.',
  /** The announcement for screen readers when a request arrives. */
  announcement: (found: ExternalRequest): string | null => {
    switch (found.by) {
      case 'link':
        return `${schemes[found.link.scheme]} contains the number ${found.display}. Nothing is dialed until you press Call.`
      case 'refusedLink':
        return `Link ignored. ${linkProblemTexts[found.why]}`
      case 'shortcut':
      case 'notification':
        return null
    }
  },
}
