import type { App } from 'electron'
import { fenceContents } from './contents-fences.ts'
import { fenceSession } from './session-fences.ts'

type FencedApp = Pick<App, 'on'>

/** SECURITY: fences every page and every session as it comes to be, and gives nobody a certificate or a password. */
export const fenceApp = (app: FencedApp, devTools: boolean): void => {
  app.on('web-contents-created', (_event, contents) => fenceContents(contents))
  app.on('session-created', (session) => fenceSession(session, devTools))
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault()
    answer(false)
  })
  // Left alone, Electron takes the first certificate there is.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault()
    choose()
  })
  app.on('login', (event, _contents, _details, _authInfo, answer) => {
    event.preventDefault()
    answer()
  })
}
