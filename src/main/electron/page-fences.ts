import type { Session, WebContents } from 'electron'
import { appHost, appScheme } from './app-scheme.ts'

const ownPrefix = `${appScheme}://${appHost}/`

/** SECURITY: the page can neither leave, nor open anything, nor embed anything. */
export const fenceContents = (contents: WebContents): void => {
  const refuse = (event: { preventDefault(): void }): void => event.preventDefault()
  contents.on('will-navigate', refuse).on('will-redirect', refuse).on('will-attach-webview', refuse)
  contents.on('will-frame-navigate', refuse)
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

/** SECURITY: the page's session has no network and is granted nothing. */
export const fenceSession = (session: Session): void => {
  session.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !details.url.startsWith(ownPrefix) && !isDevTools(details.url) }),
  )
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
}

const isDevTools = (url: string): boolean => url.startsWith('devtools://')
