import {
  app,
  type App,
  type BrowserWindow,
  globalShortcut,
  type GlobalShortcut,
  nativeTheme,
  Notification,
  type NotificationConstructorOptions,
  powerMonitor,
} from 'electron'
import type { OsIntegrationStatus } from '../../contract/external-request.ts'
import type { Settings } from '../../contract/settings.ts'
import type { Notice, OsIntegration } from '../app/runtime.ts'
import { bringToFront, isInFront } from './window.ts'

type ExternalRequests = {
  linkOpened(text: string): Promise<void>
  shortcutPressed(): Promise<void>
  notificationClicked(callId: string | null): void
}

/** SECURITY: while the screen is locked, links and the shortcut are ignored. */
const isLocked = (): boolean => powerMonitor.getSystemIdleState(1) === 'locked'

/** Connects the app to the operating system's links, global shortcut, notifications, color scheme and screen lock. */
export const createOsIntegration = ({
  window,
  requests,
  onError,
}: {
  window: () => BrowserWindow | null
  /** Undefined until the app is open. */
  requests: () => ExternalRequests | undefined
  onError: (error: unknown) => void
}): Omit<OsIntegration, 'holdsSecret'> & {
  listen: (commandLine: readonly string[], open: Promise<unknown>) => void
} => {
  /**
   * Delivers the request first; while the screen is locked, it is refused and the window is not brought to the front.
   */
  const deliver = (delivered: Promise<void> | void): void => {
    if (!isLocked()) bringToFront(window())
    delivered?.catch(onError)
  }
  const links = createLinkRegistration({ protocols: app, platform: process.platform })
  // SECURITY: this is the only code that receives keystrokes while another program is in front, and it receives only
  // one registered key combination.
  const shortcut = createShortcutRegistration({
    system: globalShortcut,
    onPressed: () => deliver(requests()?.shortcutPressed()),
  })
  const openLink = (link: string | null): void => deliver(link === null ? undefined : requests()?.linkOpened(link))

  return {
    isLocked,
    apply(settings) {
      nativeTheme.themeSource = settings.theme
      try {
        links.apply(settings.links)
        shortcut.use(settings.globalShortcut)
      } catch (error) {
        onError(error)
      }
    },
    status: () => ({ shortcut: shortcut.state(), telLinks: links.telLinks() }),
    notify: createNotify({
      isSupported: () => Notification.isSupported(),
      create: (options) => new Notification(options),
      isWindowInFront: () => isInFront(window()),
      onClick: (callId) => deliver(requests()?.notificationClicked(callId)),
    }),
    showProgress(share) {
      window()?.setProgressBar(share ?? -1)
      // The dock badge shows whole percentages; without a running list there is no badge.
      app.setBadgeCount(share === null ? 0 : Math.floor(share * 100))
    },
    /**
     * Opens the link of this launch and of every later one, once `open` has resolved, because the settings must be read
     * first.
     */
    listen(commandLine, open) {
      const openLater = (link: string | null): void => void open.then(() => openLink(link)).catch(onError)
      const first = findLink(commandLine)
      if (first !== null) openLater(first)
      app.on('second-instance', (_event, _commandLine, _folder, data) => openLater(readHandOver(data)))
      // macOS delivers every link as an event, including the one that launched the app.
      app.on('open-url', (event, link) => {
        event.preventDefault()
        openLater(link)
      })
    },
  }
}

/**
 * Registers the app for the links that the settings allow. Other programs may handle tel: links too, so the app
 * registers for them only when the user turns them on, not on each launch. On Linux, the package declares rundesk:
 * links.
 */
