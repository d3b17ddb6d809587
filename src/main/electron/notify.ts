import type { Notification, NotificationConstructorOptions } from 'electron'

export type NotifyParts = {
  isSupported: () => boolean
  create: (options: NotificationConstructorOptions) => Pick<Notification, 'on' | 'show'>
  /** Whether a person has the window before them: then the window itself tells. */
  isInFront: () => boolean
  onClick: (callId: string | null) => void
}

type Told = { title: string; body: string; callId: string | null }

/** More than these stand nowhere: what nobody has looked at for so long is in the history. */
const mostHeld = 20

/** Tells a person through the system, unless the window is in front; a click leads to the call, or to the history. */
export const createNotify = ({ isSupported, create, isInFront, onClick }: NotifyParts) => {
  // A notification that nothing refers to is collected, and its click with it.
  const held = new Set<object>()
  return ({ title, body, callId }: Told): void => {
    if (isInFront() || !isSupported()) return
    const notification = create({ title, body })
    const letGo = (): void => void held.delete(notification)
    held.add(notification)
    const [oldest] = held
    if (held.size > mostHeld && oldest) held.delete(oldest)
    notification.on('close', letGo)
    notification.on('click', () => {
      letGo()
      onClick(callId)
    })
    notification.show()
  }
}
