import { expect, it } from 'vitest'
import { webPreferences } from '../../../src/main/electron/web-preferences.ts'

it.each([true, false])('gives the page no power, packaged or not (%s)', (packaged) => {
  expect(webPreferences('/preload.cjs', packaged)).toEqual({
    preload: '/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    experimentalFeatures: false,
    allowRunningInsecureContent: false,
    spellcheck: false,
    devTools: !packaged,
  })
})
