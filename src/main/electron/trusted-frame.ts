import { appHost, appScheme } from './app-scheme.ts'

/** What is looked at of an IPC event: the frame that asks (null when it is gone) and the page's top frame. */
export type FrameEvent = { senderFrame: { url: string; parent: unknown } | null }

/** True for a URL of our own page. A custom scheme's origin is the text "null": protocol and host are compared. */
export const isOurPage = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, host } = new URL(text)
  return protocol === `${appScheme}:` && host === appHost
}

/** SECURITY: true only for the top frame of our own page. */
export const isTrustedFrame = ({ senderFrame }: FrameEvent): boolean =>
  senderFrame !== null && senderFrame.parent === null && isOurPage(senderFrame.url)
