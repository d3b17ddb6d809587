import { app, type BrowserWindow, Notification, powerMonitor } from 'electron'
import type { SystemTies } from '../../contract/asked.ts'
import type { Settings } from '../../contract/settings.ts'
import { createLinkClaims } from './claim-links.ts'
import { bringToFront, isInFront } from './front.ts'
import { holdGlobalShortcut } from './global-shortcut.ts'
import { handedOver, linkIn } from './link-argument.ts'
import { createNotify } from './notify.ts'

/** The door of the desk at which things arrive. */
type Door = {
  linkCame(text: string): Promise<void>
  shortcutPressed(): Promise<void>
  notificationClicked(callId: string | null): void
}

export type OpenOutsideParts = {
  window: () => BrowserWindow | null
  /** Nothing while the desk is not open yet: then nobody has asked for the shortcut, and no call has told anything. */
  door: () => Door | undefined
  onError: (error: unknown) => void
}

/** SECURITY: nobody is at a locked screen, so nobody follows a link or presses a key there. */
const isLocked = (): boolean => powerMonitor.getSystemIdleState(1) === 'locked'

/** Everything of the system that is outside the window: links, the global shortcut, notifications, the lock of the screen. */
export const openOutside = ({ window, door, onError }: OpenOutsideParts) => {
  const claims = createLinkClaims({ app, platform: process.platform })
  /** First the door hears of it, then the window comes: what comes to a locked screen brings nothing to the front. */
  const arrive = (act: Promise<void> | void): void => {
    if (!isLocked()) bringToFront(window())
    act?.catch(onError)
  }
  const shortcut = holdGlobalShortcut(() => arrive(door()?.shortcutPressed()))
  const come = (link: string | null): void => arrive(link === null ? undefined : door()?.linkCame(link))
  const apply = ({ links, globalShortcut }: Settings): void => {
    try {
      claims.apply(links)
      shortcut.hold(globalShortcut)
    } catch (error) {
      onError(error)
    }
  }
  return {
    isLocked,
    apply,
    ties: (): SystemTies => ({ shortcut: shortcut.state(), telLinks: claims.telLinks() }),
    notify: createNotify({
      isSupported: () => Notification.isSupported(),
      create: (options) => new Notification(options),
      isInFront: () => isInFront(window()),
      onClick: (callId) => arrive(door()?.notificationClicked(callId)),
    }),
    /**
     * Follows the link of this start, and from now on those of every later one, each not before `open`: until then nobody
     * has read whether links are wanted.
     */
    listen(commandLine: readonly string[], open: Promise<unknown>): void {
      const comeThen = (link: string | null): void => void open.then(() => come(link)).catch(onError)
      const first = linkIn(commandLine)
      if (first !== null) comeThen(first)
      app.on('second-instance', (_event, _commandLine, _folder, data) => comeThen(handedOver(data)))
      // macOS hands links over by an event, also the one that started the app.
      app.on('open-url', (event, link) => {
        event.preventDefault()
        comeThen(link)
      })
    },
  }
}