export const createLinkRegistration = ({
  protocols,
  platform,
}: {
  protocols: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient' | 'removeAsDefaultProtocolClient'>
  platform: NodeJS.Platform
}) => {
  let last: Settings['links'] | null = null
  let tel: OsIntegrationStatus['telLinks'] = 'off'

  const register = (scheme: string): OsIntegrationStatus['telLinks'] =>
    protocols.setAsDefaultProtocolClient(scheme) ? 'registered' : 'refused'

  const applyTel = (enabled: boolean): void => {
    const isChange = last !== null && enabled !== last.tel
    if (!enabled) {
      // On Linux, an app cannot unregister; the user chooses another program in the system's settings.
      if (isChange) protocols.removeAsDefaultProtocolClient('tel')
      tel = 'off'
    } else if (isChange) tel = register('tel')
    else if (last === null) tel = 'registered'
  }

  const applyRundesk = (enabled: boolean): void => {
    if (platform === 'linux' || enabled === last?.rundesk) return
    if (enabled) register('rundesk')
    else if (last !== null) protocols.removeAsDefaultProtocolClient('rundesk')
  }

  return {
    apply(links: Settings['links']): void {
      if (protocols.isPackaged) {
        applyTel(links.tel)
        applyRundesk(links.rundesk)
      } else tel = links.tel ? 'notInstalled' : 'off'
      last = links
    },
    telLinks: (): OsIntegrationStatus['telLinks'] => tel,
  }
}

/** Registers one global shortcut at a time, or none. */
export const createShortcutRegistration = ({
  system,
  onPressed,
}: {
  system: Pick<GlobalShortcut, 'register' | 'unregister'>
  onPressed: () => void
}) => {
  let current: string | null = null
  let state: OsIntegrationStatus['shortcut'] = 'off'

  const register = (keys: string): OsIntegrationStatus['shortcut'] => {
    try {
      return system.register(keys, onPressed) ? 'held' : 'refused'
    } catch {
      // Keys that this system does not have are handled like keys that another program has registered.
      return 'refused'
    }
  }

  return {
    use(keys: string | null): void {
      // A refused shortcut is tried again, because the other program may have quit.
      if (keys === current && state !== 'refused') return
      if (current !== null && state === 'held') system.unregister(current)
      current = keys
      state = keys === null ? 'off' : register(keys)
    },
    state: (): OsIntegrationStatus['shortcut'] => state,
  }
}

/** Maximum number of notifications that stay clickable. Older calls are in the history. */
const maxNotifications = 20

/** Shows a notification unless the window is in front; a click opens the call, or the history. */
export const createNotify = ({
  isSupported,
  create,
  isWindowInFront,
  onClick,
}: {
  isSupported: () => boolean
  create: (options: NotificationConstructorOptions) => Pick<Notification, 'on' | 'show'>
  isWindowInFront: () => boolean
  onClick: (callId: string | null) => void
}) => {
  // A notification that is not referenced is garbage-collected, and its click is lost.
  const shown = new Set<object>()
  return ({ title, body, callId }: Notice): void => {
    if (isWindowInFront() || !isSupported()) return
    const notification = create({ title, body })
    const release = (): void => void shown.delete(notification)
    shown.add(notification)
    const [oldest] = shown
    if (shown.size > maxNotifications && oldest) shown.delete(oldest)
    notification.on('close', release)
    notification.on('click', () => {
      release()
      onClick(callId)
    })
    notification.show()
  }
}

/** Returns the link with which the system launched the app, or null. On Linux and Windows it is an argument. */
export const findLink = (commandLine: readonly string[]): string | null =>
  commandLine.find((argument) => /^(tel|rundesk):/i.test(argument)) ?? null

/**
 * Returns the data that a second launch passes to the first instance. A link that is too long is truncated, because it
 * is refused anyway.
 */
export const createHandOver = (commandLine: readonly string[]): { link: string | null } => ({
  link: findLink(commandLine)?.slice(0, 5_000) ?? null,
})

/** SECURITY: returns the link that a second launch passed, or null for any other data. */
export const readHandOver = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'link' in data && typeof data.link === 'string' ? data.link : null

/**
 * Maximum length of a command line that is passed on, in bytes: half of Chromium's 32 KiB. On Linux, a longer one
 * terminates the first instance.
 */
const maxCommandLine = 16_000

/** SECURITY: returns false for a launch with a huge link, which would terminate an instance with calls in flight. */
export const canHandOver = (commandLine: readonly string[]): boolean =>
  Buffer.byteLength(commandLine.join('\0'), 'utf8') <= maxCommandLine
