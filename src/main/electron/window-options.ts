import type { BrowserWindowConstructorOptions } from 'electron'
import { webPreferences } from './web-preferences.ts'
import { type Place, smallestWindow } from './window-place.ts'

export type WindowWishes = { preload: string; packaged: boolean; title: string; dark: boolean; place?: Place | null }

/** Everything a window of Rundesk is made with; sizes in pixels. It is shown when its first picture is ready. */
export const windowOptions = ({
  preload,
  packaged,
  title,
  dark,
  place = null,
}: WindowWishes): BrowserWindowConstructorOptions => ({
  // A place that was remembered is that of the whole window, with its frame.
  ...(place ?? { width: 1280, height: 800 }),
  minWidth: smallestWindow.width,
  minHeight: smallestWindow.height,
  useContentSize: place === null,
  show: false,
  title,
  autoHideMenuBar: true,
  backgroundColor: dark ? '#0e1116' : '#f6f7f9',
  webPreferences: webPreferences(preload, packaged),
})
