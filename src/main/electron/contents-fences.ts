import type { WebContents } from 'electron'

type FencedContents = Pick<WebContents, 'on' | 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy'>

const refuse = (event: { preventDefault(): void }): void => event.preventDefault()

/** SECURITY: the page can neither leave, nor open anything, nor embed anything, nor be given a device. */
export const fenceContents = (contents: FencedContents): void => {
  contents.on('will-navigate', refuse)
  contents.on('will-frame-navigate', refuse)
  contents.on('will-redirect', refuse)
  contents.on('will-attach-webview', refuse)
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault()
    choose('')
  })
  // SECURITY: no rule of the page's policy reaches WebRTC. Without UDP it is left with the session's proxy, which is a dead end.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}
