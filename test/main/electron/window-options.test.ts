import { expect, it } from 'vitest'
import { windowOptions } from '../../../src/main/electron/window-options.ts'

it.each([true, false])('gives the page no power, packaged or not (%s)', (packaged) => {
  expect(windowOptions({ preload: '/preload.cjs', packaged, title: 'Rundesk', dark: true })).toEqual({
    width: 1280,
    height: 800,
    minWidth: 960,
    minHeight: 640,
    useContentSize: true,
    show: false,
    title: 'Rundesk',
    autoHideMenuBar: true,
    backgroundColor: '#0e1116',
    webPreferences: {
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
      navigateOnDragDrop: false,
      plugins: false,
      webgl: false,
      disableDialogs: true,
      spellcheck: false,
      devTools: !packaged,
    },
  })
})

it('opens where the window stood, with its frame', () => {
  const place = { x: 10, y: 20, width: 1100, height: 700 }
  const options = windowOptions({ preload: '/preload.cjs', packaged: true, title: 'Rundesk', dark: false, place })
  expect(options).toMatchObject({ ...place, useContentSize: false, minWidth: 960, minHeight: 640 })
})
