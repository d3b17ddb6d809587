import { appHost, appScheme } from './app-scheme.ts'

/** What is looked at of an IPC event: the frame that asks (null when it is gone) and the page's top frame. */
export type FrameEvent = { senderFrame: { url: string; parent: unknown } | null }

/** SECURITY: true only for the top frame of our own page. A custom scheme's origin is the text "null": protocol and host are compared. */
export const isTrustedFrame = ({ senderFrame }: FrameEvent): boolean => {
  if (senderFrame === null || senderFrame.parent !== null || !URL.canParse(senderFrame.url)) return false
  const { protocol, host } = new URL(senderFrame.url)
  return protocol === `${appScheme}:` && host === appHost
}
